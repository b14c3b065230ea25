package import FontModel

extension Registrar {
    /// Opens the bytes of a registration that a caller may see, enabled or not.
    ///
    /// A replaced or removed registration has bytes as long as they are kept, for programs that have its file open or for
    /// undo.
    /// - Returns: The file with its hash; nil if there is no such registration, or its bytes are not kept.
    /// - Throws: `registrationFailed` (301) if the store cannot be read.
    package func openBytes(ofRegistration id: String, for caller: Caller) throws(FontError) -> OpenedFile? {
        guard RegistrationID.isWellFormed(id) else { return nil }
        let found = try read { database, session -> (sha256: String, isRegistered: Bool, hidden: [String])? in
            guard let database else { return nil }
            if let row = try database.registrations(.id(id), session: session).first {
                let isSeen = caller.maySee(row.record.provider) || row.record.isEnabled
                return isSeen ? (row.sha256, true, []) : nil
            }
            guard let sha256 = try database.contentHash(ofFormerRegistration: id, for: caller) else { return nil }
            return (sha256, false, try database.hiddenFiles(sha256: sha256).compactMap { $0.path(paths) })
        }
        guard let found else { return nil }
        let objects = ObjectStore(paths)
        if found.isRegistered || objects.contains(found.sha256) {
            let source = try objects.open(found.sha256)
            guard let file = OpenedFile(duplicating: source.descriptor, sha256: found.sha256) else {
                throw .store(.openFile, path: source.path)
            }
            return file
        }
        // Other files do not prove their bytes.
        for path in [RemovedFonts(paths).path(found.sha256)] + found.hidden {
            guard let source = try? SourceFile(opening: path) else { continue }
            let copy = try SealedMemory(copying: source)
            if copy.sha256 == found.sha256 { return try copy.openedFile }
        }
        return nil
    }
}

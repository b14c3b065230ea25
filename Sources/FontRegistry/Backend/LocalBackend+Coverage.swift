import FontModel

extension LocalBackend {
    func coverage(of font: FontDescriptor) async throws(FontError) -> CharacterCoverage? {
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.coverage(of: font) }
    }

    func storedFile(of font: FontDescriptor) async throws(FontError) -> String? {
        guard case .registered(let id, _, let provider, _, _) = font.origin, caller.maySee(provider) else { return nil }
        let registrar = registrar
        return try await perform { () throws(FontError) in
            let row = try registrar.read { database, session in
                try database?.registrations(.id(id), session: session).first
            }
            return row.map { registrar.paths.object($0.sha256) }
        }
    }

    func keptLicenses(of hashes: Set<String>) async throws(FontError) -> [String: [String]] {
        let licenses = LicenseStore(registrar.paths)
        return try await perform { () throws(FontError) in
            Dictionary(uniqueKeysWithValues: hashes.map { ($0, licenses.texts(of: $0)) }).filter { !$1.isEmpty }
        }
    }
}

extension Registrar {
    /// Returns the characters of a registered font, or nil if it is no longer registered.
    package func coverage(of font: FontDescriptor) throws(FontError) -> CharacterCoverage? {
        guard case .registered(let id, _, _, _, _) = font.origin else { return nil }
        return try read { database, session in
            guard let database, let row = try database.registrations(.id(id), session: session).first
            else { return nil }
            return try database.coverage(contentID: row.contentID, faceIndex: font.face.index)
        }
    }
}

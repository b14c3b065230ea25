import FontModel
import Glibc
import SystemPackage

/// The way of loose files to the trash, once something else keeps their bytes.
extension Registrar {
    /// Moves files to the trash.
    ///
    /// - Parameters:
    ///   - moved: The files as the operation recorded them.
    ///   - loose: The files as they were read, by path.
    ///   - new: The contents that were stored just now; the stored bytes of the others are checked.
    /// - Returns: By path the programs that have a moved file open, or the error of a file that stays.
    func moveToTrash(
        _ moved: [RecordedOperation.MovedFile], _ loose: [ExactText: LooseFont], new: Set<String>
    ) -> [ExactText: Result<[FontUser], FontError>] {
        guard !moved.isEmpty else { return [:] }
        // Under the lock, as another process may undo the operation. Without it no file is moved.
        let lock = Result { () throws(FontError) in try StoreLock(paths) }
        defer { withExtendedLifetime(lock) {} }
        var open: [ExactText: OpenFonts.File] = [:]
        if context.reportsUsers { for file in moved { open[ExactText(file.path)] = OpenFonts.File(file.path) } }
        let users = OpenFonts(Set(open.values), of: paths)
        let trash = DesktopTrash(paths)
        // The stored bytes of a content are read once.
        var faults: [RecordedOperation.MovedFile.Keeping: FontError?] = [:]
        var results: [ExactText: Result<[FontUser], FontError>] = [:]
        for file in moved {
            let path = ExactText(file.path)
            guard let read = loose[path] else { preconditionFailure("a file that was not read") }
            let known: FontError?? = file.keeping.isOfFile ? nil : faults[file.keeping]
            let fault = known ?? reasonToStay(file, isNew: new.contains(file.sha256))
            faults[file.keeping] = fault
            do throws(FontError) {
                if case .failure(let error) = lock { throw DesktopTrash.stays(file.path, error) }
                if let fault { throw fault }
                try Self.take(file, in: read.state, settled: read.folder, to: trash)
                results[path] = .success(open[path].map(users.users) ?? [])
            } catch {
                results[path] = .failure(error.of(file.path))
            }
        }
        return results
    }

    /// Hides fonts again that were shown since their files were to be moved, but stay.
    ///
    /// - Parameter paths: The files that stay.
    func hideAgain(_ fonts: [HiddenFont], of paths: some Sequence<ExactText>) throws(FontError) {
        let paths = Set(paths)
        let fonts = fonts.filter { paths.contains(ExactText($0.path)) }
        guard !fonts.isEmpty else { return }
        _ = try commit(scopes: [.persistent]) { try $0.setHidden(true, fonts) }
    }

    /// Moves the files of an operation that is redone to the trash again, once their fonts are registered.
    ///
    /// - Returns: One outcome per file.
    func takeAgain(_ moved: [RecordedOperation.MovedFile], isDryRun: Bool) -> [FontOutcome] {
        guard !moved.isEmpty else { return [] }
        let lock = isDryRun ? nil : Result { () throws(FontError) in try StoreLock(paths) }
        defer { withExtendedLifetime(lock) {} }
        let trash = DesktopTrash(paths)
        return moved.map { file in
            do throws(FontError) {
                if case .failure(let error) = lock { throw DesktopTrash.stays(file.path, error) }
                guard GivenPath.exactly(file.path, { access($0, F_OK) }) == 0 else {
                    return FontOutcome(item: file.path, status: .unchanged)
                }
                let source = try SourceFile(opening: file.path)
                guard let folder = LooseFonts.settledFolder(of: file.path, paths), let state = source.fingerprint(),
                    try source.sha256() == file.sha256
                else { throw DesktopTrash.changed(file.path) }
                guard !isDryRun else { return FontOutcome(item: file.path, status: .movedToTrash) }
                if let fault = reasonToStay(file, isNew: false) { throw fault }
                try Self.take(file, in: state, settled: folder, to: trash)
                return FontOutcome(item: file.path, status: .movedToTrash)
            } catch {
                return .failed(file.path, error)
            }
        }
    }

    /// Moves a file to the trash, and back if the file went with it that was to keep its bytes.
    ///
    /// Two mounts of a folder may look like two file systems.
    private static func take(
        _ file: RecordedOperation.MovedFile, in state: Fingerprint, settled: String, to trash: DesktopTrash
    ) throws(FontError) {
        try trash.take(file.path, named: file.trashed, in: state, sha256: file.sha256, settled: settled)
        guard case .file(let kept) = file.keeping.place, Fingerprint(of: kept) == nil else { return }
        try ReturnedFiles.bringBack(file, from: trash)
        throw keeperIsGone(kept)
    }

    /// Returns the error for a file whose bytes nothing else keeps soundly, so that it stays; nil if it may go.
    ///
    /// - Parameter isNew: Whether the bytes were stored just now, and need no check.
    private func reasonToStay(_ file: RecordedOperation.MovedFile, isNew: Bool) -> FontError? {
        switch file.keeping.place {
        case .registration(let id): reasonToStay(id, file.sha256, isNew: isNew)
        case .file(let path): Self.reasonToStay(besides: path, file)
        }
    }

    /// Returns the error for a file unless another one has the same bytes.
    private static func reasonToStay(besides path: String, _ file: RecordedOperation.MovedFile) -> FontError? {
        // One file may have several paths, by mounts and hard links, too.
        let kept = Fingerprint.Identity(of: path)
        if kept != nil, kept != Fingerprint.Identity(of: file.path), ByteCopy.sha256(ofFile: path) == file.sha256 {
            return nil
        }
        return keeperIsGone(path)
    }

    private static func keeperIsGone(_ path: String) -> FontError {
        FontError(
            .invalidFontData,
            "The font that was kept is no longer at \(path), or has other bytes now, so this file stays where it is. List the duplicates again."
        )
    }

    /// Returns the error for files whose font is no longer registered, not stored soundly or not shown; nil if programs
    /// do not need the files.
    ///
    /// - Parameter isNew: Whether the bytes were stored just now, and need no check.
    private func reasonToStay(_ id: String, _ sha256: String, isNew: Bool) -> FontError? {
        do throws(FontError) {
            let found = try read { database, session in
                try database?.registrations(.id(id), session: session).first
            }
            guard let row = found else {
                return FontError(
                    .notRegistered,
                    "The font was unregistered in the meantime, so the file stays where it is. Register it again if you want it."
                )
            }
            let objects = projection.objects
            let fault = isNew ? nil : try objects.fault(sha256)
            if fault == nil, !objects.isObstructed(sha256), isShown(row) { return nil }
        } catch {
            // Bytes that cannot be read now count as damaged.
        }
        return FontError(
            .registrationFailed,
            "The font is registered, but its stored bytes are damaged or not shown to programs, so the file stays where it is. Repair the store, then run the same command again.",
            cause: .store(.damaged, detail: sha256))
    }

    /// Whether programs find a font where it is shown, or are not to find it.
    private func isShown(_ row: RegistrationRow) -> Bool {
        guard row.isEnabled else { return true }
        guard let path = row.path(paths) else { return false }
        let shown = Fingerprint.Identity(of: path)
        if shown != nil, shown == Fingerprint.Identity(of: paths.object(row.sha256)) { return true }
        return ByteCopy.sha256(ofFile: path) == row.sha256
    }
}

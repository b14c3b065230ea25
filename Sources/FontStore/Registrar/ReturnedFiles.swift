import CLinux
import FontModel
import Glibc

/// The files that an operation moved to the trash, on their way back to their paths.
struct ReturnedFiles {
    private enum Way: Equatable {
        /// The file is at its path: it was never moved, or is there again.
        case inPlace
        case trash
        /// The trash was emptied, and the store has the bytes.
        case store
        /// The trash was emptied, and the font that was kept in place of this one has the same bytes.
        case copy(of: String)
    }

    private let files: [(file: RecordedOperation.MovedFile, way: Way)]
    /// The files whose bytes are nowhere, which must not keep the others from coming back.
    private let lost: [RecordedOperation.MovedFile]
    private let trash: DesktopTrash
    private let removed: RemovedFonts

    /// Finds the files.
    ///
    /// - Throws: `invalidFilePath` (306) if another file has the path of one, `registrationFailed` (301) if the trash or
    ///   the kept bytes cannot be searched, or `fileNotFound` (101) if the bytes of all are nowhere; nothing was changed.
    init(_ moved: [RecordedOperation.MovedFile], _ paths: FontPaths) throws(FontError) {
        trash = DesktopTrash(paths)
        removed = RemovedFonts(paths)
        var files: [(RecordedOperation.MovedFile, Way)] = []
        var (lost, reason): ([RecordedOperation.MovedFile], FontError?) = ([], nil)
        for file in moved {
            do throws(FontError) {
                files.append((file, try Self.way(of: file, trash, removed, paths)))
            } catch {
                guard error.code == .fileNotFound else { throw error }
                lost.append(file)
                reason = reason ?? error
            }
        }
        if files.isEmpty, let reason { throw reason }
        (self.files, self.lost) = (files, lost)
    }

    /// Whether a file can be brought back, unless another one has its path.
    static func canReturn(_ file: RecordedOperation.MovedFile, _ paths: FontPaths) -> Bool {
        (try? Self.way(of: file, DesktopTrash(paths), RemovedFonts(paths), paths, checksBytes: false)) != nil
    }

    private static func way(
        of file: RecordedOperation.MovedFile, _ trash: DesktopTrash, _ removed: RemovedFonts, _ paths: FontPaths,
        checksBytes: Bool = true
    ) throws(FontError) -> Way {
        func isFont(_ path: String) throws(FontError) -> Bool {
            guard Fingerprint(ofFile: path) != nil else { return false }
            guard checksBytes else { return true }
            return try SourceFile(opening: path).sha256() == file.sha256
        }
        var status = stat()
        if GivenPath.exactly(file.path, { lstat($0, &status) }) == 0 {
            guard try isFont(file.path) else {
                throw FontError(
                    .invalidFilePath,
                    "Another file is at the original path of \(file.name); nothing was changed. Move that file elsewhere, then try again.",
                    file: file.path)
            }
            return .inPlace
        }
        if try isFont(trash.path(file.trashed)) { return .trash }
        if (try? removed.open(file.sha256)) != nil { return .store }
        if file.keeper != nil {
            let kept =
                switch file.keeping.place {
                case .file(let path): path
                case .registration: paths.object(file.sha256)
                }
            if (try? isFont(kept)) == true { return .copy(of: kept) }
        }
        for path in [trash.path(file.trashed), removed.path(file.sha256)] { try checkLookup(of: path) }
        throw FontError(
            .fileNotFound,
            "The operation cannot be undone, since the file is no longer in the trash and its font is no longer stored; nothing was changed. Restore the file from a backup to its path, or undo an earlier operation by its number.",
            file: file.path)
    }

    /// Brings all files back whose bytes are there, or none.
    ///
    /// - Throws: An error of the store, or `invalidFontData` (104) if stored bytes are damaged.
    func bringBack() throws(FontError) {
        var done: [(file: RecordedOperation.MovedFile, way: Way)] = []
        do throws(FontError) {
            for (file, way) in files where way != .inPlace {
                try bringBack(file, way)
                done.append((file, way))
            }
        } catch {
            for (file, way) in done {
                if way == .trash { trash.takeAgain(file.path, named: file.trashed) } else { Self.remove(file.path) }
            }
            throw error
        }
        for (file, _) in files { trash.forget(file.trashed) }
    }

    private func bringBack(_ file: RecordedOperation.MovedFile, _ way: Way) throws(FontError) {
        Self.makeFolders(above: file.path)
        switch way {
        case .inPlace: return
        case .trash: try Self.giveBack(file, from: trash)
        case .store: try Self.write(try removed.open(file.sha256), file, trash)
        case .copy(let path): try Self.write(try SourceFile(opening: path), file, trash)
        }
    }

    /// Brings one file back that was just moved to the trash.
    ///
    /// - Throws: An error of the store; the file is in the trash then.
    static func bringBack(_ file: RecordedOperation.MovedFile, from trash: DesktopTrash) throws(FontError) {
        try giveBack(file, from: trash)
        trash.forget(file.trashed)
    }

    private static func giveBack(_ file: RecordedOperation.MovedFile, from trash: DesktopTrash) throws(FontError) {
        if trash.giveBack(file.trashed, to: file.path) { return }
        guard errno == EXDEV else { throw .store(.bringBack, path: file.path) }
        let path = trash.path(file.trashed)
        try write(try SourceFile(opening: path), file, trash)
        remove(path)
    }

    private static func write(
        _ source: SourceFile, _ file: RecordedOperation.MovedFile, _ trash: DesktopTrash
    ) throws(FontError) {
        try trash.write(source, to: file.path, sha256: file.sha256, modified: (file.seconds, file.nanoseconds))
    }

    private static func remove(_ path: String) { _ = GivenPath.exactly(path) { unlink($0) } }

    private static func makeFolders(above path: String) {
        GivenPath.exactly(path) { path in
            var bytes = Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1))
            for place in bytes.indices.dropFirst() where bytes[place] == CChar(bitPattern: UInt8(ascii: "/")) {
                bytes[place] = 0
                mkdir(bytes, 0o755)
                bytes[place] = CChar(bitPattern: UInt8(ascii: "/"))
            }
        }
    }

    /// The outcomes, one per file.
    var outcomes: [FontOutcome] {
        files.map { FontOutcome(item: $0.file.path, status: $0.way == .inPlace ? .unchanged : .broughtBack) }
            + lost.map { file in
                .failed(
                    file.path,
                    FontError(
                        .fileNotFound,
                        "The file is no longer in the trash and its font is no longer stored, so it is not brought back. Restore it from a backup to its path."
                    ))
            }
    }
}

import FoundationEssentials
import Glibc

/// Installs fonts and the texts of their licences into the folder `share` of a prefix.
///
/// Each file is written beside its place and renamed, so that it is complete at every time, and programs keep what they
/// have opened. Nothing is removed.
package struct FontInstallation {
    /// The folder `share`, below the root of a package if there is one.
    private let share: String

    /// - Parameters:
    ///   - prefix: The prefix of the program, such as `/usr`.
    ///   - root: A folder in which the prefix is for now, as with `DESTDIR`; empty for the root.
    package init(prefix: String, root: String = "") {
        share = (root.isEmpty ? prefix : root + "/" + prefix) + "/share"
    }

    /// Installs files; a failure of one does not stop the others.
    package func install(_ files: [InstalledFile]) -> [InstallationOutcome] {
        files.map { file in
            let path = Self.normalized("\(share)/\(file.path)")
            return InstallationOutcome(path: path, status: install(file.contents, at: path))
        }
    }

    private func install(_ contents: InstalledFile.Contents, at path: String) -> InstallationOutcome.Status {
        let bytes: Data
        switch contents {
        case .text(let text): bytes = Data(text.utf8)
        case .file(let source):
            guard let read = FileManager.default.contents(atPath: source) else {
                return .failed("\(source) cannot be read.")
            }
            bytes = read
        }
        if isFile(path), FileManager.default.contents(atPath: path) == bytes { return .unchanged }
        guard makeFolders(of: path) else { return .failed("The folder cannot be made: \(Self.reason)") }
        return write(bytes, to: path)
    }

    /// Whether there is a regular file, which is not behind a link.
    private func isFile(_ path: String) -> Bool {
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        return type == .typeRegular
    }

    /// Makes the folders above a file, which all users can open; errno has the reason of a failure.
    private func makeFolders(of path: String) -> Bool {
        let folder = folder(of: path)
        guard !folder.isEmpty, !makeFolder(folder), errno != EEXIST else { return true }
        return errno == ENOENT && makeFolders(of: folder) && makeFolder(folder)
    }

    /// Makes a folder that all users can open, whatever the mask of the user is.
    private func makeFolder(_ path: String) -> Bool {
        var status = stat()
        guard unsafe mkdir(path, 0o755) == 0, unsafe stat(path, &status) == 0 else { return false }
        return unsafe chmod(path, status.st_mode & 0o7777 | 0o755) == 0
    }

    /// Writes a file that all users can read beside its place, and renames it.
    private func write(_ bytes: Data, to path: String) -> InstallationOutcome.Status {
        let temporary = "\(folder(of: path))/.font-names-\(UUID().uuidString)"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return .failed("The file cannot be written: \(Self.reason)") }
        let isComplete = write(bytes, to: descriptor) && fchmod(descriptor, 0o644) == 0 && fsync(descriptor) == 0
        let reason = Self.reason
        close(descriptor)
        guard isComplete else {
            unsafe unlink(temporary)
            return .failed("The file cannot be written: \(reason)")
        }
        guard unsafe rename(temporary, path) == 0 else {
            let reason = Self.reason
            unsafe unlink(temporary)
            return .failed("The file cannot be put in its place: \(reason)")
        }
        return .installed
    }

    private func write(_ bytes: Data, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard written >= 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(written, 0))
        }
        return true
    }

    /// The reason of the last failure of the system, as a sentence.
    private static var reason: String { unsafe String(cString: strerror(errno)) + "." }

    /// Returns the folder of a path; an empty text for the root.
    private func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    /// Returns a path without repeated slashes.
    private static func normalized(_ path: String) -> String {
        (path.hasPrefix("/") ? "/" : "") + path.split(separator: "/").joined(separator: "/")
    }
}

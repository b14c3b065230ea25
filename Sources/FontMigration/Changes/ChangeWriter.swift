package import Foundation

/// Writes the changes of a migration into a package.
///
/// Every file that is changed or removed is kept in a new folder of the package first. A file is replaced by a rename, so
/// that it is complete at every time. What changed since the migration read it is not touched.
package struct ChangeWriter {
    /// The package's folder.
    package let package: URL
    /// The beginning of the names of folders with kept files.
    package static let keptFolder = ".before-font-names"

    package init(package: URL) { self.package = package }

    /// Makes the changes.
    ///
    /// - Returns: The folder with the files as they were, in the package; nil if there were none.
    package func write(_ changes: [FileChange]) throws(MigrationError) -> String? {
        for change in changes { try check(change) }
        let kept = try keep(changes.filter { $0.old != nil })
        do throws(MigrationError) {
            // New files first: if one cannot be written, nothing was removed.
            for change in changes { if let new = change.new { try put(new, for: change) } }
            for change in changes where change.new == nil { try remove(change) }
        } catch {
            guard let kept else { throw error }
            throw MigrationError("\(error.message) The files as they were are in \(kept).")
        }
        return kept
    }

    private func url(_ path: String) -> URL { package.appending(path: path) }

    private func path(_ path: String) -> String { url(path).path(percentEncoded: false) }

    /// Fails if a file is not as it was when the migration read it, or if it is a link.
    private func check(_ change: FileChange) throws(MigrationError) {
        guard !change.path.split(separator: "/").contains("..") else {
            throw MigrationError("\(change.path) is outside of the package. Nothing was written; change it yourself.")
        }
        let path = path(change.path)
        guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil else {
            throw MigrationError("\(change.path) is a link. Replace it by a copy of the file, and try again.")
        }
        let contents = FileManager.default.contents(atPath: path).map { [UInt8]($0) }
        guard contents == change.old, contents != nil || !FileManager.default.fileExists(atPath: path) else {
            throw MigrationError("\(change.path) changed meanwhile. Nothing was written; try again.")
        }
    }

    /// Keeps files as they are in a folder with a name that is free.
    private func keep(_ changes: [FileChange]) throws(MigrationError) -> String? {
        guard !changes.isEmpty else { return nil }
        for number in 1... {
            let folder = number == 1 ? Self.keptFolder : "\(Self.keptFolder)-\(number)"
            guard !FileManager.default.fileExists(atPath: path(folder)) else { continue }
            for change in changes {
                let copy = url(folder).appending(path: change.path)
                try Self.attempt("\(change.path) cannot be kept in \(folder)") {
                    try FileManager.default.createDirectory(
                        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try FileManager.default.copyItem(at: url(change.path), to: copy)
                }
            }
            return folder
        }
        return nil
    }

    /// Writes a file, with the permissions of the one that it replaces.
    private func put(_ contents: [UInt8], for change: FileChange) throws(MigrationError) {
        let (file, manager) = (url(change.path), FileManager.default)
        try Self.attempt("\(change.path) cannot be written") {
            try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let permissions = try? manager.attributesOfItem(atPath: path(change.path))[.posixPermissions]
            try Data(contents).write(to: file, options: .atomic)
            if let permissions {
                try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: path(change.path))
            }
        }
    }

    /// Removes a file, and the folders above it that are empty then.
    private func remove(_ change: FileChange) throws(MigrationError) {
        try Self.attempt("\(change.path) cannot be removed") {
            try FileManager.default.removeItem(at: url(change.path))
        }
        var folder = change.path
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            guard (try? FileManager.default.contentsOfDirectory(atPath: path(folder)))?.isEmpty == true else { return }
            try Self.attempt("\(folder) cannot be removed") { try FileManager.default.removeItem(at: url(folder)) }
        }
    }

    /// Runs file operations; a failure gets the beginning of a message.
    private static func attempt(_ what: String, _ body: () throws -> Void) throws(MigrationError) {
        do { try body() } catch { throw MigrationError("\(what): \(error.localizedDescription)") }
    }
}

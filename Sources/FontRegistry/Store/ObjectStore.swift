import CLinux
import FontModel
import Foundation
import Glibc

/// Font bytes, once per content, in a folder outside every font folder, each with its sidecar.
struct ObjectStore: Sendable {
    let root: String

    init(_ paths: FontPaths) { root = paths.objects }

    /// Where the bytes of a content are.
    func path(_ sha256: String) -> String { "\(root)/\(sha256.prefix(2))/\(sha256)" }

    /// Where its sidecar is.
    func sidecarPath(_ sha256: String) -> String { path(sha256) + ".json" }

    func contains(_ sha256: String) -> Bool { access(path(sha256), F_OK) == 0 }

    /// Stores a staged file under its content hash; the staged name stays until its operation is over.
    ///
    /// - Returns: Whether the object is new.
    func store(_ staged: StagedFile) throws(FontError) -> Bool {
        let target = path(staged.sha256)
        if link(staged.path, target) == 0 { return true }
        if errno == ENOENT {
            try makeFolder("\(root)/\(staged.sha256.prefix(2))")
            if link(staged.path, target) == 0 { return true }
        }
        guard errno == EEXIST else { throw .store("store the font", path: target) }
        return false
    }

    /// Takes an object back from a hard link of it.
    ///
    /// - Returns: Whether the object is there now.
    func restore(_ sha256: String, from path: String) -> Bool {
        do { try makeFolder("\(root)/\(sha256.prefix(2))") } catch { return false }
        return link(path, self.path(sha256)) == 0 || errno == EEXIST
    }

    /// Waits until the names of new objects are on the disk.
    func syncFolder(of sha256: String) throws(FontError) {
        let folder = "\(root)/\(sha256.prefix(2))"
        let descriptor = clx_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .store("open a folder", path: folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .store("write a folder to the disk", path: folder) }
    }

    /// Removes an object and its sidecar; being gone already is fine.
    func remove(_ sha256: String) {
        unlink(sidecarPath(sha256))
        unlink(path(sha256))
        rmdir("\(root)/\(sha256.prefix(2))")
    }

    /// The content hashes of all stored objects.
    func all() -> [String] {
        (folderEntries(root) ?? []).sorted().flatMap { shard in
            (folderEntries(root + "/" + shard) ?? []).filter { $0.utf8.count == 64 && $0.hasPrefix(shard) }.sorted()
        }
    }

    /// Writes the registration facts beside an object.
    func writeSidecar(_ sidecar: Sidecar, for sha256: String) throws(FontError) {
        let path = sidecarPath(sha256)
        let new = path + ".new"
        let descriptor = clx_open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .store("write a sidecar", path: new) }
        defer { close(descriptor) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(sidecar) else {
            throw FontError(
                .registrationFailed, "The facts of \(sha256) could not be written down.",
                cause: .store(.unavailable, detail: "JSON encoding"))
        }
        try ByteCopy.writeAll([UInt8](json), to: descriptor, path: new)
        guard rename(new, path) == 0 else { throw .store("write a sidecar", path: path) }
    }

    /// The registration facts beside an object; nil if they are missing or unreadable.
    func readSidecar(_ sha256: String) -> Sidecar? {
        guard let json = FileManager.default.contents(atPath: sidecarPath(sha256)) else { return nil }
        return try? JSONDecoder().decode(Sidecar.self, from: json)
    }
}

/// What a rebuild needs to know of one object beside its bytes.
struct Sidecar: Codable, Sendable, Hashable {
    /// One registration of the object.
    struct Entry: Codable, Sendable, Hashable {
        var id: String
        var scope: FontScope
        var provider: String
        var isEnabled: Bool
        var tag: String?
        var file: String
        var registeredAt: Double
        /// Of which login session, in session scope.
        var session: String?
    }

    var registrations: [Entry]
}

import CLinux
import FontFiles
import FontModel
import Glibc

/// The folder of downloads, `$XDG_CACHE_HOME/fontd/downloads`.
package struct DownloadFolder: Sendable, Hashable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// The time after which a part is removed that nobody continued, in seconds: 30 days.
    private static let age = 30 * 86_400

    /// Removes parts that nobody continues.
    ///
    /// - Parameters:
    ///   - takesComplete: Whether complete parts go, too: where nothing is missing, they are of fonts that were
    ///     registered by a process that was killed after that.
    ///   - isDryRun: Whether to return only what would be removed.
    /// - Returns: The paths of the files.
    @discardableResult
    func sweep(takesComplete: Bool = false, isDryRun: Bool = false) -> [String] {
        var removed: [String] = []
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        // A part comes before the file beside it, which is of no use without it.
        for name in ((try? folderEntries(path)) ?? []).sorted(by: >) {
            let entry = "\(path)/\(name)"
            var status = stat()
            guard name.hasSuffix(".part") || name.hasSuffix(".json"), lstat(entry, &status) == 0,
                (name.hasSuffix(".part") ? status.st_size == 0 : !hasPart(name, besides: removed))
                    || status.st_mtim.tv_sec < now.tv_sec - Self.age || takesComplete && isOfComplete(name)
            else { continue }
            let descriptor = open(entry, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isDryRun || unlink(entry) == 0 { removed.append(entry) }
            close(descriptor)
        }
        return removed.sorted()
    }

    /// Whether there is a part beside a file that names its server, besides those that go.
    private func hasPart(_ name: String, besides removed: [String]) -> Bool {
        let part = "\(path)/\(name.dropLast("json".count))part"
        return !removed.contains(part) && access(part, F_OK) == 0
    }

    /// Whether a file is a complete part, or is beside one.
    private func isOfComplete(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."),
            let bytes = try? PublishedFolder.read("\(path)/\(name[..<dot]).part", atMost: FontLimits.fileSize)
        else { return false }
        var hash = ContentHash()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.finalize() == name[..<dot]
    }
}

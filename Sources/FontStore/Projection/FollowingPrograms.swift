import CLinux
import FontModel
import Glibc

/// The programs that show a change of fonts without a restart, so that a font that they have open needs no advice.
///
/// They watch the store, as `FontManager` does for a program that listens to its changes, or are known to look for
/// changed fonts themselves (`docs/reach.md`).
struct FollowingPrograms {
    /// A file or folder as `/proc/PID/fdinfo` names it.
    private struct Watched: Hashable {
        var inode: UInt64
        /// The kernel's number of the file system, which differs from that of `stat` on some.
        var device: UInt64
    }

    private let store: Watched?
    private let areNotified: OnDemand<Bool>

    init(_ paths: FontPaths) {
        var status = stat()
        let isThere = GivenPath.with(paths.store) { stat($0, &status) } == 0
        // The kernel's own number has the minor one in its lower 20 bits; that of `stat` is glibc's (makedev(3)).
        let device = UInt64(status.st_dev)
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & ~0xFF
        store = isThere ? Watched(inode: UInt64(status.st_ino), device: major << 20 | minor) : nil
        areNotified = OnDemand {
            let store = SeenStore(paths)
            return UserProcesses.ids(ofAllUsers: paths.isOfAllUsers).contains { process in
                RunningProgram(process, boot: 0)?.notifiesPrograms == true && store.isSeen(by: process)
            }
        }
    }

    /// Whether a process follows changes.
    ///
    /// - Parameter maps: Its mapped files.
    func contain(_ process: Int32, _ maps: [MappedPath]) -> Bool {
        guard var program = RunningProgram(process, boot: 0) else { return true }
        // Programs of fontd open fonts only while they work.
        if program.isOfFontd { return true }
        let files = maps.compactMap { $0.path.split(separator: "/").last.map(String.init) }
        program.libraries = Set(files.filter(FontEngine.isMarker))
        let follows =
            switch KnownProgram(program)?.following {
            case .polling, .seconds, .everyRun: true
            case .settingsDaemon: areNotified.value
            case .restart, .ownList, .unknown, nil: false
            }
        return follows || watchesStore(process)
    }

    /// Whether a process has an inotify watch on the store's folder (proc(5), `/proc/PID/fdinfo`).
    private func watchesStore(_ process: Int32) -> Bool {
        guard let store else { return false }
        let folder = "/proc/\(process)"
        return ((try? folderEntries(folder + "/fd")) ?? []).contains { descriptor in
            guard UserProcesses.target(of: "\(folder)/fd/\(descriptor)").hasSuffix("inotify") else { return false }
            let text = String(decoding: UserProcesses.contents(of: process, "fdinfo/\(descriptor)"), as: UTF8.self)
            return text.split(separator: "\n").contains { Self.watched($0) == store }
        }
    }

    /// Reads a line `inotify wd:1 ino:9e7e sdev:800013 mask:…` with hexadecimal numbers; nil for another one.
    private static func watched(_ line: Substring) -> Watched? {
        guard line.hasPrefix("inotify ") else { return nil }
        var numbers: [Substring: UInt64] = [:]
        for field in line.split(separator: " ").dropFirst() {
            let parts = field.split(separator: ":")
            if parts.count == 2 { numbers[parts[0]] = UInt64(parts[1], radix: 16) }
        }
        guard let inode = numbers["ino"], let device = numbers["sdev"] else { return nil }
        return Watched(inode: inode, device: device)
    }
}

import CLinux
import FontModel
import Glibc

/// The programs of this user, or of all users, that have withdrawn font files mapped.
///
/// `/proc/PID/maps` lists the device and the inode of every mapped file; all programs that render with FreeType map
/// their fonts. On some file systems the device differs from that of `stat`, so the path is compared, too.
struct OpenFonts {
    /// A file that is no longer shown.
    struct File: Sendable, Hashable {
        var path: String
        var identity: Fingerprint.Identity

        /// Returns `nil` if the file does not exist.
        init?(_ path: String) {
            guard let identity = Fingerprint.Identity(of: path) else { return nil }
            self.path = path
            self.identity = identity
        }
    }

    private var users: [File: [FontUser]] = [:]

    /// Scans the processes once; does nothing without files.
    ///
    /// - Parameter isOfAllUsers: Whether programs of other users count.
    init(_ files: Set<File>, isOfAllUsers: Bool) {
        guard !files.isEmpty else { return }
        // Skip processes of this program: they map fonts while they work, and so do their children that make the
        // delayed touches.
        let own = UserProcesses.program(of: "self")
        let byInode = Dictionary(grouping: files, by: \.identity.inode)
        for process in UserProcesses.ids(ofAllUsers: isOfAllUsers) {
            guard let maps = try? fileContents("/proc/\(process)/maps") else { continue }
            var found: Set<File> = []
            for line in maps.split(separator: UInt8(ascii: "\n")) {
                // The fields are address, permissions, offset, device, inode and path.
                let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
                guard fields.count == 6, let inode = UInt64(String(decoding: fields[4], as: UTF8.self)), inode != 0,
                    let candidates = byInode[inode]
                else { continue }
                let device = Self.device(fields[3])
                let path = String(decoding: fields[5].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
                found.formUnion(
                    candidates.filter { file in
                        device == file.identity.device || path == file.path || path == file.path + " (deleted)"
                    })
            }
            guard !found.isEmpty else { continue }
            guard own == nil || UserProcesses.program(of: "\(process)") != own,
                isOfAllUsers || UserProcesses.seesFonts(process)
            else { continue }
            let user = FontUser(processIdentifier: process, program: UserProcesses.name(of: process))
            for file in found { users[file, default: []].append(user) }
        }
    }

    /// Returns the programs that have a file mapped, sorted by process ID.
    func users(of file: File) -> [FontUser] {
        (users[file] ?? []).sorted { $0.processIdentifier < $1.processIdentifier }
    }

    /// Converts `major:minor` in hexadecimal digits to the device number of `stat`.
    private static func device(_ field: ArraySlice<UInt8>) -> UInt64? {
        let parts = field.split(separator: UInt8(ascii: ":")).map {
            UInt64(String(decoding: $0, as: UTF8.self), radix: 16)
        }
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
        return (major & 0xFFF) << 8 | (major & ~0xFFF) << 32 | (minor & 0xFF) | (minor & ~0xFF) << 12
    }
}

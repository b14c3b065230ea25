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
    /// - Parameter paths: The paths of the store; only programs that see its fonts count.
    init(_ files: Set<File>, of paths: FontPaths) {
        guard !files.isEmpty else { return }
        // Skip processes of this program: they map fonts while they work, and so do their children that make the
        // delayed touches.
        let own = UserProcesses.program(of: "self")
        let byInode = Dictionary(grouping: files, by: \.identity.inode)
        for process in UserProcesses.ids(ofAllUsers: paths.isOfAllUsers) {
            // The environment is smaller than the maps, of which a browser has thousands.
            guard UserProcesses.seesFonts(process, of: paths), let maps = MappedPath.all(of: process) else { continue }
            var found: Set<File> = []
            for mapped in maps {
                guard let candidates = byInode[mapped.inode] else { continue }
                found.formUnion(
                    candidates.filter { file in
                        mapped.device == file.identity.device || [mapped.markedPath, mapped.path].contains(file.path)
                    })
            }
            guard !found.isEmpty, own == nil || UserProcesses.program(of: "\(process)") != own else { continue }
            let user = FontUser(processIdentifier: process, program: UserProcesses.name(of: process))
            for file in found { users[file, default: []].append(user) }
        }
    }

    /// Returns the programs that have a file mapped, sorted by process ID.
    func users(of file: File) -> [FontUser] {
        (users[file] ?? []).sorted { $0.processIdentifier < $1.processIdentifier }
    }
}

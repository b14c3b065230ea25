import CLinux
import FontModel
import Glibc

/// The programs of this user, or of all users, that have withdrawn font files mapped and do not follow changes.
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
        let own = Fingerprint.Identity(of: "/proc/self/exe")
        let byInode = Dictionary(grouping: files, by: \.identity.inode)
        let store = SeenStore(paths)
        let following = FollowingPrograms(paths)
        for process in UserProcesses.ids(ofAllUsers: paths.isOfAllUsers) {
            // The environment is smaller than the maps, of which a browser has thousands.
            guard store.isSeen(by: process), let maps = MappedPath.all(of: process) else { continue }
            var found: Set<File> = []
            for mapped in maps {
                guard let candidates = byInode[mapped.inode] else { continue }
                found.formUnion(
                    candidates.filter { file in
                        mapped.device == file.identity.device || [mapped.markedPath, mapped.path].contains(file.path)
                    })
            }
            guard !found.isEmpty, own == nil || Fingerprint.Identity(of: "/proc/\(process)/exe") != own else {
                continue
            }
            guard !following.contain(process, maps) else { continue }
            let user = FontUser(processIdentifier: process, program: UserProcesses.name(of: process))
            for file in found { users[file, default: []].append(user) }
        }
    }

    /// Returns the programs that have a file mapped, sorted by process ID.
    func users(of file: File) -> [FontUser] {
        (users[file] ?? []).sorted { $0.processIdentifier < $1.processIdentifier }
    }
}

/// The running programs that may open the file of a font again by its path, for a new size, a new page or an export.
///
/// These are the programs that have the file mapped or open, and those that use fontconfig: they know the paths that it
/// listed, and open files only while they need them. `/proc/PID/maps` shows fontconfig's library, also that in a
/// sandbox, or its mapped caches. Programs of other homes see other fonts.
final class ReopeningPrograms {
    private struct Program {
        var user: FontUser
        /// The seconds from the start of the machine to that of the program.
        var start: Double
        var usesFontconfig: Bool
        /// The font files that it has mapped or open.
        var paths: Set<String>
        var inodes: Set<UInt64>
    }

    private let context: RegistryContext
    private lazy var programs = UserProcesses.ids(ofAllUsers: context.paths.isOfAllUsers).compactMap(program)
    /// Files are hidden by rules, so none can be kept if no rules can be written or programs do not read them.
    private lazy var canHide = RejectRules.canHide(in: context)

    init(_ context: RegistryContext) { self.context = context }

    /// Returns the programs that may open a file again, first those that have it open; none if it cannot be hidden from
    /// others.
    ///
    /// - Parameter since: The moment at which the file was hidden: programs that were started later do not know it.
    func users(of path: String, since: BootMoment? = nil) -> [FontUser] {
        guard let file = OpenFonts.File(path), !programs.isEmpty, canHide else { return [] }
        let moment = BootMoment.now()
        var (open, others): ([FontUser], [FontUser]) = ([], [])
        for program in programs {
            if program.inodes.contains(file.identity.inode) || program.paths.contains(path) {
                open.append(program.user)
            } else if program.usesFontconfig {
                // The rules are written after the moment. A program that reads the fonts before that knows the file.
                let knowsIt =
                    since.map { $0.boot == moment.boot && program.start <= $0.seconds + Self.delay } ?? true
                if knowsIt { others.append(program.user) }
            }
        }
        return open + others
    }

    /// The time in which the rules are written, in seconds: that of a large batch on a slow disk.
    private static let delay = 60.0

    private func program(_ process: Int32) -> Program? {
        guard SeenStore(context.paths).isSeen(by: process),
            let running = RunningProgram(process, boot: 0), !running.isOfFontd,
            let maps = MappedPath.all(of: process)
        else { return nil }
        var program = Program(
            user: running.user, start: running.startedAt, usesFontconfig: false, paths: [], inodes: [])
        for mapped in maps {
            let path = mapped.path
            if path.contains("/libfontconfig") || path.contains("/fontconfig/") && path.contains(".cache-") {
                program.usesFontconfig = true
            } else if Self.isFont(path) {
                program.paths.insert(path)
                program.inodes.insert(mapped.inode)
            }
        }
        for descriptor in (try? folderEntries("/proc/\(process)/fd")) ?? [] {
            let link = "/proc/\(process)/fd/\(descriptor)"
            let path = UserProcesses.target(of: link)
            guard Self.isFont(path) else { continue }
            program.paths.insert(path)
            var status = stat()
            if stat(link, &status) == 0 { program.inodes.insert(UInt64(status.st_ino)) }
        }
        return program.usesFontconfig || !program.paths.isEmpty ? program : nil
    }

    private static func isFont(_ path: String) -> Bool { StoredName.isExtension(path.suffix(3).lowercased()) }
}

extension Set<FontUser> {
    /// The programs in the order of their ids, as many as a message names.
    var named: [FontUser] { Array(sorted { $0.processIdentifier < $1.processIdentifier }.prefix(FontOutcome.most)) }
}

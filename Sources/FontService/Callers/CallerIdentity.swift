import CLinux
import FontBus
public import FontModel
public import FontRegistry
import Glibc

/// Who is calling, as the kernel and the sandbox say; nothing that the caller itself says counts.
///
/// The first of these that there is: Flatpak's `/.flatpak-info` in the caller's root, a snap's AppArmor label or control
/// group, a unit of the user's systemd, the program's file.
public struct CallerIdentity: Sendable, Hashable {
    /// The process that was asked about.
    public var pid: Int32
    /// What identified it.
    public var kind: ProviderKind
    /// The provider's id: `org.example.Reader`, `snap.NAME`, `NAME.service`, or an absolute path; of a program inside a
    /// container that no sandbox vouches for `container:PATH`.
    public var id: String
    /// Whether less may be granted to it than to the user's own programs.
    public var isSandboxed: Bool
    /// The file or folder that goes when the provider is removed: of a Flatpak application its folder in the
    /// installation, of a snap its folder, of a program its file; nil if none tells.
    public var evidence: String?
    /// The program's file, as seen from its own root.
    public var executable: String
    /// Which file that is.
    var executableFile: FileIdentity
    /// Whether it sees the processes that we see.
    private let sharesProcesses: Bool

    /// Looks at a process, through one descriptor of its folder in `/proc`: a number that is given to another process
    /// meanwhile does not mix two.
    ///
    /// Reads a few small files; in a file system of the caller's own making that may block, so not for a thread that
    /// others wait for. The process may have ended, and its number may be another's, before the look began: whoever asks
    /// must see afterwards that the connection the number came from is still there.
    /// - Parameter pid: As the bus's credentials say.
    /// - Throws: 302 if it has ended, if its root cannot be looked at, or if what is found contradicts itself.
    public init(pid: Int32) throws(FontError) {
        try self.init(try ProcessFolder(pid: pid), pid: pid)
    }

    /// Looks at the process that opened a connection.
    ///
    /// - Throws: 302 also if the number can be seen to be another process's by now.
    init(_ peer: PeerProcess) throws(FontError) {
        let folder = try ProcessFolder(pid: peer.pid)
        // What the kernel confined when it connected it still confines; a label of another says that the number is another's.
        func line(_ text: String) -> Substring { text.prefix { !$0.isNewline && $0 != "\0" } }
        if let label = peer.securityLabel.map(line), let present = folder.securityLabel().map(line), label != present {
            throw .unknownCaller(peer.pid, "the process that connected was \(label), and this one is \(present)")
        }
        try self.init(folder, pid: peer.pid)
        // Looked at last: if the process lives now, the number was its own all the while.
        if let handle = peer.handle, ProcessFolder.pid(ofHandle: handle.raw) != peer.pid {
            throw .unknownCaller(peer.pid, "the process that connected has ended")
        }
    }

    private init(_ process: borrowing ProcessFolder, pid: Int32) throws(FontError) {
        self.pid = pid
        let program = try process.executable()
        (executable, executableFile) = (program.path, program.file)
        let root = try process.root()
        if let text = try root.flatpakInformation() {
            let flatpak = try FlatpakInstance(text, pid: pid)
            (kind, id, isSandboxed) = (.flatpak, flatpak.id, true)
            sharesProcesses = false
            evidence = flatpak.deployment
            return
        }
        let groups = try process.controlGroups()
        if let snap = try Self.snap(label: process.securityLabel(), groups: groups, pid: pid) {
            (kind, id, isSandboxed) = (.snap, "snap.\(snap)", true)
            sharesProcesses = false
            evidence = ["/snap/", "/var/lib/snapd/snap/"].map { $0 + snap }.first { access($0, F_OK) == 0 }
            return
        }
        // A sandbox that is not Flatpak's puts the proxy before its programs: it speaks for who knows whom.
        let isForeign = !program.isOurs || root.file != FileIdentity(of: "/") || !process.sharesNamespace("user")
        sharesProcesses = process.sharesNamespace("pid")
        isSandboxed = isForeign || program.name == "xdg-dbus-proxy"
        if !isSandboxed, let unit = ControlGroup.userUnit(groups).flatMap(UserUnit.init) {
            (kind, id, evidence) = (.unit, unit.id, nil)
        } else if isForeign {
            // The path is one of its own root, where it may have put any program under any name.
            (kind, id, evidence) = (.executable, "container:\(program.path)", nil)
        } else {
            (kind, id, evidence) = (.executable, program.path, program.path)
        }
    }

    private static func snap(label: String?, groups: String, pid: Int32) throws(FontError) -> String? {
        let (labelled, grouped) = (label.flatMap(Snap.name(label:)), ControlGroup.snap(groups))
        guard let labelled, let grouped, labelled != grouped else { return labelled ?? grouped }
        throw .unknownCaller(pid, "its security label says \(labelled) and its control group \(grouped)")
    }

    /// Whether it is the user's own `fontctl`, which acts with the user's authority.
    ///
    /// - Parameter path: Where `fontctl` is installed.
    public func isFontctl(_ path: String) -> Bool {
        !isSandboxed && sharesProcesses && FileIdentity(of: path) == executableFile
    }

    /// Among whom what is under way is bounded: like the id, but all that nobody vouches for is one, since whoever makes
    /// a container can give its programs as many paths as it likes.
    var share: String { isSandboxed && kind == .executable ? "container:" : id }

    /// What the store keeps of the provider.
    public var facts: ProviderFacts { ProviderFacts(kind: kind, evidence: evidence) }
}

/// Which file something is, under whatever name.
struct FileIdentity: Sendable, Hashable {
    var device: UInt64
    var inode: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// - Returns: Nil if nothing is at the path.
    init?(of path: String) {
        var status = stat()
        guard clx_stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}

extension FontError {
    /// The 302 for a caller of whom it cannot be said who it is.
    static func unknownCaller(_ pid: Int32, _ reason: String) -> FontError {
        FontError(
            .missingEntitlement,
            "The calling process \(pid) cannot be identified: \(reason). Call from the program itself, or use `fontctl`."
        )
    }
}

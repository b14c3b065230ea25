import CLinux
import FontBus
public import FontModel
public import FontRegistry
import Glibc

/// The identity of a caller, from what only the world outside of its sandbox can write; nothing that it says itself counts.
///
/// The first of these that there is: the Flatpak instance that the process belongs to, a snap's AppArmor label or control
/// group, a unit of the user's systemd, the program's file. A process in a sandbox that none of these names is refused.
///
/// The user's programs outside of sandboxes are told apart, but not kept apart: each could act as another, as by starting
/// it, or moving itself into its control group.
public struct CallerIdentity: Sendable, Hashable {
    /// The process that was asked about.
    public var pid: Int32
    /// What identified it.
    public var kind: ProviderKind
    /// The provider's id: `org.example.Reader`, `snap.NAME`, `NAME.service`, or an absolute path.
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
    /// - Parameters:
    ///   - pid: As the bus's credentials say.
    ///   - runtimeDirectory: The user's `XDG_RUNTIME_DIR`, in which Flatpak keeps what it knows of running instances.
    /// - Throws: 302 if it has ended, if its root cannot be looked at, if what is found contradicts itself, or if it runs in
    ///   a sandbox that cannot be named.
    public init(pid: Int32, runtimeDirectory: String?) throws(FontError) {
        try self.init(try ProcessFolder(pid: pid), pid: pid, runtimeDirectory)
    }

    /// Looks at the process that opened a connection.
    ///
    /// - Throws: 302 also if the number can be seen to be another process's by now.
    init(_ peer: PeerProcess, runtimeDirectory: String?) throws(FontError) {
        let folder = try ProcessFolder(pid: peer.pid)
        // What the kernel confined when it connected it still confines; a label of another says that the number is another's.
        func line(_ text: String) -> Substring { text.prefix { !$0.isNewline && $0 != "\0" } }
        if let label = peer.securityLabel.map(line), let present = folder.securityLabel().map(line), label != present {
            throw .unknownCaller(peer.pid, "the process that connected was \(label), and this one is \(present)")
        }
        try self.init(folder, pid: peer.pid, runtimeDirectory)
        // Looked at last: if the process lives now, the number was its own all the while.
        if let handle = peer.handle, ProcessFolder.pid(ofHandle: handle.raw) != peer.pid {
            throw .unknownCaller(peer.pid, "the process that connected has ended")
        }
    }

    private init(
        _ process: borrowing ProcessFolder, pid: Int32, _ runtimeDirectory: String?
    ) throws(FontError) {
        self.pid = pid
        let program = try process.executable()
        (executable, executableFile) = (program.path, program.file)
        sharesProcesses = process.sharesNamespace("pid")
        let root = try process.root()
        if let text = try root.flatpakInformation() {
            let flatpak = try Self.flatpak(claim: FlatpakInstance(text, pid: pid), process, pid, runtimeDirectory)
            (kind, id, isSandboxed) = (.flatpak, flatpak.id, true)
            evidence = flatpak.deployment
            return
        }
        let groups = try process.controlGroups()
        if let snap = try Self.snap(label: process.securityLabel(), groups: groups, pid: pid) {
            (kind, id, isSandboxed) = (.snap, "snap.\(snap)", true)
            evidence = ["/snap/", "/var/lib/snapd/snap/"].map { $0 + snap }.first { access($0, F_OK) == 0 }
            return
        }
        // Any path of its own root may lead to any program, and a proxy outside of Flatpak speaks for an unknown program.
        guard program.isOurs, root.file == FileIdentity(of: "/"), process.sharesNamespace("user"),
            program.name != "xdg-dbus-proxy"
        else { throw .unknownCaller(pid, "it runs in a container or sandbox that is neither Flatpak's nor a snap's") }
        isSandboxed = false
        if let unit = ControlGroup.userUnit(groups).flatMap(UserUnit.init) {
            (kind, id, evidence) = (.unit, unit.id, nil)
        } else {
            (kind, id, evidence) = (.executable, program.path, program.path)
        }
    }

    /// The Flatpak instance that a process belongs to.
    ///
    /// - Parameter claim: Its `/.flatpak-info`, which names the instance.
    /// - Throws: 302 if the process does not belong to the instance, or names another application than Flatpak does.
    private static func flatpak(
        claim: FlatpakInstance, _ process: borrowing ProcessFolder, _ pid: Int32, _ runtimeDirectory: String?
    ) throws(FontError) -> FlatpakInstance {
        let folder = try FlatpakFolder(instance: claim.instance, runtimeDirectory: runtimeDirectory, pid: pid)
        try folder.requireMember(process)
        let flatpak = try folder.instance()
        guard flatpak.id == claim.id else {
            throw .unknownCaller(pid, "its /.flatpak-info says \(claim.id), and Flatpak runs \(flatpak.id)")
        }
        return flatpak
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
            "The calling process \(pid) cannot be identified: \(reason). Call from the program itself."
        )
    }
}

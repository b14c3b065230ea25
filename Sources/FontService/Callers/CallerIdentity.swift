import CLinux
import FontBus
public import FontModel
package import FontRegistry
import Glibc

/// The identity of a caller, derived only from data that a process inside of a sandbox cannot write.
///
/// The identity is the first of these that exists: the Flatpak instance of the process, the snap in its AppArmor label
/// or control group, its unit of the user's systemd, its executable file. A sandboxed process that none of these names
/// is refused.
///
/// The user's programs outside of sandboxes are distinguished but not protected from each other: one could act as
/// another, for example by starting it or by moving itself into its control group.
public struct CallerIdentity: Sendable, Hashable {
    /// The process.
    public var pid: Int32
    /// The kind of provider.
    public var kind: ProviderKind
    /// The provider's id, whose form shows the kind: `flatpak:org.example.Reader`, `snap:NAME`, `NAME.service`, or an
    /// absolute path.
    public var id: String
    /// Whether the process is sandboxed and may be granted less than the user's own programs.
    public var isSandboxed: Bool
    /// The file or folder that disappears when the provider is removed, or nil if there is none.
    ///
    /// For a Flatpak application this is its folder in the installation, for a snap its folder, for a program its file.
    public var evidence: String?
    /// The path of the executable, as seen from the process's own root.
    public var executable: String
    /// The identity of the executable file.
    var executableFile: FileIdentity
    /// Whether the process is in this process's PID namespace.
    private let sharesProcesses: Bool

    /// Identifies a process.
    ///
    /// All data is read through one descriptor of the process's folder in `/proc`, so that reuse of the process number
    /// cannot mix two processes. This reads a few small files. It may block on a file system that the caller mounted,
    /// so do not call it on a thread that other work needs. The process may have ended, and its number may have been
    /// reused, before the identification began: the caller of this initializer must check afterwards that the
    /// connection that the number came from still exists.
    ///
    /// - Parameters:
    ///   - pid: The process number from the bus's credentials.
    ///   - runtimeDirectory: The user's `XDG_RUNTIME_DIR`, in which Flatpak keeps its data about running instances.
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) if the process has ended, if its
    ///   root cannot be inspected, if the data contradicts itself, or if the process runs in a sandbox that cannot be
    ///   named.
    public init(pid: Int32, runtimeDirectory: String?) throws(FontError) {
        try self.init(try ProcessFolder(pid: pid), pid: pid, runtimeDirectory)
    }

    /// Identifies the process that opened a connection.
    ///
    /// - Throws: `missingEntitlement` (302) also if the number evidently belongs to another process by now.
    init(_ peer: PeerProcess, runtimeDirectory: String?) throws(FontError) {
        let folder = try ProcessFolder(pid: peer.pid)
        // The kernel does not lift a confinement, so a different label shows that the number was reused.
        func line(_ text: String) -> Substring { text.prefix { !$0.isNewline && $0 != "\0" } }
        if let label = peer.securityLabel.map(line), let present = folder.securityLabel().map(line), label != present {
            throw .unknownCaller(peer.pid, "The process that connected was \(label), and this one is \(present).")
        }
        try self.init(folder, pid: peer.pid, runtimeDirectory)
        // This check comes last: if the process is alive now, its number was not reused in between.
        if let handle = peer.handle, ProcessFolder.pid(ofHandle: handle.raw) != peer.pid {
            throw .unknownCaller(peer.pid, "The process that connected has ended.")
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
            (kind, id, isSandboxed) = (.flatpak, ProviderID.flatpak(flatpak.id), true)
            evidence = flatpak.deployment
            return
        }
        let groups = try process.controlGroups()
        if let snap = try Self.snap(label: process.securityLabel(), groups: groups, pid: pid) {
            (kind, id, isSandboxed) = (.snap, ProviderID.snap(snap), true)
            evidence = ["/snap/", "/var/lib/snapd/snap/"].map { $0 + snap }.first { access($0, F_OK) == 0 }
            return
        }
        // A path in another root may lead to any program, and a proxy outside of Flatpak speaks for an unknown program.
        guard program.isOurs, root.file == FileIdentity(of: "/"), process.sharesNamespace("user"),
            program.name != "xdg-dbus-proxy"
        else { throw .unknownCaller(pid, "It runs in a container or sandbox other than Flatpak and snap.") }
        isSandboxed = false
        if let unit = ControlGroup.userUnit(groups).flatMap(UserUnit.init) {
            (kind, id, evidence) = (.unit, unit.id, nil)
        } else {
            guard CallerText.isComposed(program.path) else {
                throw .unknownCaller(pid, "The path of its program is not in Unicode's composed form (NFC).")
            }
            (kind, id, evidence) = (.executable, program.path, program.path)
        }
    }

    /// Returns the Flatpak instance that a process belongs to.
    ///
    /// - Parameter claim: The instance that the process's `/.flatpak-info` names.
    /// - Throws: `missingEntitlement` (302) if the process does not belong to the instance, or if it names another
    ///   application than Flatpak does.
    private static func flatpak(
        claim: FlatpakInstance, _ process: borrowing ProcessFolder, _ pid: Int32, _ runtimeDirectory: String?
    ) throws(FontError) -> FlatpakInstance {
        let folder = try FlatpakFolder(instance: claim.instance, runtimeDirectory: runtimeDirectory, pid: pid)
        try folder.requireMember(process)
        let flatpak = try folder.instance()
        guard flatpak.id == claim.id else {
            throw .unknownCaller(pid, "Its /.flatpak-info names \(claim.id), but Flatpak runs \(flatpak.id).")
        }
        return flatpak
    }

    private static func snap(label: String?, groups: String, pid: Int32) throws(FontError) -> String? {
        let (labelled, grouped) = (label.flatMap(Snap.name(label:)), ControlGroup.snap(groups))
        guard let labelled, let grouped, labelled != grouped else { return labelled ?? grouped }
        throw .unknownCaller(pid, "Its security label names \(labelled), but its control group names \(grouped).")
    }

    /// Returns whether the process is the user's own `fontctl`, which has the user's authority.
    ///
    /// - Parameter path: The path at which `fontctl` is installed.
    public func isFontctl(_ path: String) -> Bool {
        !isSandboxed && sharesProcesses && FileIdentity(of: path) == executableFile
    }

    /// The facts about the provider that the store keeps.
    package var facts: ProviderFacts { ProviderFacts(kind: kind, evidence: evidence) }
}

/// The identity of a file, independent of its name.
struct FileIdentity: Sendable, Hashable {
    var device: UInt64
    var inode: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// - Returns: Nil if there is no file at the path.
    init?(of path: String) {
        var status = stat()
        guard clx_stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}

extension FontError {
    /// Returns the `missingEntitlement` error (302) for a caller that cannot be identified.
    ///
    /// - Parameter reason: The reason, as a sentence about the process.
    static func unknownCaller(_ pid: Int32, _ reason: Message) -> FontError {
        FontError(
            .missingEntitlement,
            "The calling process \(pid) cannot be identified. \(reason) Call from the program itself."
        )
    }
}

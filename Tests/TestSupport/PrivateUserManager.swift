import Dispatch
import FontRegistry
import Foundation
import Glibc
import Synchronization

/// A real systemd of the test that manages a user's services, as `systemd --user` does after a login.
///
/// It has its own mount and cgroup namespace, but no process namespace, so that its processes can be found by their
/// process ids. The processes that it started end with the value. Requires root rights and a writable cgroup version 2;
/// see ``isPossible``.
public final class PrivateUserManager: Sendable {
    /// The folder of its units; no other units are loaded.
    public let units: String
    /// The environment variables of its services, including `XDG_RUNTIME_DIR`.
    public let environment: [String: String]

    private let home: PrivateHome
    private let isOrdinary: Bool
    private let program: LeashedProgram
    private let journal: JournalSocket

    /// The units that every manager has, from the system's folder of user units.
    private static let standardUnits = [
        "basic.target", "default.target", "exit.target", "paths.target", "shutdown.target", "sockets.target",
        "timers.target", "app.slice", "session.slice", "background.slice", "systemd-exit.service",
    ]

    /// Starts a manager in a home.
    ///
    /// - Parameters:
    ///   - units: Units by name, in addition to the usual targets and slices.
    ///   - variables: Environment variables for its services, in addition to those of the home. Includes the address of
    ///     the bus if the units start one.
    ///   - isOrdinary: Whether it and its services run as the user `nobody`, without root rights. The home is given to
    ///     that user.
    public init(
        in home: PrivateHome, units texts: [String: String] = [:], environment variables: [String: String] = [:],
        isOrdinary: Bool = false
    ) throws {
        guard let systemd = Self.systemd, let group = Self.group, let runtime = home.paths.runtimeDirectory else {
            throw LeashedProgram.Failure(program: "systemd --user", says: "It cannot run here; see isPossible.")
        }
        self.home = home
        self.isOrdinary = isOrdinary
        units = home.root + "/units"
        let journalFolder = home.root + "/journal"
        for folder in [units, journalFolder] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        for unit in Self.standardUnits {
            try FileManager.default.createSymbolicLink(
                atPath: units + "/" + unit, withDestinationPath: "/usr/lib/systemd/user/" + unit)
        }
        for (name, text) in texts { try Self.write(text, to: units + "/" + name) }
        journal = try JournalSocket(journalFolder + "/socket")
        var environment = home.environment
        environment["SYSTEMD_UNIT_PATH"] = units
        environment["SYSTEMD_LOG_TARGET"] = "journal"
        self.environment = environment.merging(variables) { $1 }
        let (user, name) = (isOrdinary ? "nobody" : "root", "/fontd-test-\(UUID().uuidString)")
        program = try LeashedProgram(
            "/bin/sh",
            [
                "-c", Self.script, "sh", systemd, group + name, Self.namedGroup.map { $0 + name } ?? "", journalFolder,
                user, home.root,
            ],
            environment: self.environment, log: home.root + "/systemd.log")
        try program.wait { canConnect(to: runtime + "/systemd/private") }
        // The manager accepts connections before all units are started, so wait for the end of the startup.
        _ = try systemctl("is-system-running", "--wait")
    }

    /// The script that runs the manager in its own cgroup, with which all its processes end.
    ///
    /// Below that cgroup is the path that a login gives to a user's manager, from which programs find out the owner of
    /// a unit.
    private static let script = """
        systemd=$1 group=$2 named=$3
        mkdir "$group" ${named:+"$named"} || exit 1
        (
            for folder in "$group" ${named:+"$named"}; do echo 0 >"$folder/cgroup.procs"; done
            exec unshare --mount --cgroup sh -ec '
                systemd=$1 named=$2 journal=$3 user=$4 home=$5
                trees=/sys/fs/cgroup
                if test "$named"; then
                    # Both versions side by side, as systemd(1) calls it hybrid.
                    mount -t tmpfs fontd-test /sys/fs/cgroup
                    mkdir /sys/fs/cgroup/unified /sys/fs/cgroup/systemd
                    mount -t cgroup2 fontd-test /sys/fs/cgroup/unified
                    mount -t cgroup -o none,name=systemd fontd-test /sys/fs/cgroup/systemd
                    trees="/sys/fs/cgroup/unified /sys/fs/cgroup/systemd"
                else
                    mount -t cgroup2 fontd-test /sys/fs/cgroup
                fi
                # Where systemd is not the system: what its programs look for.
                if ! test -d /run/systemd/system; then
                    mount -t tmpfs fontd-test /run
                    mkdir -p /run/systemd/system /run/systemd/journal
                    mount --bind "$journal" /run/systemd/journal
                fi
                id=$(id -u "$user")
                for tree in $trees; do
                    place=$tree/user.slice/user-$id.slice/user@$id.service
                    mkdir -p "$place"
                    echo 0 >"$place/cgroup.procs"
                    chown -R "$user:" "$place"
                done
                if test "$user" = root; then exec "$systemd" --user; fi
                chown -R "$user:" "$home"
                exec setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups "$systemd" --user
            ' sh "$systemd" "$named" "$4" "$5" "$6" </dev/null
        ) &
        cat >/dev/null
        echo 1 >"$group/cgroup.kill"
        wait
        for folder in "$group" ${named:+"$named"}; do
            while test -d "$folder"; do
                find "$folder" -depth -type d -exec rmdir {} + 2>/dev/null || sleep 0.01
            done
        done
        """

    /// Runs `systemctl --user` on this manager, through its private socket and not through a bus.
    public func systemctl(_ arguments: String...) throws -> Command.Result {
        let environment = environment.filter { $0.key != "DBUS_SESSION_BUS_ADDRESS" }
        // The manager accepts only connections of its own user.
        let user = isOrdinary ? ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups"] : ["env"]
        return try Command.run(
            user[0], user.dropFirst() + ["systemctl", "--user", "--no-pager"] + arguments, environment: environment)
    }

    /// Writes a unit or a drop-in (`name.service.d/part.conf`), and reloads the units.
    public func addUnit(_ name: String, _ text: String) throws {
        try Self.write(text, to: units + "/" + name)
        try reload()
    }

    /// Adds an installed unit as it is.
    public func addUnit(linkedTo file: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: units + "/" + (file as NSString).lastPathComponent, withDestinationPath: file)
        try reload()
    }

    /// Adds a drop-in to a unit, as an administrator does.
    public func addSetting(_ text: String, toUnit name: String) throws {
        try Self.write(text, to: units + "/" + name + ".d/tests.conf")
        try reload()
    }

    private func reload() throws {
        let result = try systemctl("daemon-reload")
        guard result.status == 0 else {
            throw LeashedProgram.Failure(program: "systemctl daemon-reload", says: result.errors)
        }
    }

    private static func write(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Returns one property of a unit, as reported by `systemctl show`.
    public func property(_ name: String, of unit: String) throws -> String {
        try systemctl("show", "--value", "--property", name, unit).lines.first ?? ""
    }

    /// The output of the manager so far, including its journal messages.
    public var said: String { program.said + journal.said }

    // MARK: Whether it can run

    /// Whether systemd can manage services here, determined with a short-lived instance.
    public static let isPossible: Bool = {
        guard systemd != nil, group != nil, Command.find("systemctl") != nil,
            let home = try? PrivateHome(), let manager = try? PrivateUserManager(in: home)
        else { return false }
        return (try? manager.systemctl("is-active", "basic.target").status) == 0
    }()

    private static let systemd = ["/usr/lib/systemd/systemd", "/lib/systemd/systemd"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The cgroup of this process in the tree of cgroup version 2; nil if it is not writable.
    private static let group = ownGroup("0::") { $0[2] == "cgroup2" }

    /// The cgroup of this process in systemd's own tree of version 1, if the machine has one.
    ///
    /// On such a machine, that tree determines the unit of a process.
    private static let namedGroup = ownGroup(":name=systemd:") {
        $0[2] == "cgroup" && $0[3].split(separator: ",").contains("name=systemd")
    }

    /// - Parameters:
    ///   - mark: The text that precedes the path in the tree's line of `/proc/self/cgroup`.
    ///   - isTree: Whether a line of `/proc/self/mounts` belongs to the tree.
    private static func ownGroup(_ mark: String, _ isTree: ([Substring]) -> Bool) -> String? {
        let mounts = (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)) ?? ""
        let fields = mounts.split(separator: "\n").map { $0.split(separator: " ") }
        let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
        guard let mount = fields.first(where: { $0.count > 3 && isTree($0) }),
            let line = groups.split(separator: "\n").first(where: { $0.contains(mark) }),
            let own = line.split(separator: ":", maxSplits: 2).last
        else { return nil }
        let path = String(mount[1]) + (own == "/" ? "" : own)
        return access(path, W_OK) == 0 ? path : nil
    }
}

/// A journal socket that receives the messages of systemd and its programs.
///
/// The launcher of dbus-broker does not start without a journal.
private final class JournalSocket: Sendable {
    // Dispatch sources may be used from any thread, although Dispatch does not declare it.
    nonisolated(unsafe) private let source: any DispatchSourceRead
    private let messages = Mutex<[String]>([])

    init(_ path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "journal"))
        source.setCancelHandler { close(descriptor) }
        guard var address = SocketAddress(path), address.withRaw({ bind(descriptor, $0, $1) }) == 0 else {
            source.activate()
            source.cancel()
            throw LeashedProgram.Failure(program: "journal", says: "No socket could be made at \(path).")
        }
        source.setEventHandler { [weak self] in self?.read(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    /// The messages so far, one per line.
    var said: String { messages.withLock { $0.joined(separator: "\n") } }

    private func read(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            let fields = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
            let texts = fields.filter { $0.hasPrefix("MESSAGE=") }.map { String($0.dropFirst(8)) }
            messages.withLock { $0 += texts }
        }
    }
}

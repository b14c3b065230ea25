import Dispatch
import FontRegistry
import Foundation
import Glibc
import Synchronization

/// A real systemd of a test's own that manages a user's services, as `systemd --user` does after a login.
///
/// It lives in a mount and a cgroup namespace of its own, and not in a process namespace: whoever looks a caller up by
/// its process number finds it. What it started goes with the value. Needs the rights of root and a writable cgroup
/// version 2; see ``isPossible``.
public final class PrivateUserManager: Sendable {
    /// Where its units lie; it knows no others.
    public let units: String
    /// Where its services find everything, `XDG_RUNTIME_DIR` included.
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
    ///   - units: Units by name, beside the usual targets and slices.
    ///   - variables: For its services, beside those of the home; the address of the bus, if the units make one.
    ///   - isOrdinary: Whether it and its services run as the user `nobody`, without any rights of root, to whom the home
    ///     is given.
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
        // It answers before it has started everything: no test begins meanwhile.
        _ = try systemctl("is-system-running", "--wait")
    }

    /// The manager in a group of its own, with which everything that it started ends; below it is the place that a login
    /// gives to a user's manager, by which programs find out whose a unit is.
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

    /// Runs `systemctl --user` on this manager, to which it speaks without a bus.
    public func systemctl(_ arguments: String...) throws -> Command.Result {
        let environment = environment.filter { $0.key != "DBUS_SESSION_BUS_ADDRESS" }
        // It listens to its own user only.
        let user = isOrdinary ? ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups"] : ["env"]
        return try Command.run(
            user[0], user.dropFirst() + ["systemctl", "--user", "--no-pager"] + arguments, environment: environment)
    }

    /// Writes a unit, or a part of one (`name.service.d/part.conf`), and has it read.
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

    /// Adds what an administrator adds to a unit.
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

    /// One property of a unit, as `systemctl show` tells it.
    public func property(_ name: String, of unit: String) throws -> String {
        try systemctl("show", "--value", "--property", name, unit).lines.first ?? ""
    }

    /// What the manager wrote so far: what it did, and what failed.
    public var said: String { program.said + journal.said }

    // MARK: Whether it can run

    /// Whether systemd can manage services here: asked of a short-lived one.
    public static let isPossible: Bool = {
        guard systemd != nil, group != nil, Command.find("systemctl") != nil,
            let home = try? PrivateHome(), let manager = try? PrivateUserManager(in: home)
        else { return false }
        return (try? manager.systemctl("is-active", "basic.target").status) == 0
    }()

    private static let systemd = ["/usr/lib/systemd/systemd", "/lib/systemd/systemd"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The group of this process in the tree of cgroup version 2; nil if it may not be divided.
    private static let group = ownGroup("0::") { $0[2] == "cgroup2" }

    /// The same in systemd's own tree of version 1, where the machine has one: what is there then says of which unit a
    /// process is.
    private static let namedGroup = ownGroup(":name=systemd:") {
        $0[2] == "cgroup" && $0[3].split(separator: ",").contains("name=systemd")
    }

    /// - Parameters:
    ///   - mark: What is in the line of the tree in `/proc/self/cgroup`, before the path.
    ///   - isTree: Whether a line of `/proc/self/mounts` is of the tree.
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

/// Takes what systemd and its programs tell the journal, without which dbus-broker's launcher does not start.
private final class JournalSocket: Sendable {
    // Dispatch does not say so, but its sources may be used from any thread.
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

    /// What was said so far, a line each.
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

import FontBus
import FontRegistry
import ProgramSupport
import Synchronization

/// The settings of GTK 3 programs on Wayland, which are properties of the bus name `org.gtk.Settings`.
///
/// gsd-xsettings and its like own the name where they run, and watch fonts themselves.
final class GTKSettings: Sendable {
    private static let name = "org.gtk.Settings"
    private static let path = "/org/gtk/Settings"
    private static let property = "FontconfigTimestamp"

    private let connection: BusConnection
    /// The timestamp in microseconds; GTK compares whole seconds.
    private let timestamp: Mutex<Int64>

    enum Claim: Sendable {
        case owned(GTKSettings)
        /// A settings daemon serves this session.
        case daemon
        /// There is no bus, or a program has the name that notifies of no change of fonts: the helper of another display
        /// of the user, or Plasma's daemon on Wayland.
        case none
    }

    private init(_ connection: BusConnection, _ seconds: UInt32) {
        self.connection = connection
        timestamp = Mutex(Int64(seconds) * 1_000_000)
    }

    /// Connects to the session bus and acquires the name, until ``release()``.
    static func claim(_ seconds: UInt32) async -> Claim {
        guard let connection = try? await BusConnection(.session, taskExecutor: TaskExecution.executor) else {
            return .none
        }
        let settings = GTKSettings(connection, seconds)
        do throws(BusFailure) {
            try await connection.export(
                BusObject(
                    path: path,
                    interface: BusInterface(
                        name, methods: [], properties: [.init(property, "x", isConstant: false)]),
                    method: { call throws(BusFailure) in
                        throw BusFailure("org.freedesktop.DBus.Error.UnknownMethod", call.member)
                    },
                    property: { [weak settings] _ in .int64(settings?.timestamp.withLock(\.self) ?? 0) }))
            if try await connection.requestName(name) { return .owned(settings) }
        } catch {
            await connection.close()
            return .none
        }
        let owner = try? await connection.process(of: name).pid
        await connection.close()
        return owner.map { ProgramFile.isRun(by: $0) || ProgramFile.name(of: $0).hasPrefix("kded") } == true
            ? .none : .daemon
    }

    func raise(_ seconds: UInt32) async {
        let time = Int64(seconds) * 1_000_000
        timestamp.withLock { $0 = time }
        // Without the bus there is no program to notify.
        try? await connection.emit(
            BusSignal(
                path: Self.path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
                arguments: [
                    .string(Self.name), .dictionary([Self.property: .int64(time)]), .strings([]),
                ]))
    }

    /// Leaves the name to a settings daemon that starts later.
    func release() async { await connection.close() }
}

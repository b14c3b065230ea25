import FontCatalog
import Foundation
import TestSupport
import Testing

private enum Mock {
    static let isPossible =
        Command.find("dbus-daemon") != nil && Command.find("busctl") != nil
        && (try? Command.run("/usr/bin/python3", ["-c", "import dbusmock"], environment: [:]))?.status == 0
}

/// NetworkManager and the portal, as python-dbusmock imitates them.
@Suite(.enabled(if: Mock.isPossible)) struct MeteredConnectionTests {
    private static let networkManager = "org.freedesktop.NetworkManager"
    private static let manager = "/org/freedesktop/NetworkManager"
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let monitor = "org.freedesktop.portal.NetworkMonitor"

    private let home: PrivateHome
    private let bus: PrivateBus

    init() throws {
        home = try PrivateHome()
        bus = try PrivateBus(in: home)
    }

    private func connection(isInSandbox: Bool) -> MeteredConnection {
        let variable = isInSandbox ? "DBUS_SESSION_BUS_ADDRESS" : "DBUS_SYSTEM_BUS_ADDRESS"
        return MeteredConnection(environment: [variable: bus.address], isInSandbox: isInSandbox)
    }

    /// Starts a service that the bus ends with the test.
    private func start(_ name: String, _ path: String, _ interface: String) throws {
        try bus.addService(name, command: ["/usr/bin/python3", "-m", "dbusmock", name, path, interface])
        let started = try bus.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "StartServiceByName", "su", name,
            "0")
        #expect(started.status == 0, "\(started)")
    }

    /// Unknown, yes, no, guessed yes, guessed no.
    @Test(arguments: [(0, false), (1, true), (2, false), (3, true), (4, false)])
    func networkManagerSays(_ value: Int, _ isMetered: Bool) async throws {
        try start(Self.networkManager, Self.manager, Self.networkManager)
        let added = try bus.call(
            Self.networkManager, Self.manager, "org.freedesktop.DBus.Mock", "AddProperty", "ssv", Self.networkManager,
            "Metered", "u", "\(value)")
        #expect(added.status == 0, "\(added)")
        #expect(await connection(isInSandbox: false).read(within: .seconds(60)) == isMetered)
    }

    @Test(arguments: [true, false])
    func thePortalSays(_ isMetered: Bool) async throws {
        try start(Self.portal, "/org/freedesktop/portal/desktop", Self.monitor)
        let added = try bus.call(
            Self.portal, "/org/freedesktop/portal/desktop", "org.freedesktop.DBus.Mock", "AddMethod", "sssss",
            Self.monitor, "GetMetered", "", "b", "ret = \(isMetered ? "True" : "False")")
        #expect(added.status == 0, "\(added)")
        #expect(await connection(isInSandbox: true).read(within: .seconds(60)) == isMetered)
    }

    @Test(arguments: [true, false])
    func withoutAServiceNothingIsMetered(_ isInSandbox: Bool) async throws {
        #expect(await !connection(isInSandbox: isInSandbox).read(within: .seconds(60)))
        try bus.stop()
        #expect(await !connection(isInSandbox: isInSandbox).read(within: .seconds(60)))
    }
}

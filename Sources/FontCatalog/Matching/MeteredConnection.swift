import DBus
import FontFiles

/// Whether the network counts what is transferred, as a mobile connection does.
///
/// NetworkManager says so, and in a sandbox the portal. Without them, or without an answer, the connection is not metered.
package struct MeteredConnection: Sendable {
    private let address: BusConnection.Address
    private let isInSandbox: Bool

    /// - Parameters:
    ///   - environment: The variables with the addresses of the buses.
    ///   - isInSandbox: Whether the portal is asked.
    package init(environment: [String: String], isInSandbox: Bool = Sandbox.isPresent) {
        self.isInSandbox = isInSandbox
        if isInSandbox {
            address = environment["DBUS_SESSION_BUS_ADDRESS"].map(BusConnection.Address.explicit) ?? .session
        } else {
            address = .explicit(
                environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket")
        }
    }

    /// Asks; takes no longer than the limit for the connection and the answer each.
    package func read(within limit: Duration = .seconds(1)) async -> Bool {
        guard let connection = try? await BusConnection(address, limit: limit) else { return false }
        let isMetered = isInSandbox ? await portal(connection, limit) : await networkManager(connection, limit)
        await connection.close()
        return isMetered
    }

    private func networkManager(_ connection: BusConnection, _ limit: Duration) async -> Bool {
        let properties = BusMethodAddress(
            destination: "org.freedesktop.NetworkManager", path: "/org/freedesktop/NetworkManager",
            interface: "org.freedesktop.DBus.Properties")
        let answer = try? await connection.call(
            "Get", of: properties, [.string("org.freedesktop.NetworkManager"), .string("Metered")], timeout: limit,
            startsService: false)
        // 1 is yes, 3 is guessed yes.
        guard case .variant(.uint32(let value))? = answer?.first else { return false }
        return value == 1 || value == 3
    }

    private func portal(_ connection: BusConnection, _ limit: Duration) async -> Bool {
        let monitor = BusMethodAddress(
            destination: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.NetworkMonitor")
        let answer = try? await connection.call("GetMetered", of: monitor, timeout: limit)
        return answer?.first == .boolean(true)
    }
}

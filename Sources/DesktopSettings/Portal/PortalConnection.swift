import DBus

/// A connection to the settings of the desktop portal.
///
/// The portal may be absent: no service has the name (`ServiceUnknown`), a service without a desktop has no settings
/// (`UnknownMethod`), or there is no bus. All of these mean that no setting is known.
struct PortalConnection: Sendable {
    private let connection: BusConnection

    private static let address = BusMethodAddress(
        destination: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
        interface: "org.freedesktop.portal.Settings")

    /// The largest number of values that are read.
    private static let valueLimit = 65_536

    /// Connects to the bus; nil if there is none within a time.
    init?(_ bus: BusConnection.Address, within limit: Duration) async {
        guard let connection = try? await BusConnection(bus, limit: limit) else { return nil }
        self.connection = connection
    }

    /// Reads the settings; nil if there is no portal, or no answer within a time.
    func read(within limit: Duration, startsPortal: Bool) async -> PortalSettings? {
        // `ReadOne` is missing in version 1 of the interface, which Debian 12 has.
        let answer = try? await connection.call(
            "ReadAll", of: Self.address, [.strings(PortalSettings.namespaces)], timeout: limit,
            startsService: startsPortal, valueLimit: Self.valueLimit)
        return PortalSettings(answer?.first)
    }

    /// Calls a closure with each change of a setting, and when a portal starts or ends.
    func follow(_ changed: @escaping @Sendable () -> Void) async {
        let (portal, bus) = (Self.address, BusMethodAddress.bus)
        _ = try? await connection.subscribe(
            to: Self.rule("SettingChanged", of: portal), from: portal.destination
        ) { _ in changed() }
        _ = try? await connection.subscribe(
            to: Self.rule("NameOwnerChanged", of: bus) + ",arg0='\(portal.destination)'", from: bus.destination
        ) { _ in changed() }
    }

    private static func rule(_ signal: String, of address: BusMethodAddress) -> String {
        "type='signal',path='\(address.path)',interface='\(address.interface)',member='\(signal)'"
    }

    /// Waits until the bus has ended.
    func end() async { await connection.end() }

    func close() async { await connection.close() }
}

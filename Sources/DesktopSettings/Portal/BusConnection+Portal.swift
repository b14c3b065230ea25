import DBus

/// The settings of the desktop portal.
///
/// The portal may be absent: no service has the name (`ServiceUnknown`), a service without a desktop has no settings
/// (`UnknownMethod`), or there is no bus. All of these mean that no setting is known.
extension BusConnection {
    private static let portal = BusMethodAddress(
        destination: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
        interface: "org.freedesktop.portal.Settings")

    /// The largest number of values that are read.
    private static let valueLimit = 65_536

    /// Reads the settings; nil if there is no portal, or no answer within a time.
    func portalSettings(within limit: Duration, startsPortal: Bool) async -> PortalSettings? {
        // `ReadOne` is missing in version 1 of the interface, which Debian 12 has.
        let answer = try? await call(
            "ReadAll", of: Self.portal, [.strings(PortalSettings.namespaces)], timeout: limit,
            startsService: startsPortal, valueLimit: Self.valueLimit)
        return PortalSettings(answer?.first)
    }

    /// Calls a closure with each change of a setting, and when a portal starts or ends.
    func followPortal(_ changed: @escaping @Sendable () -> Void) async {
        let (portal, bus) = (Self.portal, BusMethodAddress.bus)
        _ = try? await subscribe(
            to: Self.rule("SettingChanged", of: portal), from: portal.destination
        ) { _ in changed() }
        _ = try? await subscribe(
            to: Self.rule("NameOwnerChanged", of: bus) + ",arg0='\(portal.destination)'", from: bus.destination
        ) { _ in changed() }
    }

    private static func rule(_ signal: String, of address: BusMethodAddress) -> String {
        "type='signal',path='\(address.path)',interface='\(address.interface)',member='\(signal)'"
    }
}

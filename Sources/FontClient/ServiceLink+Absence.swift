import FontBus
import FontModel
import FontRegistry

extension ServiceLink {
    /// Whether the bus has the service or can start it.
    ///
    /// - Returns: False only if the bus answers so in time.
    func isThere(within limit: Duration = .seconds(10)) async -> Bool {
        let name = BusMethodAddress.fontRegistry.destination
        guard
            let owned = try? await connection.call(
                "NameHasOwner", of: .bus, [.string(name)], timeout: limit
            ).first?.boolean,
            let startable = try? await connection.call(
                "ListActivatableNames", of: .bus, timeout: limit
            ).first?.strings
        else { return true }
        return owned || startable.contains(name)
    }
}

extension Diagnosis.Finding {
    /// Returns a finding if the session bus has no font service, or nil if it has one or there is no bus.
    package static func absentService() async -> Self? {
        guard let service = try? await ServiceLink(.session), await !service.isThere() else { return nil }
        return .serviceAbsent
    }

    static let serviceAbsent = Self(
        id: "service-absent", severity: .warning,
        message:
            "The font service is not available on the session bus, so programs can neither register fonts over it nor request missing ones.",
        advice:
            "Install fontd below a folder of XDG_DATA_DIRS (`make install` puts it below /usr/local), then run `busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus ReloadConfig`."
    )
}

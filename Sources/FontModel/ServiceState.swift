/// The state of the font service on the session bus, as found without starting it.
package struct ServiceState: Sendable, Hashable {
    /// Whether the bus starts the service when a program needs it.
    package var isActivatable: Bool
    package var isRunning: Bool
    /// The time at which the running service started, in seconds since 1970-01-01 UTC; nil if it does not say.
    package var startedAt: Double?
    /// The number of programs that subscribed to changes; nil if the service does not say.
    package var subscribers: Int?

    package init(isActivatable: Bool, isRunning: Bool, startedAt: Double? = nil, subscribers: Int? = nil) {
        self.isActivatable = isActivatable
        self.isRunning = isRunning
        self.startedAt = startedAt
        self.subscribers = subscribers
    }

    /// The finding of a self-check; nil if the service runs or can be started.
    package var finding: Diagnosis.Finding? { isRunning || isActivatable ? nil : .serviceAbsent }
}

extension Diagnosis.Finding {
    /// The finding that the session bus has no font service.
    package static let serviceAbsent = Self(
        id: "service-absent", severity: .warning,
        message:
            "The font service is not available on the session bus, so programs cannot register fonts over it or request missing ones.",
        advice:
            "Install fontd below a folder of XDG_DATA_DIRS (`make install` puts it below /usr/local), then run `busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus ReloadConfig`."
    )
}

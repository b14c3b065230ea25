import DBus
public import Foundation

/// The place from which the desktop's settings are read: the settings portal, also from a sandbox, or else KDE's files.
///
/// A desktop without them has no settings, which is no error.
public struct DesktopSource: Sendable {
    private let bus: BusConnection.Address
    private let environment: [String: String]

    /// The source of a session.
    ///
    /// - Parameters:
    ///   - busAddress: The session bus as in `DBUS_SESSION_BUS_ADDRESS`; nil for that of the process.
    ///   - environment: The variables that name the desktop and the folder of settings.
    public init(
        busAddress: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        bus = busAddress.map(BusConnection.Address.explicit) ?? .session
        self.environment = environment
    }

    /// Reads the present settings.
    ///
    /// - Parameters:
    ///   - limit: The time after which a portal that does not answer counts as absent.
    ///   - startsPortal: Whether the bus may start a portal that does not run.
    public func appearance(within limit: Duration = .seconds(1), startsPortal: Bool = true) async -> DesktopAppearance {
        let deadline = ContinuousClock.now + limit
        guard let connection = try? await BusConnection(bus, limit: limit) else { return appearance(nil) }
        let settings = await connection.portalSettings(
            within: max(deadline - ContinuousClock.now, .milliseconds(1)), startsPortal: startsPortal)
        await connection.close()
        return appearance(settings)
    }

    /// Returns the present settings, and all settings after each change; the stream ends with the bus.
    ///
    /// Only the latest ones wait for the reader. Settings that are equal to the last ones are left out. Nothing is polled.
    /// - Parameter limit: The time after which a portal that does not answer counts as absent until it reports a change.
    public func updates(within limit: Duration = .seconds(1)) -> AsyncStream<DesktopAppearance> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { updates in
            let task = Task {
                await follow(within: limit) { updates.yield($0) }
                updates.finish()
            }
            updates.onTermination = { _ in task.cancel() }
        }
    }

    private func follow(within limit: Duration, _ send: @Sendable (DesktopAppearance) -> Void) async {
        guard let connection = try? await BusConnection(bus, limit: limit) else { return send(appearance(nil)) }
        // A signal says that something changed. Reading all settings again then needs no order of signals and answers.
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let end = Task {
            await connection.end()
            change.finish()
        }
        await connection.followPortal { change.yield() }
        var last = await appearance(connection.portalSettings(within: limit, startsPortal: true))
        send(last)
        for await _ in changes {
            // The settings of a portal that has ended stay in force. No caller waits for this answer.
            guard let settings = await connection.portalSettings(within: .seconds(25), startsPortal: false)
            else { continue }
            let present = appearance(settings)
            if present != last { send(present) }
            last = present
        }
        await connection.close()
        await end.value
    }

    private func appearance(_ settings: PortalSettings?) -> DesktopAppearance {
        guard let settings else { return files }
        let isKDE = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").contains("KDE")
        let portal = settings.appearance(isKDE: isKDE)
        guard isKDE else { return portal }
        // KDE's own factor of text is only in a file.
        var scale = DesktopAppearance()
        scale.setTextScale(files.textScale)
        return scale.over(portal)
    }

    /// The settings in KDE's files.
    private var files: DesktopAppearance {
        let folder =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { $0 + "/.config" }
        guard let folder else { return DesktopAppearance() }
        func text(_ name: String) -> String {
            // Users may keep their settings elsewhere, with links to them.
            let path = URL(filePath: folder + "/" + name).resolvingSymlinksInPath().path(percentEncoded: false)
            guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
                facts[.type] as? FileAttributeType == .typeRegular, (facts[.size] as? Int).map({ $0 < 1 << 20 }) == true
            else { return "" }
            return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        return DesktopAppearance(
            kdeGlobals: text("kdeglobals"), fonts: text("kcmfonts"),
            isWayland: environment["XDG_SESSION_TYPE"] == "wayland")
    }
}

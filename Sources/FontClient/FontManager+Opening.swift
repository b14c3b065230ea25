import FontBus
public import FontModel
public import FontRegistry

/// How a program reaches the registry.
public enum RegistryRoute: Sendable, Hashable {
    /// Through the service where the program runs in a sandbox (Flatpak, snap), which keeps the store from it; else
    /// through the store. There ``FontManager/request(_:timeout:)`` asks the service too, if there is one on the same
    /// store: what it supplies is registered in the same provider's name.
    case automatic
    /// Through the store itself.
    case store
    /// Through the service on the session bus, or on the bus of an address as in `DBUS_SESSION_BUS_ADDRESS`.
    case bus(address: String? = nil)
}

extension FontManager {
    /// Makes a manager that reaches the registry in the way that is open to the program.
    ///
    /// ```swift
    /// let fonts = try await FontManager.open(provider: "org.example.Reader")
    /// ```
    ///
    /// Through the service everything works as through the store, but for this:
    /// - The service says in whose name the program registers, from what the system knows of the process (the Flatpak
    ///   application, the snap, the unit, the program's file), and with what authority; see ``FontManager/provider``. For the
    ///   user's it must be asked: ``FontManager/requestManagement()``.
    /// - Fonts in process scope stay in the process, where all its managers on one context see them; system fonts are those
    ///   that its own fontconfig shows. Both are found without the service too.
    /// - Inside a Flatpak the path of a registered font is where Flatpak shows it, below `/run/host/user-fonts`; nil if it
    ///   is not shown there, as with fonts in session scope.
    /// - ``FontManager/changes`` and ``FontManager/changes(since:)`` outlive the service, which may end and start again;
    ///   no change is missed. When the bus ends they fail with 301, as every call does that needs the registry.
    /// - Parameters:
    ///   - provider: In whose name fonts are registered; what the service says counts more.
    ///   - authority: What the caller may change, through the store.
    ///   - route: How to reach the registry.
    ///   - context: Where store and font folders are; nil for the user's.
    /// - Throws: 301 if the environment names no home, or there is no session bus or no service on it; 302 if the service
    ///   cannot tell who the program is.
    public static func open(
        provider: String, authority: Authority = .provider, route: RegistryRoute = .automatic,
        context: RegistryContext? = nil
    ) async throws(FontError) -> FontManager {
        var present = context
        if present == nil { present = try .user() }
        guard let context = present else { preconditionFailure("a context that is neither given nor the user's") }
        switch route {
        case .automatic where !Sandbox.isPresent:
            let paths = context.paths
            return FontManager(provider: provider, authority: authority, context: context) { names, timeout in
                await ServiceLink.supply(names, to: provider, of: paths, timeout: timeout)
            }
        case .store:
            return FontManager(provider: provider, authority: authority, context: context)
        case .automatic: return try await connected(to: .session, context)
        case .bus(let address):
            return try await connected(to: address.map(BusConnection.Address.explicit) ?? .session, context)
        }
    }

    private static func connected(
        to address: BusConnection.Address, _ context: RegistryContext
    ) async throws(FontError) -> FontManager {
        let service = try await ServiceLink(address)
        let identity = try await service.identity()
        let view = HostView.current
        return FontManager(
            Caller(provider: identity.provider, authority: identity.isUser ? .user : .provider),
            BusBackend(service, view: view),
            ProcessFontState(
                context, registeredFolders: view.registeredFolders, generation: { service.knownGeneration }))
    }
}

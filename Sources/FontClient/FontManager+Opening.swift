import FontBus
public import FontModel
public import FontRegistry

/// The backend through which a program reaches the registry.
public enum RegistryRoute: Sendable, Hashable {
    /// The service in a sandbox (Flatpak, snap), which hides the store; else the store.
    ///
    /// With the store, ``FontManager/request(_:timeout:)`` also asks a service on the same store, if there is one. The
    /// fonts that it supplies are registered in the same provider's name.
    case automatic
    /// The store.
    case store
    /// The service on the session bus, or on the bus at an address as in `DBUS_SESSION_BUS_ADDRESS`.
    case bus(address: String? = nil)
}

extension FontManager {
    /// Opens a manager that reaches the registry by the given route.
    ///
    /// ```swift
    /// let fonts = try await FontManager.open(provider: "org.example.Reader")
    /// ```
    ///
    /// The service works like the store, with these differences:
    /// - The service determines the provider from the system's information about the process (the Flatpak application,
    ///   the snap, the unit, the program's file), and the authority; see ``FontManager/provider``. The user's authority
    ///   must be requested with ``FontManager/requestManagement()``.
    /// - Fonts in process scope stay in the process, where all its managers on one context see them. System fonts are
    ///   those of the process's own fontconfig. Both are also found without the service.
    /// - Inside a Flatpak, the path of a registered font is the path below `/run/host/user-fonts`, or nil if Flatpak
    ///   does not show the font, as with fonts in session scope.
    /// - ``FontManager/changes`` and ``FontManager/changes(since:includesSystemFonts:)`` continue when the service ends and starts again;
    ///   no change is missed. When the bus ends, they fail with ``FontError/Code/registrationFailed`` (301), as does
    ///   every call that needs the registry.
    /// - Parameters:
    ///   - provider: The provider that owns the registrations, unless the service determines another one.
    ///   - authority: The authority of the caller, with the store.
    ///   - route: The route to the registry.
    ///   - context: The paths of the store and the font folders; nil for the user's.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the environment names no home, or
    ///   there is no session bus or no service on it; ``FontError/Code/missingEntitlement`` (302) if the service cannot
    ///   identify the program.
    public static func open(
        provider: String, authority: Authority = .provider, route: RegistryRoute = .automatic,
        context: RegistryContext? = nil
    ) async throws(FontError) -> FontManager {
        let context = if let context { context } else { try RegistryContext.user() }
        switch route {
        case .automatic where !Sandbox.isPresent && !context.paths.areOfTestRunner:
            let paths = context.paths
            let caller = Caller(provider: provider, authority: authority, isThisProgram: true)
            return FontManager(caller, on: .shared(context)) { names, timeout in
                await ServiceLink.supply(names, to: provider, of: paths, timeout: timeout)
            }
        // The service would change the store for which a test runner has no other protection.
        case .store,
            .automatic where context.paths.areOfTestRunner:
            return FontManager(provider: provider, authority: authority, context: context)
        case .automatic: return try await connected(to: .session, context)
        case .bus(let address):
            if address == nil { try context.paths.refuseTestRunner() }
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

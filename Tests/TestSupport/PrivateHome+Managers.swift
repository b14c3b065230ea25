public import FontRegistry

extension PrivateHome {
    /// Returns a manager that has opened this home by itself, like the manager of another process.
    public func manager(
        provider: String = "test", authority: FontManager.Authority = .provider
    ) throws -> FontManager {
        FontManager(Caller(provider: provider, authority: authority, isThisProgram: true), on: RegistryStore(context))
    }

    /// Returns a manager that acts for the user, with the user's rights.
    public func user() throws -> FontManager { try manager(provider: "user", authority: .user) }
}

extension RegistryStore {
    /// Returns a manager on the store.
    package func manager(for provider: String, authority: FontAuthority) -> FontManager {
        let caller = Caller(provider: provider, authority: authority)
        return FontManager(caller, LocalBackend(self, caller), processState)
    }
}

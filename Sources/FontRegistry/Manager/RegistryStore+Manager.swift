extension RegistryStore {
    /// Returns a manager on the store.
    package func manager(for provider: String, authority: FontAuthority) -> FontManager {
        FontManager(Caller(provider: provider, authority: authority), on: self)
    }
}

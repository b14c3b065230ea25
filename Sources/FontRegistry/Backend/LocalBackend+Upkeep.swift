import FontModel

extension LocalBackend {
    func providers() async throws(FontError) -> [ProviderSummary] {
        let (registrar, caller) = (registrar, caller)
        return try await perform { () throws(FontError) in try registrar.providers(for: caller) }
    }

    func prune(isDryRun: Bool) async throws(FontError) -> PruneReport {
        try caller.requireUser(for: "prune the store")
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.prune(isDryRun: isDryRun) }
    }

    /// See ``RegistryStore/sweepGoneProviders(only:)``.
    func sweepGoneProviders(only provider: String?) async throws(FontError) -> [Registration] {
        try caller.requireUser(for: "prune the store")
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.sweepGoneProviders(only: provider) }
    }

    func diagnose(repair: Bool) async throws(FontError) -> Diagnosis {
        try caller.requireUser(for: "check the store")
        let registrar = registrar
        return try await perform { () throws(FontError) in try Doctor(registrar).examine(repair: repair) }
    }
}

extension RegistryStore {
    /// Removes unfinished work of killed processes, as the next operation would do.
    ///
    /// - Throws: `registrationFailed` (301) if the store cannot be written.
    package func recover() async throws(FontError) {
        let registrar = registrar
        try await user.perform { () throws(FontError) in try registrar.recover() }
    }

    /// Unregisters the fonts of providers that were removed, such as an uninstalled Flatpak or a program without its
    /// file.
    ///
    /// It is one operation, with notifications of kind ``FontChange/Kind/removed``.
    ///
    /// A provider counts as removed if its evidence (``ProviderFacts/evidence``) is absent from the same folder as
    /// before. If the folder cannot be read, or is another one, the fonts are kept. They are also kept if several
    /// programs registered fonts as this provider, or if the application still has a desktop entry.
    /// - Parameter provider: The provider to remove, if this does not require the user's request; nil for all.
    /// - Returns: The registrations that were removed.
    /// - Throws: `registrationFailed` (301) if the store cannot be written.
    @discardableResult
    package func sweepGoneProviders(only provider: String? = nil) async throws(FontError) -> [Registration] {
        try await user.sweepGoneProviders(only: provider)
    }

    private var user: LocalBackend { LocalBackend(self, .thisProgram(Caller.userProvider, .user)) }
}

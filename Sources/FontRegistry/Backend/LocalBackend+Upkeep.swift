import FontModel

extension LocalBackend {
    func providers() async throws(FontError) -> [ProviderSummary] {
        let (registrar, caller) = (registrar, caller)
        return try await perform { () throws(FontError) in try registrar.providers(for: caller) }
    }

    func prune(all: Bool, isDryRun: Bool) async throws(FontError) -> PruneReport {
        try caller.requireUser("Only the user can prune the store.")
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.prune(all: all, isDryRun: isDryRun) }
    }

    func reverse(_ number: Int64?, isUndone: Bool, isDryRun: Bool) async throws(FontError) -> FontSummary {
        try caller.requireUser(
            isUndone ? "Only the user can redo operations." : "Only the user can undo operations.")
        let (registrar, system, caller) = (registrar, store.processState.system, caller)
        return try await perform { () throws(FontError) in
            defer { system.lookAgain() }
            return try registrar.reverse(
                number, isUndone: isUndone, isDryRun: isDryRun, caller: caller, foreign: system)
        }
    }

    func operations(isUndone: Bool) async throws(FontError) -> [FontOperation] {
        try caller.requireUser("Only the user can list operations.")
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.operations(isUndone: isUndone) }
    }

    func hiddenFonts() async throws(FontError) -> [FontDescriptor] {
        // As disabled fonts of others, they are none for a provider.
        guard caller.isOfUser else { return [] }
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.hiddenFonts() }
    }

    func adopt(_ folders: [String], isDryRun: Bool) async throws(FontError) -> AdoptionReport {
        try caller.requireUser("Only the user can adopt fonts from font folders.")
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.adopt(folders, isDryRun: isDryRun) }
    }

    /// See ``RegistryStore/sweepGoneProviders(only:)``.
    func sweepGoneProviders(only provider: String?) async throws(FontError) -> [Registration] {
        try caller.requireUser("Only the user can prune the store.")
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.sweepGoneProviders(only: provider) }
    }

    func diagnose(repair: Bool) async throws(FontError) -> Diagnosis {
        try caller.requireUser("Only the user can check the store.")
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

    /// Changes the policy for the user, who can undo the change.
    ///
    /// The change does not depend on the store: it is made even if it cannot be recorded there.
    ///
    /// - Returns: The new policy, and whether the change, if there is one, is recorded to be undone.
    /// - Throws: The errors of ``PolicyFile/change(_:)``.
    @discardableResult
    package func changePolicy(
        _ body: (inout FontPolicy) -> Void
    ) throws(FontError) -> (policy: FontPolicy, isChanged: Bool, isRecorded: Bool) {
        try registrar.changePolicy(body)
    }

    private var user: LocalBackend {
        LocalBackend(self, Caller(provider: Caller.userProvider, authority: .user, isThisProgram: true))
    }
}

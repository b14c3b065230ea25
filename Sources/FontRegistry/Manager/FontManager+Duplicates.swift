package import FontModel

extension FontManager {
    /// Keeps one font of each choice, and takes the others away from programs, as one operation.
    ///
    /// - Throws: The errors of the registrar; `missingEntitlement` (302) without the user's authority, or without the store.
    package func resolve(_ choices: [DuplicateChoice], isDryRun: Bool) async throws(FontError) -> FontSummary {
        try await backend.resolve(choices, isDryRun: isDryRun)
    }

    /// Returns the store's location for a search of all fonts of the machine.
    ///
    /// - Throws: `missingEntitlement` (302) without the user's authority, or if the manager uses the service.
    package func contextOfMachine(_ rule: Message) throws(FontError) -> RegistryContext {
        try caller.requireUser(rule)
        guard let storeContext else { throw .duplicatesOfMachine }
        return storeContext
    }
}

extension FontError {
    static var duplicatesOfMachine: FontError {
        FontError(
            .missingEntitlement,
            "Duplicates are found among all fonts of the machine, which the service does not tell. Use the store directly, outside of a sandbox."
        )
    }
}

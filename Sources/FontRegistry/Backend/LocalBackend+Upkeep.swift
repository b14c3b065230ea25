import FontModel

extension LocalBackend {
    func providers() async throws(FontError) -> [ProviderSummary] {
        try await queue.perform { () throws(FontError) in try registrar.providers(for: caller) }
    }

    func prune(all: Bool, isDryRun: Bool) async throws(FontError) -> PruneReport {
        try caller.requireUser("Only the user can prune the store.")
        return try await queue.perform { () throws(FontError) in try registrar.prune(all: all, isDryRun: isDryRun) }
    }

    func reverse(_ number: Int64?, isUndone: Bool, isDryRun: Bool) async throws(FontError) -> FontSummary {
        try caller.requireUser(
            isUndone ? "Only the user can redo operations." : "Only the user can undo operations.")
        let system = store.processState.system
        return try await queue.perform { () throws(FontError) in
            defer { system.lookAgain() }
            return try registrar.reverse(
                number, isUndone: isUndone, isDryRun: isDryRun, caller: caller, foreign: system.foreignFonts)
        }
    }

    func operations(isUndone: Bool) async throws(FontError) -> [FontOperation] {
        try caller.requireUser("Only the user can list operations.")
        return try await queue.perform { () throws(FontError) in try registrar.operations(isUndone: isUndone) }
    }

    func hiddenFonts() async throws(FontError) -> [FontDescriptor] {
        // As disabled fonts of others, they are none for a provider.
        guard caller.isOfUser else { return [] }
        return try await queue.perform { () throws(FontError) in try registrar.hiddenFonts() }
    }

    func adopt(_ folders: [String], isDryRun: Bool) async throws(FontError) -> AdoptionReport {
        try caller.requireUser("Only the user can adopt fonts from font folders.")
        return try await queue.perform { () throws(FontError) in try registrar.adopt(folders, isDryRun: isDryRun) }
    }

    func diagnose(repair: Bool) async throws(FontError) -> Diagnosis {
        try caller.requireUser("Only the user can check the store.")
        return try await queue.perform { () throws(FontError) in try Doctor.examine(registrar, repair: repair) }
    }

    func export(
        to file: OpenedFile, path: String, includesFonts: Bool
    ) async throws(FontError) -> ExportedFonts {
        try caller.requireUser("Only the user can export the registrations of all providers.")
        return try await queue.perform { () throws(FontError) in
            try registrar.export(to: file, path: path, includesFonts: includesFonts)
        }
    }

    func importFonts(
        _ export: FontExport, searching folders: [String], isExact: Bool, isDryRun: Bool
    ) async throws(FontError) -> FontSummary {
        try caller.requireUser("Only the user can import registrations.")
        let system = store.processState.system
        return try await queue.perform { () throws(FontError) in
            defer { system.lookAgain() }
            return try registrar.importFonts(
                export, searching: folders, isExact: isExact, isDryRun: isDryRun,
                foreign: system.foreignFonts)
        }
    }
}

extension RegistryStore {
    /// Removes unfinished work of killed processes, as the next operation would do.
    ///
    /// - Throws: `registrationFailed` (301) if the store cannot be written.
    package func recover() async throws(FontError) {
        try await BlockingWork.perform { () throws(FontError) in try self.registrar.recover() }
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
        try await BlockingWork.perform { () throws(FontError) in try self.registrar.sweepGoneProviders(only: provider) }
    }
}

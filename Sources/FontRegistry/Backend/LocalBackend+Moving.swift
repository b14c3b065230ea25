import FontModel

extension LocalBackend {
    func export(
        to file: OpenedFile, path: String, includesFonts: Bool
    ) async throws(FontError) -> ExportedFonts {
        try caller.requireUser("Only the user can export the registrations of all providers.")
        let registrar = registrar
        return try await perform { () throws(FontError) in
            try registrar.export(to: file, path: path, includesFonts: includesFonts)
        }
    }

    func importFonts(
        _ export: FontExport, searching folders: [String], isExact: Bool, isDryRun: Bool
    ) async throws(FontError) -> FontSummary {
        try caller.requireUser("Only the user can import registrations.")
        let (registrar, system) = (registrar, store.processState.system)
        return try await perform { () throws(FontError) in
            defer { system.lookAgain() }
            return try registrar.importFonts(
                export, searching: folders, isExact: isExact, isDryRun: isDryRun,
                foreign: system)
        }
    }
}

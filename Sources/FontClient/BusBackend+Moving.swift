import FontModel
import FontRegistry

extension BusBackend {
    func export(
        to file: OpenedFile, path: String, includesFonts: Bool, home: String?
    ) async throws(FontError) -> ExportedFonts { throw Self.isNotOfferedOverTheBus }

    func importFonts(
        _ export: FontExport, searching folders: [String], home: String?, isDryRun: Bool
    ) async throws(FontError) -> FontSummary { throw Self.isNotOfferedOverTheBus }

    /// The error of what requires all fonts of the user, and acts for all providers.
    private static var isNotOfferedOverTheBus: FontError {
        FontError(
            .missingEntitlement,
            "Fonts are exported and imported with the store itself, not over the bus. Do this outside of the sandbox, and without FONTCTL_BUS=1."
        )
    }
}

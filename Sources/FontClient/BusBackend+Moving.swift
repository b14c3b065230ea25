import FontModel
import FontRegistry

extension BusBackend {
    func export(
        to file: OpenedFile, path: String, includesFonts: Bool, home: String?
    ) async throws(FontError) -> ExportedFonts { throw Self.isNotOfferedOverTheBus }

    func importFonts(
        _ export: FontExport, searching folders: [String], home: String?, isDryRun: Bool
    ) async throws(FontError) -> FontSummary { throw Self.isNotOfferedOverTheBus }

    func adopt(_ folders: [String], isDryRun: Bool) async throws(FontError) -> AdoptionReport {
        throw Self.isNotOfferedOverTheBus
    }

    /// The error of what requires all fonts of the user, or moves files.
    static var isNotOfferedOverTheBus: FontError {
        FontError(
            .missingEntitlement,
            "Fonts are exported, imported and taken in from folders, and operations repeated, with the store itself, not over the bus. Do this outside of the sandbox, and without FONTCTL_BUS=1."
        )
    }
}

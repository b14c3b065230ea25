import ArgumentParser
import FontCatalog
import FontRegistry
import Foundation

struct CatalogSearch: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Search the families of catalogues.",
        discussion: """
            Searches the names of families and faces in the copies of the last refresh, without network. A family must \
            have each word of the text and all properties of the options.

            Example:
              fontctl catalog search --language ja --license OFL-1.1
            """)

    @Argument(help: "Words of names; without one, all families.")
    var text: [String] = []

    @Option(help: "Only families for this language, such as ja.")
    var language: String?

    @Option(help: "Only families of this category, such as serif.")
    var category: String?

    @Option(help: ArgumentHelp("Only families with this licence.", valueName: "spdx"))
    var license: String?

    @Flag(help: "Only variable fonts.")
    var variable = false

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let words = text.flatMap { $0.lowercased().split(whereSeparator: \.isWhitespace) }
        var report = CatalogSearchReport()
        for catalog in try await context.familySources() {
            guard let index = try await catalog.index() else { continue }
            let families = index.families { _, names in
                guard !words.isEmpty else { return true }
                let names = names.lowercased()
                return words.allSatisfy { names.contains($0) }
            }
            report.families += families.filter { matches($0.summary) }.map { (catalog.id, catalog.origin, $0) }
        }
        return report
    }

    private func matches(_ summary: FamilySummary) -> Bool {
        if let language = language?.lowercased(), !summary.languages.contains(where: { $0.lowercased() == language }) {
            return false
        }
        if let category, summary.category != category.lowercased() { return false }
        if let license, summary.license.lowercased() != license.lowercased() { return false }
        return !variable || !summary.axes.isEmpty
    }
}

/// The families that a search in catalogues found.
struct CatalogSearchReport: Report {
    var families: [(catalog: String, origin: CatalogFolders.Origin, family: CatalogIndex.Family)] = []

    var json: JSON {
        [
            "families": .array(
                families.map { catalog, origin, found in
                    let summary = found.summary
                    return [
                        "catalog": .string(catalog), "origin": .string(origin.rawValue), "id": .string(found.id),
                        "family": .string(summary.family),
                        "category": JSON(summary.category), "languages": JSON(summary.languages),
                        "license": .string(summary.license), "version": .string(summary.version),
                        "size": JSON(summary.size), "faces": JSON(summary.faces), "axes": JSON(summary.axes),
                        "status": JSON(summary.status?.state.rawValue),
                    ]
                })
        ]
    }

    var text: TextOutput {
        TextOutput(
            families.map { catalog, _, found in
                let summary = found.summary
                return [
                    summary.family, found.id, summary.category ?? "",
                    summary.faces.isEmpty ? "" : counted(summary.faces.count, "face"),
                    byteCount(Int(clamping: summary.size)), summary.license, summary.status?.state.rawValue ?? "",
                    catalog,
                ]
            })
    }

    var hint: String? { "No families were found. `fontctl catalog list` shows which catalogues are refreshed." }
}

import ArgumentParser
import FontCatalog
import FontRegistry

struct CatalogShow: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what catalogues say of a family.",
        discussion: """
            Example:
              fontctl catalog show klee-one
            """)

    @Argument(help: "The family, by its name or identifier.")
    var family: String

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let wanted = family.lowercased()
        var report = CatalogFamilyReport()
        for catalog in try await context.familySources() {
            guard let index = try await catalog.index() else { continue }
            let found = index.families { id, names in id == wanted || names.lowercased().contains(wanted) }
            for family in found
            where family.id == wanted || family.summary.family.lowercased() == wanted
                || family.summary.names.values.contains(where: { $0.lowercased() == wanted })
            {
                guard let document = try await catalog.family(family.id) else { continue }
                report.families.append(
                    .init(catalog: catalog.id, origin: catalog.origin, size: family.summary.size, document: document))
            }
        }
        guard !report.families.isEmpty else {
            throw FontError(
                .insufficientInfo,
                "No catalogue has a family “\(family)”. `fontctl catalog search` searches by parts of names.")
        }
        return report
    }
}

/// What catalogues say of a family.
struct CatalogFamilyReport: Report {
    /// A family of a source.
    struct Family: Sendable {
        var catalog: String
        var origin: CatalogFolders.Origin
        /// The bytes that a download of all files takes.
        var size: Int64
        var document: FamilyDocument
    }

    var families: [Family] = []

    var json: JSON {
        [
            "families": .array(
                families.map { family in
                    let document = family.document
                    return [
                        "catalog": .string(family.catalog), "origin": .string(family.origin.rawValue),
                        "id": .string(document.id), "family": .string(document.family),
                        "category": JSON(document.category), "designers": JSON(document.designers),
                        "homepage": JSON(document.homepage), "version": .string(document.version),
                        "revised": .string(document.revised), "license": .string(document.license.spdx),
                        "requiresAgreement": .bool(document.license.requiresAgreement),
                        "languages": JSON(document.languages),
                        "size": JSON(family.size),
                        "faces": JSON(document.files.flatMap(\.faces).compactMap { $0.face.postscriptName }),
                        "status": JSON(document.status?.state.rawValue),
                    ]
                })
        ]
    }

    var text: TextOutput {
        var text = TextOutput()
        for family in families {
            let document = family.document
            text.line(document.family)
            let size = byteCount(Int(clamping: family.size))
            let version = [document.version, document.revised.isEmpty ? "" : "(\(document.revised))"]
            text.table(
                [
                    ["catalogue", family.catalog], ["identifier", document.id], ["category", document.category ?? ""],
                    ["designers", document.designers.joined(separator: ", ")], ["homepage", document.homepage ?? ""],
                    ["version", version.filter { !$0.isEmpty }.joined(separator: " ")],
                    ["licence", document.license.spdx],
                    family.origin == .distribution
                        ? ["package", ([document.aliases.first ?? document.family, size]).joined(separator: ", ")]
                        : ["files", "\(counted(document.files.count, "file")), \(size)"],
                    ["languages", document.languages.joined(separator: ", ")],
                    ["status", document.status?.state.rawValue ?? ""],
                ].filter { !$0[1].isEmpty }, indent: 2)
        }
        return text
    }
}

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

    @OptionGroup var network: NetworkOptions

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let wanted = family.lowercased()
        var report = CatalogFamilyReport()
        for catalog in try await context.catalogs(network) {
            guard let index = try catalog.copy.index() else { continue }
            let found = index.families { id, names in id == wanted || names.lowercased().contains(wanted) }
            for family in found
            where family.id == wanted || family.summary.family.lowercased() == wanted
                || family.summary.names.values.contains(where: { $0.lowercased() == wanted })
            {
                guard let document = try await catalog.documents().family(family.id) else { continue }
                report.families.append((catalog.id, document))
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
    var families: [(catalog: String, document: FamilyDocument)] = []

    var json: JSON {
        [
            "families": .array(
                families.map { catalog, document in
                    [
                        "catalog": .string(catalog), "id": .string(document.id), "family": .string(document.family),
                        "category": JSON(document.category), "designers": JSON(document.designers),
                        "homepage": JSON(document.homepage), "version": .string(document.version),
                        "revised": .string(document.revised), "license": .string(document.license.spdx),
                        "requiresAgreement": .bool(document.license.requiresAgreement),
                        "languages": JSON(document.languages),
                        "size": JSON(document.files.reduce(0) { $0 &+ $1.size }),
                        "faces": JSON(document.files.flatMap(\.faces).compactMap { $0.face.postscriptName }),
                        "status": JSON(document.status?.state.rawValue),
                    ]
                })
        ]
    }

    var text: TextOutput {
        var text = TextOutput()
        for (catalog, document) in families {
            text.line(document.family)
            let size = document.files.reduce(0) { $0 &+ $1.size }
            text.table(
                [
                    ["catalogue", catalog], ["identifier", document.id], ["category", document.category ?? ""],
                    ["designers", document.designers.joined(separator: ", ")], ["homepage", document.homepage ?? ""],
                    ["version", "\(document.version) (\(document.revised))"], ["licence", document.license.spdx],
                    ["files", "\(counted(document.files.count, "file")), \(byteCount(Int(clamping: size)))"],
                    ["languages", document.languages.joined(separator: ", ")],
                    ["status", document.status?.state.rawValue ?? ""],
                ].filter { !$0[1].isEmpty }, indent: 2)
        }
        return text
    }
}

import ArgumentParser
import FontCatalog
import FontRegistry

struct CatalogShow: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what catalogues say of a family.",
        discussion: """
            With --preview it writes the picture of the family, a line of text that the publisher drew.

            Examples:
              fontctl catalog show klee-one
              fontctl catalog show "Kado Sample" --preview kado.png
            """)

    @Argument(help: "The family, by its name or identifier.")
    var family: String

    @Option(
        help: ArgumentHelp("The file for the picture of the family (PNG).", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var preview: PathArgument?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let wanted = family.lowercased()
        var report = CatalogFamilyReport()
        for catalog in try await context.familySources(network) {
            guard let index = try await catalog.index() else { continue }
            let found = index.families { id, names in id == wanted || names.lowercased().contains(wanted) }
            for family in found
            where family.id == wanted || family.summary.family.lowercased() == wanted
                || family.summary.names.values.contains(where: { $0.lowercased() == wanted })
            {
                guard let document = try await catalog.family(family.id) else { continue }
                report.families.append(
                    .init(catalog: catalog.id, origin: catalog.origin, size: family.summary.size, document: document))
                if let preview, report.picture == nil, let signed = catalog as? KnownCatalog,
                    let picture = try await signed.documents().picture(of: document)
                {
                    let file = try context.absolute(preview.text)
                    try PublishedFolder.write(picture, to: file)
                    report.picture = file
                }
            }
        }
        guard !report.families.isEmpty else {
            throw FontError(
                .insufficientInfo,
                "No catalogue has a family “\(family)”. `fontctl catalog search` searches by parts of names.")
        }
        if preview != nil, report.picture == nil {
            throw FontError(
                .fileNotFound, "The catalogue has no picture of the family. Omit --preview.", file: family)
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
    /// The file with the picture; nil if nobody asked for it.
    var picture: String?

    var json: JSON {
        let document: JSON = [
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
        return picture.map { document.adding([("picture", .string($0))]) } ?? document
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
        if let picture { text.line("picture: \(picture)") }
        return text
    }
}

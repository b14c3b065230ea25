import ArgumentParser
import FontAdvice
import FontCatalog
import FontRegistry
import Foundation
import ReaderFonts

struct CatalogShow: FontctlCommand {
    static let configuration = CommandConfiguration(
        "show", in: "catalog", abstract: "Show what catalogues say of a family.",
        discussion: """
            Names and descriptions are in your language, if the publisher states them in it. With --preview it writes \
            the picture of the family, a line of text that the publisher drew.

            Examples:
              fontctl catalog show klee-one
              fontctl catalog show klee-one --preview klee.png
            """)

    @Argument(
        help: ArgumentHelp(
            "The family, by its name in any language, its identifier, or the PostScript name of a face.",
            valueName: "family"), completion: .catalogFamilies)
    var words: [NameArgument]

    @Option(
        help: ArgumentHelp("The file for the picture of the family (PNG).", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var preview: PathArgument?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var output: OutputOptions

    /// The family, whose words need no quotation marks.
    private var family: String { words.map(\.text).joined(separator: " ") }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        var report = CatalogFamilyReport(locale: context.namesLocale)
        let sources = try await context.familySources(allowingInsecure: network.allowsInsecure)
        for source in sources {
            guard let index = try await source.index() else { continue }
            for found in named(in: index) {
                guard let document = try await source.family(found.id) else { continue }
                report.families.append(
                    .init(catalog: source.id, origin: source.origin, size: found.summary.size, document: document))
                if let preview, report.picture == nil, let signed = source as? KnownCatalog,
                    let picture = try await signed.documents().picture(of: document)
                {
                    let file = try context.absolute(preview.text)
                    try PublishedFolder.write(picture, to: file)
                    report.picture = file
                }
            }
        }
        guard !report.families.isEmpty else { throw try await notFound(in: sources) }
        if preview != nil, report.picture == nil {
            throw FontError(
                .fileNotFound, "The catalogue has no picture of the family. Omit --preview.", file: family)
        }
        return report
    }

    /// The families that are meant.
    private func named(in index: CatalogIndex) -> [CatalogIndex.Family] {
        let (id, search) = (family.lowercased(), FamilySearch(family))
        let named = index.families { known, _ in known == id } + (search.map(index.families(foundBy:)) ?? [])
        var seen: Set<String> = []
        return named.filter { found in
            let summary = found.summary
            let isMeant =
                found.id == id || summary.faces.contains(family)
                || summary.allNames.contains { search?.equals($0) ?? false }
            return isMeant && seen.insert(found.id).inserted
        }
    }

    private func notFound(in sources: [any FamilySource]) async throws(FontError) -> FontError {
        guard !sources.isEmpty else {
            return FontError(.insufficientInfo, "There are no catalogues. `fontctl catalog add` adds one.")
        }
        var known: [String] = []
        for source in sources {
            guard let index = try await source.index() else { continue }
            known += index.families { _, _ in true }.flatMap { found in
                let name = found.summary.family
                return name.lowercased() == found.id ? [name] : [name, found.id]
            }
        }
        guard !known.isEmpty else {
            return FontError(
                .insufficientInfo, "No catalogue was refreshed yet. `fontctl catalog refresh` gets their families.")
        }
        let near = NearNames.of(family, among: known)
        let fact: Message = "No catalogue has a family “\(family)”."
        guard near.isEmpty else {
            return FontError(.insufficientInfo, Message([fact, NearNames.question(near)], separator: ""))
        }
        let advice: Message = "`fontctl catalog search` searches by parts of names."
        return FontError(.insufficientInfo, Message([fact, advice]))
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
    /// The locale of the names for people.
    var locale = Locale(identifier: "en_001")
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
                        "names": JSON(document.names),
                        "category": JSON(document.category), "designers": JSON(document.designers),
                        "description": JSON(document.description),
                        "homepage": JSON(document.homepage), "version": .string(document.version),
                        "revised": .string(document.revised), "license": .string(document.license.spdx),
                        "requiresAgreement": .bool(document.license.requiresAgreement),
                        "languages": JSON(document.languages),
                        "size": JSON(family.size),
                        "faces": JSON(document.files.flatMap(\.faces).map(\.face.postscriptName)),
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
            text.line(FamilyNames.shown(document.family, among: document.names, for: locale))
            let size = byteCount(Int(clamping: family.size))
            let faces = document.files.flatMap(\.faces).map(\.face)
            let license = document.license
            let version = [document.version, document.revised.isEmpty ? "" : "(\(document.revised))"]
            var rows = [
                [tr("catalogue"), family.catalog], [tr("identifier"), document.id],
                [tr("category"), document.category ?? ""],
                [tr("designers"), document.designers.joined(separator: ", ")],
                [tr("description"), FamilyNames.text(among: document.description, for: locale) ?? ""],
                [tr("homepage"), document.homepage ?? ""],
                [tr("version"), version.filter { !$0.isEmpty }.joined(separator: " ")],
                [
                    tr("license"),
                    license.requiresAgreement ? tr("\(license.spdx), needs your agreement") : license.spdx,
                ],
                family.origin == .distribution
                    ? [tr("package"), [document.aliases.first ?? document.family, size].joined(separator: ", ")]
                    : [tr("files"), [tr(counted(document.files.count, "file")), size].joined(separator: ", ")],
                [tr("languages"), document.languages.text(first: 20)],
                [tr("status"), status(of: document)],
            ].filter { !$0[1].isEmpty }
            for (place, face) in faces.enumerated() {
                let name = "\(face.postscriptName), \(face.shownName(.style, for: locale))"
                rows.append([place == 0 ? tr("faces") : "", name])
            }
            text.table(rows, indent: 2)
        }
        if let picture { text.line(tr("picture: \(picture)")) }
        return text
    }

    /// The state of a family that is not offered any more, and what replaces it.
    private func status(of document: FamilyDocument) -> String {
        guard let status = document.status else { return "" }
        return [tr(status.state.word), status.reason, status.replacedBy.map { tr("replaced by \($0)") }]
            .compactMap(\.self).joined(separator: ", ")
    }
}

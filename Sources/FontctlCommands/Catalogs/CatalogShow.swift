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
            Names and descriptions are in your language, if the publisher states them in it.

            Examples:
              fontctl catalog show klee-one
              fontctl catalog show 'Klee One'
            """)

    @Argument(
        help: ArgumentHelp(
            "The family, by its name in any language, its identifier, or the PostScript name of a face.",
            valueName: "family"), completion: .catalogFamilies)
    var words: [NameArgument]

    @OptionGroup var output: OutputOptions

    /// The family, whose words need no quotation marks.
    private var family: String { words.map(\.text).joined(separator: " ") }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        var report = CatalogFamilyReport(locale: context.namesLocale)
        let catalogs = try await context.catalogs()
        for catalog in catalogs {
            guard let index = try catalog.copy.index() else { continue }
            for id in identifiers(in: index) {
                guard let document = try await catalog.documents().family(id) else { continue }
                report.families.append(.init(catalog: catalog.id, document: document))
            }
        }
        guard !report.families.isEmpty else { throw try notFound(in: catalogs) }
        return report
    }

    /// The identifiers of the families that are meant.
    private func identifiers(in index: CatalogIndex) -> [String] {
        let (id, search) = (family.lowercased(), FamilySearch(family))
        let named = index.families { known, _ in known == id } + (search.map(index.families(foundBy:)) ?? [])
        return named.filter { found in
            let summary = found.summary
            return found.id == id || summary.faces.contains(family)
                || ([summary.family] + summary.names.values).contains { search?.equals($0) ?? false }
        }.map(\.id).unique
    }

    private func notFound(in catalogs: [KnownCatalog]) throws(FontError) -> FontError {
        guard !catalogs.isEmpty else {
            return FontError(.insufficientInfo, "There are no catalogues. `fontctl catalog add` adds one.")
        }
        var known: [String] = []
        for catalog in catalogs {
            guard let index = try catalog.copy.index() else { continue }
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
        let advice = near.isEmpty ? " `fontctl catalog search` searches by parts of names." : NearNames.question(near)
        return FontError(.insufficientInfo, "No catalogue has a family “\(family)”.\(advice)")
    }
}

/// What catalogues say of a family.
struct CatalogFamilyReport: Report {
    /// A family of a catalogue.
    struct Family: Sendable {
        var catalog: String
        var document: FamilyDocument
    }

    var families: [Family] = []
    /// The locale of the names for people.
    var locale = Locale(identifier: "en_001")

    var json: JSON {
        [
            "families": .array(
                families.map { family in
                    let document = family.document
                    return [
                        "catalog": .string(family.catalog), "id": .string(document.id),
                        "family": .string(document.family), "names": JSON(document.names),
                        "category": JSON(document.category), "designers": JSON(document.designers),
                        "description": JSON(document.description),
                        "homepage": JSON(document.homepage), "version": .string(document.version),
                        "revised": .string(document.revised), "license": .string(document.license.spdx),
                        "requiresAgreement": .bool(document.license.requiresAgreement),
                        "languages": JSON(document.languages),
                        "size": JSON(document.files.reduce(0) { $0 &+ $1.size }),
                        "faces": JSON(document.files.flatMap(\.faces).map(\.face.postscriptName)),
                        "status": JSON(document.status?.state.rawValue),
                    ]
                })
        ]
    }

    var text: TextOutput {
        var text = TextOutput()
        for family in families {
            let document = family.document
            text.line(FamilyNames.shown(document.family, among: document.names, for: locale))
            let size = document.files.reduce(0) { $0 &+ $1.size }
            let faces = document.files.flatMap(\.faces).map(\.face)
            let license = document.license
            text.table(
                [
                    ["catalogue", family.catalog], ["identifier", document.id], ["category", document.category ?? ""],
                    ["designers", document.designers.joined(separator: ", ")],
                    ["description", FamilyNames.text(among: document.description, for: locale) ?? ""],
                    ["homepage", document.homepage ?? ""],
                    ["version", "\(document.version) (\(document.revised))"],
                    ["license", license.spdx + (license.requiresAgreement ? ", needs your agreement" : "")],
                    ["files", "\(counted(document.files.count, "file")), \(byteCount(Int(clamping: size)))"],
                    ["languages", document.languages.text(first: 20)],
                    ["status", status(of: document)],
                ].filter { !$0[1].isEmpty }
                    + faces.enumerated().map { place, face in
                        [
                            place == 0 ? "faces" : "",
                            "\(face.postscriptName), \(face.shownName(.style, for: locale))",
                        ]
                    }, indent: 2)
        }
        return text
    }

    /// The state of a family that is not offered any more, and what replaces it.
    private func status(of document: FamilyDocument) -> String {
        guard let status = document.status else { return "" }
        return [status.state.rawValue, status.reason, status.replacedBy.map { "replaced by \($0)" }]
            .compactMap(\.self).joined(separator: ", ")
    }
}

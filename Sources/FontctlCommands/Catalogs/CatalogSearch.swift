import ArgumentParser
import FontCatalog
import FontRegistry
import Foundation
import ReaderFonts

struct CatalogSearch: FontctlCommand {
    static let configuration = CommandConfiguration(
        "search", in: "catalog", abstract: "Search the families of catalogues.",
        discussion: """
            Searches the names of families in all languages, of faces and of designers in the copies of the last \
            refresh, without network. Each word of the text must be the beginning of a word of the name, as in \
            `fontctl search`; case and accents are ignored. A family must have all properties of the options.

            A query finds one font, as on Android: the keys are name, weight, italic, width and besteffort, which \
            takes the nearest style. The result is OK, FONT_NOT_FOUND or FONT_UNAVAILABLE.

            Examples:
              fontctl catalog search klee
              fontctl catalog search --language ja --license OFL-1.1
              fontctl catalog search --query 'name=Source Serif 4&weight=700'
            """)

    @Argument(help: "Words, or the beginnings of words; without one, all families.", completion: .catalogFamilies)
    var text: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only families for this language, such as de or zh-TW, as their publishers declare.",
            valueName: "language"))
    var language: LanguageArgument?

    @Option(
        help: ArgumentHelp(
            "Only families of this category: \(FontCategory.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "category"))
    var category: CategoryArgument?

    @Option(help: ArgumentHelp("Only families with this license, such as OFL-1.1.", valueName: "spdx"))
    var license: NameArgument?

    @Flag(help: "Only variable fonts.")
    var variable = false

    @Option(help: ArgumentHelp("Find one font by a query, such as 'name=Lora&weight=700'.", valueName: "query"))
    var query: String?

    @OptionGroup var output: OutputOptions

    private var search: FamilySearch? { FamilySearch(text.joined(separator: " ")) }

    func validate() throws {
        guard let query else {
            guard text.isEmpty || search != nil else {
                throw ValidationError(message: "Specify a text with at least one word, or none for all families.")
            }
            return
        }
        guard text.isEmpty, language == nil, category == nil, license == nil, !variable else {
            throw ValidationError(message: "--query cannot be combined with a text or with other options. Omit them.")
        }
        do throws(CatalogQuery.Failure) {
            _ = try CatalogQuery(query)
        } catch {
            throw ValidationError(
                message:
                    "\(error.rawValue): The query has another form than 'name=Lora&weight=700&italic=0&width=100&besteffort=true'. Specify at least the name."
            )
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        if let query, let parsed = try? CatalogQuery(query) { return try await font(for: parsed, query, in: context) }
        var report = CatalogSearchReport(locale: context.namesLocale, terminal: context.terminal)
        var filter = FamilyFilter(search)
        (filter.language, filter.category) = (language?.text, category?.category.rawValue)
        (filter.license, filter.isVariable) = (license?.text, variable)
        let found = try await filter.families(in: context.familySources())
        let comparator = FamilyNameComparator(locale: context.nameOrder)
        let names = found.map { report.shownName($0.listed.summary) }
        report.families = found.indices.sorted { one, other in
            guard found[one].rank == found[other].rank else { return found[one].rank < found[other].rank }
            let order = comparator.compare(names[one], names[other])
            return order == .orderedSame ? one < other : order == .orderedAscending
        }.map { found[$0] }
        return report
    }

    /// Returns the font of a query.
    private func font(
        for query: CatalogQuery, _ text: String, in context: FontctlContext
    ) async throws(FontError) -> CatalogQueryReport {
        var documents: [(catalog: String, document: FamilyDocument)] = []
        for catalog in try await context.familySources() {
            guard let index = try await catalog.index(), let search = query.search else { continue }
            for family in index.families(foundBy: search) {
                guard let document = try await catalog.family(family.id) else { continue }
                documents.append((catalog.id, document))
            }
        }
        do throws(CatalogQuery.Failure) {
            let match = try query.match(among: documents.map(\.document))
            let catalog = documents.first { $0.document == match.family }?.catalog
            return CatalogQueryReport(query: text, match: match, catalog: catalog)
        } catch {
            return CatalogQueryReport(query: text, failure: error)
        }
    }
}

/// The families that a search in catalogues found.
struct CatalogSearchReport: Report {
    var families: [FamilyFilter.Found] = []
    /// The locale of the names for people.
    var locale = Locale(identifier: "en_001")
    var terminal: FittedTable.Terminal?

    /// The name in the user's language with the one that programs know, if they differ.
    func shownName(_ summary: FamilySummary) -> String {
        FamilyNames.shown(summary.family, among: summary.names, for: locale)
    }

    var json: JSON {
        [
            "families": .array(
                families.map { family in
                    let summary = family.listed.summary
                    return [
                        "catalog": .string(family.catalog), "origin": .string(family.origin.rawValue),
                        "id": .string(family.listed.id), "family": .string(summary.family),
                        "names": JSON(summary.names),
                        "category": JSON(summary.category), "languages": JSON(summary.languages),
                        "license": .string(summary.license), "version": .string(summary.version),
                        "size": JSON(summary.size), "faces": JSON(summary.faces), "axes": JSON(summary.axes),
                        "designers": JSON(summary.designers), "status": JSON(summary.status?.state.rawValue),
                    ]
                })
        ]
    }

    var text: TextOutput {
        let rows = families.map { family in
            let summary = family.listed.summary
            return [
                shownName(summary), family.listed.id, summary.category ?? "",
                summary.faces.isEmpty ? "" : tr(counted(summary.faces.count, "face")),
                byteCount(Int(clamping: summary.size)), summary.license, (summary.status?.state.word).map(tr) ?? "",
                family.catalog,
            ]
        }
        let header = [
            tr("FAMILY"), tr("ID"), tr("CATEGORY"), tr("FACES"), tr("SIZE"), tr("LICENSE"), tr("STATUS"),
            tr("CATALOGUE"),
        ]
        return TextOutput(rows, under: header, on: terminal)
    }

    var hint: String? { tr("No families were found. `fontctl catalog list` shows which catalogues are refreshed.") }
}

extension FamilyStatus.State {
    /// The state of a family that is not offered any more, in a column.
    var word: Message {
        switch self {
        case .withdrawn: "withdrawn"
        case .replaced: "replaced"
        }
    }
}

extension JSON {
    /// Texts by language, in the order of the languages.
    init(_ texts: [String: String]) {
        self = .object(texts.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: .string($0.value)) })
    }
}

internal import FontsModel
internal import Gtk
internal import ReaderFonts

/// The choices of a popover that narrow the list of a catalogue's families.
@UI
final class CatalogFilterView: Widget {
    nonisolated let reference: Reference
    private let category: ComboRow
    private let language: ComboRow
    private let license: ComboRow
    private let catalog: ComboRow
    private let isVariable: SwitchRow
    private let hidesPresent: SwitchRow
    private var languages: [String] = []
    private var licenses: [String] = []
    private var catalogs: [CatalogListing.Catalog] = []
    private var connections: [Connection] = []

    private static let categories = FontCategory.allCases

    /// - Parameter onChange: Called when the user chooses something else.
    init(onChange: @escaping @UI () -> Void) {
        let any = tr("Any")
        category = ComboRow(tr("Category"), [any] + Self.categories.map(\.title))
        language = ComboRow(tr("Language"), [any])
        license = ComboRow(tr("Licence"), [any])
        catalog = ComboRow(tr("Catalogue"), [any])
        isVariable = SwitchRow(tr("Variable fonts only"))
        hidesPresent = SwitchRow(tr("Hide what is installed"))
        let list = ListBox(.nothing)
        list.addClass("boxed-list")
        for row in [category, language, license, catalog] { list.append(row) }
        for row in [isVariable, hidesPresent] { list.append(row) }
        list.setLeastSize(width: 300)
        reference = list.reference
        connections =
            [category, language, license, catalog].map { $0.onSelect(onChange) }
            + [isVariable, hidesPresent].map { $0.onSwitch(onChange) }
    }

    /// Offers what a listing has, and keeps what is chosen.
    func offer(_ listing: CatalogListing) {
        let present = filter(searching: "")
        let new = (CatalogFilter.languages(in: listing), CatalogFilter.licenses(in: listing), listing.catalogs)
        guard new.0 != languages || new.1 != licenses || new.2.map(\.title) != catalogs.map(\.title) else { return }
        (languages, licenses, catalogs) = new
        let any = tr("Any")
        silently(connections[...]) {
            language.set(choices: [any] + languages.map { LanguageName.text($0) })
            license.set(choices: [any] + licenses.map { LicenseName.text($0) })
            catalog.set(choices: [any] + catalogs.map(\.title))
            language.selected = place(present.language, languages)
            license.selected = place(present.license, licenses)
            catalog.selected = place(present.catalog, catalogs.map(\.id))
        }
    }

    func filter(searching text: String) -> CatalogFilter {
        var filter = CatalogFilter()
        filter.search = text
        filter.category = chosen(category, Self.categories)
        filter.language = chosen(language, languages)
        filter.license = chosen(license, licenses)
        filter.catalog = chosen(catalog, catalogs.map(\.id))
        filter.isVariable = isVariable.isOn
        filter.hidesPresent = hidesPresent.isOn
        return filter
    }

    /// Takes all choices back.
    func clear() {
        for row in [category, language, license, catalog] { row.selected = 0 }
        for row in [isVariable, hidesPresent] { row.isOn = false }
    }

    private func chosen<Element>(_ row: ComboRow, _ elements: [Element]) -> Element? {
        row.selected.flatMap { $0 > 0 && $0 <= elements.count ? elements[$0 - 1] : nil }
    }

    private func place(_ element: String?, _ elements: [String]) -> Int {
        element.flatMap { elements.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    }

    private func silently(_ rest: ArraySlice<Connection>, _ change: @UI () -> Void) {
        guard let first = rest.first else { return change() }
        first.silently { silently(rest.dropFirst(), change) }
    }
}

import FontCatalog
import FontModel
import FontRegistry
import Foundation
package import ReaderFonts

/// A family that a catalogue offers.
package struct CatalogRow: Sendable, Hashable, Identifiable {
    /// The identifiers of the catalogue and of the family in it.
    package var id: String
    package var catalog: String
    /// The identifier of the family in the catalogue.
    package var familyID: String
    /// The name by which programs know the family.
    package var family: String
    /// The name in the user's language.
    package var title: String
    package var category: FontCategory?
    /// The licence (SPDX).
    package var license: String
    package var version: String
    /// The bytes that a download of all files takes.
    package var size: Int64
    package var styleCount: Int
    package var isVariable: Bool
    /// The reason for which the family is not offered any more; nil if it is offered.
    package var withdrawal: String?
    var languages: [String]
    var axes: [String]
    var names: SearchText
    var designers: SearchText

    init(catalog: String, _ listed: CatalogIndex.Family, locale: Locale) {
        let summary = listed.summary
        id = catalog + "/" + listed.id
        self.catalog = catalog
        familyID = listed.id
        family = summary.family
        title =
            PackageTitle.text(summary.family) ?? FamilyNames.name(summary.family, among: summary.names, for: locale)
        category = summary.category.flatMap(FontCategory.init(rawValue:))
        license = summary.license
        version = summary.version
        size = summary.size
        styleCount = summary.faces.count
        isVariable = !summary.axes.isEmpty
        withdrawal = summary.status.map { status in
            status.reason ?? (status.state == .replaced ? tr("Another family replaces it.") : tr("It was withdrawn."))
        }
        languages = summary.languages
        axes = summary.axes
        names = SearchText(summary.allNames + summary.faces)
        designers = SearchText(summary.designers)
    }

    /// Version, size and licence as one line.
    package var subtitle: String {
        tr("{size} · {license}").filled(["size": NumberText.bytes(size), "license": LicenseName.text(license)])
    }
}

/// Readable names of packages that the distribution says nothing else of.
enum PackageTitle {
    /// Returns the words of a package's name, such as `Noto Mono` of `fonts-noto-mono`; nil for other names.
    static func text(_ name: String) -> String? {
        let parts = name.split(separator: "-")
        guard parts.count > 1, ["fonts", "ttf", "otf", "xfonts"].contains(parts[0]), name == name.lowercased() else {
            return nil
        }
        return parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}

/// What the page of catalogues shows.
package struct CatalogFilter: Sendable, Hashable {
    /// The text of the search field: names in any language, designers, languages, axes.
    package var search = ""
    package var category: FontCategory?
    /// A language (BCP 47).
    package var language: String?
    /// A licence (SPDX).
    package var license: String?
    package var catalog: String?
    package var isVariable = false
    /// Whether families that are there already are left out.
    package var hidesPresent = false

    package init() {}

    /// Returns the rows that match, in the order of a menu.
    ///
    /// - Parameter present: The families that are there.
    package func rows(in listing: CatalogListing, present: Set<String> = []) -> [CatalogRow] {
        let words = SearchQuery(search).words
        return listing.rows.filter { row in
            if let category, row.category != category { return false }
            if let language, !row.languages.contains(where: { $0.isOf(language) }) { return false }
            if let license, row.license != license { return false }
            if let catalog, row.catalog != catalog { return false }
            if isVariable, !row.isVariable { return false }
            if hidesPresent, present.contains(row.family) { return false }
            return words.allSatisfy { word in
                row.names.has(word) || row.designers.has(word) || row.axes.contains { $0.lowercased() == word }
                    || word.count >= 3
                        && row.languages.contains { SearchText([LanguageName.text($0)]).has(word) }
            }
        }
    }

    /// Returns the licences among which the user chooses, each once.
    package static func licenses(in listing: CatalogListing) -> [String] { Set(listing.rows.map(\.license)).sorted() }

    /// Returns the languages among which the user chooses, each once, by name.
    package static func languages(in listing: CatalogListing) -> [String] {
        let comparator = FamilyNameComparator(locale: Translation.locale)
        return Set(listing.rows.flatMap(\.languages)).sorted {
            comparator.compare(LanguageName.text($0), LanguageName.text($1)) == .orderedAscending
        }
    }
}

/// A downloaded family and what is offered for it.
package struct UpdateRow: Sendable, Identifiable {
    package let id: String
    package let title: String
    package let catalog: String
    package let state: State
    /// The version that is installed, and the one that is offered.
    package let installed: String
    package let offered: String?
    /// The bytes that the update transfers.
    package let size: Int64
    /// What the update changes, as sentences.
    package let changes: [String]
    package let isPinned: Bool
    package let error: ErrorText?
    let upgrade: FontUpgrade

    /// The kind of what is offered.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case available, current, pinned, withdrawn, replaced, unknown
    }

    init(_ upgrade: FontUpgrade) {
        let origin = upgrade.family.origin
        self.upgrade = upgrade
        id = origin.catalog + "/" + origin.id
        title = origin.family
        catalog = origin.catalog
        state = State(rawValue: upgrade.state.rawValue) ?? .unknown
        installed = origin.version
        offered = upgrade.version
        size = upgrade.plan?.downloadSize ?? 0
        isPinned = origin.isPinned
        error = upgrade.error.map(ErrorText.init)
        var changes: [String] = []
        if let offered {
            changes.append(
                tr("Version {installed} becomes {offered}.").filled(["installed": installed, "offered": offered]))
        }
        if upgrade.plan != nil {
            switch upgrade.changesLineMetrics {
            case true?: changes.append(tr("Lines of text change their height."))
            case nil: changes.append(tr("Lines of text may change their height."))
            case false?: break
            }
        }
        switch upgrade.state {
        case .withdrawn: changes.append(tr("Its publisher has withdrawn it. Your fonts stay."))
        case .replaced:
            changes.append(
                tr("{name} replaces it. Your fonts stay.").filled(["name": upgrade.replacement ?? tr("Another family")])
            )
        default: break
        }
        if let reason = upgrade.reason { changes.append(DisplayText.harmless(reason)) }
        self.changes = changes
    }
}

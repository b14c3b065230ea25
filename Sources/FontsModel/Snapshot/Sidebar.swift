import FontRegistry
package import Foundation
package import ReaderFonts

/// A part of the library that the side bar chooses.
package enum SidebarChoice: Sendable, Hashable {
    case all, installed, off, system
    case collection(String)
    /// A saved search.
    case smart(String)
    case category(FontCategory)
    /// A language (BCP 47).
    case language(String)
    case provider(String)
}

/// An entry of the side bar.
package struct SidebarEntry: Sendable, Hashable, Identifiable {
    package var id: SidebarChoice
    package var title: String
    /// The name of an icon of the theme, or the path of a program's icon.
    package var icon: String
    /// The number of families; nil for a saved search that has not been counted.
    package var count: Int?
}

/// A section of the side bar.
package struct SidebarSection: Sendable, Hashable, Identifiable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case library, collections, smart, categories, languages, providers
    }

    package var id: Kind
    /// The heading; empty for the first section.
    package var title: String
    package var entries: [SidebarEntry]
}

extension SidebarEntry {
    /// Whether a code stands in place of the name of a language.
    fileprivate var hasNoName: Bool { id == .language(title) }
}

extension LibrarySnapshot {
    /// Returns the sections of the side bar with counts; sections without entries are left out, except that of collections,
    /// into which families are dropped.
    ///
    /// - Parameters:
    ///   - smart: The saved searches.
    ///   - locale: The user's language, whose own entry comes first among languages.
    package func sidebar(smart: [SmartCollection] = [], locale: Locale = Translation.locale) -> [SidebarSection] {
        let sections = [
            SidebarSection(id: .library, title: "", entries: libraryEntries),
            SidebarSection(
                id: .collections, title: tr("Collections"),
                entries: collections.map { collection in
                    SidebarEntry(
                        id: .collection(collection.id), title: collection.title,
                        icon: collection.isFavourites ? "starred-symbolic" : "folder-symbolic",
                        count: members[collection.id]?.count ?? 0)
                }),
            SidebarSection(
                id: .smart, title: tr("Smart Collections"),
                entries: smart.map { saved in
                    // A search for characters, features or designers is counted when it is chosen.
                    let count = saved.filter.needsAnswers ? nil : saved.filter.rows(in: self).count
                    return SidebarEntry(
                        id: .smart(saved.id), title: saved.name, icon: "folder-saved-search-symbolic", count: count)
                }),
            SidebarSection(id: .categories, title: tr("Categories"), entries: categoryEntries),
            SidebarSection(id: .languages, title: tr("Languages"), entries: languageEntries(locale)),
            SidebarSection(id: .providers, title: tr("Installed By"), entries: providerEntries),
        ]
        return sections.filter { !$0.entries.isEmpty || $0.id == .collections }
    }

    private var libraryEntries: [SidebarEntry] {
        [
            SidebarEntry(id: .all, title: tr("All Fonts"), icon: "view-list-symbolic", count: rows.count),
            SidebarEntry(
                id: .installed, title: tr("Installed"), icon: "object-select-symbolic",
                count: rows.count(where: \.isInstalled)),
            SidebarEntry(
                id: .off, title: tr("Turned Off"), icon: "action-unavailable-symbolic",
                count: rows.count { $0.state != .on }),
            SidebarEntry(
                id: .system, title: tr("System"), icon: "computer-symbolic", count: rows.count(where: \.isSystem)),
        ]
    }

    private var categoryEntries: [SidebarEntry] {
        var counts: [FontCategory: Int] = [:]
        for row in rows { if let category = row.category { counts[category, default: 0] += 1 } }
        return FontCategory.allCases.map { category in
            SidebarEntry(
                id: .category(category), title: category.title, icon: "font-x-generic-symbolic",
                count: counts[category] ?? 0)
        }
    }

    private func languageEntries(_ locale: Locale) -> [SidebarEntry] {
        var families = [Int](repeating: 0, count: languageSets.count)
        for fact in facts.values { families[fact.languageSet] += 1 }
        var counts: [String: Int] = [:]
        for (languages, count) in zip(languageSets, families) where count > 0 {
            for language in languages { counts[language, default: 0] += count }
        }
        let own = locale.language.languageCode?.identifier
        let comparator = FamilyNameComparator(locale: locale)
        let entries = counts.map { language, count in
            SidebarEntry(
                id: .language(language), title: LanguageName.text(language, in: locale),
                icon: "accessories-dictionary-symbolic", count: count)
        }
        return entries.sorted { one, other in
            let (isOwn, isOtherOwn) = (one.id == .language(own ?? ""), other.id == .language(own ?? ""))
            if isOwn != isOtherOwn { return isOwn }
            // What has no name is shown by its code, after all others.
            if one.hasNoName != other.hasNoName { return other.hasNoName }
            return comparator.compare(one.title, other.title) == .orderedAscending
        }
    }

    private var providerEntries: [SidebarEntry] {
        var counts: [String: Int] = [:]
        for fact in facts.values { for provider in fact.providers { counts[provider, default: 0] += 1 } }
        let known = Dictionary(providers.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let entries = counts.map { id, count in
            SidebarEntry(
                id: .provider(id), title: known[id]?.title ?? ProviderName.text(id),
                icon: known[id]?.iconName ?? ProviderName.icon(id), count: count)
        }
        let comparator = FamilyNameComparator(locale: Translation.locale)
        return entries.sorted { comparator.compare($0.title, $1.title) == .orderedAscending }
    }
}

public import FontModel
public import FontRegistry
public import Foundation

extension FontManager {
    /// Returns the families of a picker with their categories, in menu order.
    ///
    /// The facts of files are remembered, see ``readingFamilies(matching:category:overrides:known:badges:locale:)``.
    /// - Parameters:
    ///   - category: The category; nil for all families.
    ///   - language: A language that the fonts must support; see ``FontQuery/languages``.
    ///   - overrides: The user's decisions on categories by the name of the family.
    ///   - known: The categories of known families by folded name; see ``KnownFamilies``.
    ///   - badges: The badges of the app.
    ///   - locale: The locale of the menu.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used.
    public func readingFamilies(
        _ category: FontCategory? = nil, language: String? = nil, overrides: [String: FontCategory] = [:],
        known: [String: FontCategory] = KnownFamilies.categories, badges: [FamilyBadge] = FamilyBadge.reading,
        locale: Locale = .ofUser
    ) async throws(FontError) -> [ReadingFamily] {
        let query = FontQuery(languages: language.map { [$0] } ?? [])
        return try await readingFamilies(
            matching: FontQuerySet(including: [query]), category: category, overrides: overrides, known: known,
            badges: badges, locale: locale)
    }

    /// Returns the families of the fonts that match, with the facts that a list shows, in menu order.
    ///
    /// With ``FontQuerySet/Options/includeDisabled`` they include disabled fonts, those that fontconfig's configuration
    /// rejects and, for callers with the user's authority, those of the system that the user hides (of which names alone are
    /// known, so that no query for languages finds them); see ``ReadingFamily/FontFact/isEnabled``.
    ///
    /// Of a file that is not known yet, one upright face for each family is opened and measured, about 2 ms per family. The
    /// facts are remembered in `$XDG_CACHE_HOME/fontd/facts`, by content for registered fonts, and by path, size, inode and
    /// time of modification for others: the next start opens no font.
    /// - Parameters:
    ///   - set: The queries.
    ///   - category: The category; nil for all families.
    ///   - overrides: The user's decisions on categories by the name of the family.
    ///   - known: The categories of known families by folded name; see ``KnownFamilies``.
    ///   - badges: The badges of the app.
    ///   - locale: The locale of the menu.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used.
    public func readingFamilies(
        matching set: FontQuerySet, category: FontCategory? = nil, overrides: [String: FontCategory] = [:],
        known: [String: FontCategory] = KnownFamilies.categories, badges: [FamilyBadge] = FamilyBadge.reading,
        locale: Locale = .ofUser
    ) async throws(FontError) -> [ReadingFamily] {
        try await rememberFacts()
        let (families, hidden) = try await familiesWithHidden(matching: set, locale: locale)
        return try await readingFamilies(
            of: families, hidden: set.options.contains(.includeDisabled) ? hidden : nil, overrides: overrides,
            known: known, badges: badges
        ).filter { category == nil || $0.category?.category == category }
    }

    /// Returns the facts of families whose fonts all are enabled, in their order.
    func readingFamilies(
        of families: [FontFamily], overrides: [String: FontCategory], known: [String: FontCategory],
        badges: [FamilyBadge]
    ) async throws(FontError) -> [ReadingFamily] {
        try await readingFamilies(of: families, hidden: nil, overrides: overrides, known: known, badges: badges)
    }

    /// Returns the facts of families, in their order.
    ///
    /// - Parameter hidden: The fonts of the system that the user hides; nil if all fonts are enabled.
    private func readingFamilies(
        of families: [FontFamily], hidden: [FontDescriptor]?, overrides: [String: FontCategory],
        known: [String: FontCategory], badges: [FamilyBadge]
    ) async throws(FontError) -> [ReadingFamily] {
        let facts = try await listFacts(of: families.flatMap(\.fonts))
        let decisions = Dictionary(
            overrides.map { (KnownFamilies.key($0), $1) }, uniquingKeysWith: { first, _ in first })
        var shown: Set<FontPlace>?
        if let hidden {
            shown = Set(try await self.shown(among: families.flatMap(\.fonts)).map(FontPlace.init))
                .subtracting(hidden.map(FontPlace.init))
        }
        var rows = try await BlockingWork.perform { () throws(FontError) in
            BlockingWork.results(families.count) { FamilyRow(families[$0], facts) }
        }
        // The characters of a registered font are in the store, which is asked for the unknown ones alone.
        for place in rows.indices where rows[place].isUnknown {
            guard let font = rows[place].regular, rows[place].coverage == nil else { continue }
            do throws(FontError) {
                rows[place].coverage = try await coverage(of: font)
            } catch {
                rows[place].isLasting = error.code != .registrationFailed
            }
        }
        let badges = badges.map(BadgeKeys.init)
        return try await BlockingWork.perform { [rows, shown] () throws(FontError) in
            let results = BlockingWork.results(rows.count) { place in
                let family = families[place]
                let fontFacts = zip(family.fonts, rows[place].formats).map { font, format in
                    ReadingFamily.FontFact(
                        format: format, isEnabled: shown.map { $0.contains(FontPlace(font)) } ?? true)
                }
                return ReadingFamily(
                    family, fontFacts, rows[place].measures(facts), decisions: decisions, known: known, badges: badges)
            }
            facts.files.save()
            return results
        }
    }
}

/// What tells a font of a list from all others.
private struct FontPlace: Hashable {
    var registration: String?
    var path: String?
    var face: Int

    init(_ font: FontDescriptor) {
        registration = font.registrationID
        // Only the registration is the same for a font that is disabled and enabled again.
        path = registration == nil ? font.path : nil
        face = font.face.index
    }
}

public import FontModel
public import FontRegistry
public import Foundation
import Synchronization

/// A family with the facts by which a reader chooses it.
public struct ReadingFamily: Sendable, Hashable {
    /// The styles that a program must imitate if a family lacks them.
    public enum SyntheticStyle: String, Sendable, Hashable, Codable, CaseIterable {
        case bold, italic
    }

    public var family: FontFamily
    /// The category; nil if nothing shows it.
    public var category: CategoryFinding?
    /// The languages that a face of the family supports, sorted (BCP 47).
    public var languages: [String]
    /// The styles for which the family has no face.
    public var synthetic: [SyntheticStyle]
    /// The names of the badges.
    public var badges: [String]
    /// Whether the family has a variable face.
    public var isVariable: Bool
}

extension FontManager {
    /// Returns the families of a picker with their categories, in menu order.
    ///
    /// Of families that are not known, one upright face each is opened and measured, about 2 ms per family.
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
        locale: Locale = .current
    ) async throws(FontError) -> [ReadingFamily] {
        let families = try await families(language: language, locale: locale)
        return try await ReadingFamily.families(families, overrides: overrides, known: known, badges: badges)
            .filter { category == nil || $0.category?.category == category }
    }
}

extension ReadingFamily {
    /// Returns the facts of families, in their order.
    static func families(
        _ families: [FontFamily], overrides: [String: FontCategory], known: [String: FontCategory],
        badges: [FamilyBadge]
    ) async throws(FontError) -> [ReadingFamily] {
        let decisions = Dictionary(
            overrides.map { (KnownFamilies.key($0), $1) }, uniquingKeysWith: { first, _ in first })
        return try await BlockingWork.perform { () throws(FontError) in
            let found = Mutex([ReadingFamily?](repeating: nil, count: families.count))
            BlockingWork.onAllCores(families.count) { place in
                let family = ReadingFamily(families[place], decisions: decisions, known: known, badges: badges)
                found.withLock { $0[place] = family }
            }
            return found.withLock { $0.compactMap(\.self) }
        }
    }

    fileprivate init(
        _ family: FontFamily, decisions: [String: FontCategory], known: [String: FontCategory], badges: [FamilyBadge]
    ) {
        self.family = family
        let faces = family.fonts.map(\.face)
        let localized = faces.flatMap(\.localizedNames).filter { $0.kind == .family }.map(\.text)
        let names = [family.name] + Set(localized).sorted()
        category = Self.category(of: family.fonts, names: names, decisions: decisions, known: known)
        languages = Set(faces.flatMap(\.languages)).sorted()
        func spans(_ tag: String, to value: Double) -> Bool {
            faces.contains { $0.axes.contains { $0.tag == tag && $0.minimum < $0.maximum && $0.maximum >= value } }
        }
        let hasBold = faces.contains { $0.weight >= 600 } || spans("wght", to: 600)
        let hasItalic =
            faces.contains { $0.traits.contains(.italic) || $0.slant != 0 } || spans("ital", to: 1)
            || faces.contains { $0.axes.contains { $0.tag == "slnt" && $0.minimum < $0.maximum } }
        synthetic = (hasBold ? [] : [.bold]) + (hasItalic ? [] : [.italic])
        let keys = Set(names.map(KnownFamilies.key))
        self.badges = badges.filter { $0.families.contains { keys.contains(KnownFamilies.key($0)) } }.map(\.name)
        isVariable = faces.contains(where: \.isVariable)
    }

    private static func category(
        of fonts: [FontDescriptor], names: [String], decisions: [String: FontCategory], known: [String: FontCategory]
    ) -> CategoryFinding? {
        let user = names.lazy.compactMap { decisions[KnownFamilies.key($0)] }.first
        let named = CategoryFacts(names: names).category(user: user, known: known)
        if let named, [.user, .known].contains(named.evidence) { return named }
        guard let regular = fonts.mostRegular, let url = regular.url else { return named }
        let details = try? FontDetails(ofFace: regular.face.index, inFile: url.path(percentEncoded: false))
        let measured = (try? Data(contentsOf: url)).flatMap { CategoryFacts.measured($0, face: regular.face.index) }
        let facts = CategoryFacts(
            names: names, hasEqualAdvances: measured?.hasEqualAdvances,
            panose: (details?.panose ?? "").split { !$0.isNumber }.compactMap { UInt8($0) },
            familyClass: details?.familyClass, outlines: measured?.outlines)
        return facts.category(known: known)
    }
}

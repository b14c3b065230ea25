public import FontModel
public import Foundation

/// A family and its fonts.
public struct FontFamily: Sendable, Hashable {
    /// The name by which programs know the family.
    public var name: String
    /// The name in the requested language, or ``name`` if the fonts have none.
    public var localizedName: String
    /// The fonts, lightest first.
    public var fonts: [FontDescriptor]

    public init(name: String, localizedName: String, fonts: [FontDescriptor]) {
        self.name = name
        self.localizedName = localizedName
        self.fonts = fonts
    }

    /// Groups fonts by family, in menu order.
    ///
    /// Families with names that begin with a dot are for the system and left out.
    static func families(of fonts: [FontDescriptor], locale: Locale) -> [FontFamily] {
        // Indices, because to copy fonts is slow.
        var members: [String: [Int]] = [:]
        for index in fonts.indices { members[fonts[index].face.family, default: []].append(index) }
        // If there are several names, the family name is the English one.
        let isEnglish = locale.language.languageCode?.identifier == "en"
        let names = members.filter { !$0.key.hasPrefix(".") }.map { name, members in
            // Of equally close names, that of the highest scope and the lightest font counts.
            let localized = isEnglish ? name : localizedName(name, members.map { fonts[$0] }.ordered([]), locale)
            return (name: name, localized: localized)
        }
        // Comparing by the rules of a locale is slow, and a nearly sorted list needs few comparisons.
        let comparator = FamilyNameComparator(locale: locale)
        return names.map { (key: $0.localized.lowercased(), names: $0) }
            .sorted { $0.key < $1.key }
            .map(\.names)
            .sorted { comparator.compare($0.localized, $1.localized) == .orderedAscending }
            .map { name, localized in
                let fonts = (members[name] ?? []).map { fonts[$0] }
                return FontFamily(
                    name: name, localizedName: localized,
                    fonts: fonts.count == 1
                        ? fonts
                        : fonts.sorted { ($0.weight, $0.slant, $0.postscriptName, -($0.priority?.rawValue ?? 0)) })
            }
    }

    private static func localizedName(_ name: String, _ fonts: [FontDescriptor], _ locale: Locale) -> String {
        let names = fonts.lazy.flatMap(\.face.localizedNames).filter { $0.kind == .family }
        return locale.closest(of: names) { $0.language }?.text ?? name
    }
}

/// The order of a font menu (`CTFontManagerCompareFontFamilyNames`): by the rules of a locale, with digits by value.
public struct FamilyNameComparator: SortComparator, Sendable, Hashable {
    public var order: SortOrder
    /// The locale whose rules apply.
    public var locale: Locale

    public init(locale: Locale = .current, order: SortOrder = .forward) {
        self.locale = locale
        self.order = order
    }

    public func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
        let forward = lhs.compare(rhs, options: [.caseInsensitive, .numeric], range: nil, locale: locale)
        // Names that differ only in case must still have a deterministic order.
        let result = forward == .orderedSame ? lhs.compare(rhs) : forward
        guard order == .reverse else { return result }
        switch result {
        case .orderedAscending: return .orderedDescending
        case .orderedDescending: return .orderedAscending
        case .orderedSame: return .orderedSame
        }
    }
}

public import FontFiles
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
    package static func families(of fonts: [FontDescriptor], locale: Locale) -> [FontFamily] {
        FamilyMenu(fonts.map(FamilyMember.init), locale: locale).families.map { family in
            FontFamily(
                name: family.name, localizedName: family.localizedName, fonts: family.members.map { fonts[$0] })
        }
    }
}

/// The order of a font menu (`CTFontManagerCompareFontFamilyNames`): by the rules of a locale, with digits by value.
public struct FamilyNameComparator: SortComparator, Sendable, Hashable {
    public var order: SortOrder
    /// The locale whose rules apply.
    public var locale: Locale

    public init(locale: Locale = .ofUser, order: SortOrder = .forward) {
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

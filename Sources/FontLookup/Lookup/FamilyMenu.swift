import FontModel
package import Foundation

/// A family as one line of a printed list.
package struct ListedFamily: Sendable, Hashable {
    /// The name by which programs know the family.
    package var name: String
    /// The name in the requested language, or ``name`` if the fonts have none.
    package var localizedName: String
    /// The number of fonts; files of one style with the same PostScript name, of which programs show one, count once.
    package var count: Int
    /// The styles, lightest first, without repetitions.
    package var styles: [String] = []

    /// Creates a line from the names of all fonts.
    package init(name: String, localizedName: String, fonts: [(style: String, postscriptName: String)]) {
        (self.name, self.localizedName, count) = (name, localizedName, fonts.count)
        for font in fonts where !styles.contains(font.style) { styles.append(font.style) }
        // Most families have each style once.
        if styles.count < count { count = Set(fonts.map { "\($0.postscriptName) \($0.style)" }).count }
    }

    package init(_ family: FontFamily) {
        self.init(
            name: family.name, localizedName: family.localizedName,
            fonts: family.fonts.map { ($0.style, $0.postscriptName) })
    }
}

/// Fonts grouped by family, in the order of a menu.
package struct FamilyMenu {
    package struct Family {
        package var name: String
        package var localizedName: String
        /// The indices of the fonts, lightest first.
        package var members: [Int]
    }

    package private(set) var families: [Family]

    /// Groups fonts by family.
    ///
    /// Families with names that begin with a dot are for the system and left out.
    package init(_ fonts: [FamilyMember], locale: Locale) {
        // If there are several names, the family name is the English one.
        let isEnglish = locale.isEnglish
        let named = Self.groups(of: fonts).map { members in
            let name = fonts[members[0]].family
            return Family(
                name: name, localizedName: isEnglish ? name : Self.localizedName(name, members, fonts, locale),
                members: members)
        }
        // Comparing by the rules of a locale is slow, and a nearly sorted list needs few comparisons.
        let comparator = FamilyNameComparator(locale: locale)
        let ordered = named.map { (key: PlainName($0.localizedName), family: $0) }.sorted { $0.key.text < $1.key.text }
        families = ordered.sorted { one, other in
            if isEnglish, let isBefore = one.key.isBefore(other.key) { return isBefore }
            return comparator.compare(one.family.localizedName, other.family.localizedName) == .orderedAscending
        }.map(\.family)
        for index in families.indices where families[index].members.count > 1 {
            families[index].members = families[index].members.sorted { member in
                let font = fonts[member]
                return (font.weight, font.slant, font.postscriptName, -(font.priority?.rawValue ?? 0))
            }
        }
    }

    /// Returns the indices of the fonts of each family, in their order.
    private static func groups(of fonts: [FamilyMember]) -> [[Int]] {
        var places: [String: Int] = [:]
        places.reserveCapacity(fonts.count)
        var groups: [[Int]] = []
        for (index, font) in fonts.enumerated() where font.family.utf8.first != UInt8(ascii: ".") {
            if let place = places[font.family] {
                groups[place].append(index)
            } else {
                places[font.family] = groups.count
                groups.append([index])
            }
        }
        return groups
    }

    private static func localizedName(
        _ name: String, _ members: [Int], _ fonts: [FamilyMember], _ locale: Locale
    ) -> String {
        guard members.contains(where: { !fonts[$0].localizedFamilies.isEmpty }) else { return name }
        // Of equally close names, that of the highest scope and the lightest font counts.
        let names = members.sorted { member in
            let font = fonts[member]
            return (Double(-(font.priority?.rawValue ?? 0)), font.weight, font.postscriptName, 0)
        }.lazy.flatMap { fonts[$0].localizedFamilies }
        return locale.closest(of: names) { $0.language }?.text ?? name
    }
}

/// A name in lower case, which can be compared without a locale if it has only unaccented letters, digits and spaces.
struct PlainName {
    let text: String
    private let isPlain: Bool

    init(_ name: String) {
        text = name.lowercased()
        isPlain = text.utf8.allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: " ") || (0x61...0x7A).contains($0) }
    }

    /// Whether the name precedes another by the rules of English, with digits by value; nil if only a locale's own
    /// comparison shows it.
    func isBefore(_ other: PlainName) -> Bool? {
        guard isPlain, other.isPlain else { return nil }
        return text.utf8.withContiguousStorageIfAvailable { one in
            other.text.utf8.withContiguousStorageIfAvailable { Self.isBefore(one, $0) } ?? nil
        } ?? nil
    }

    private static func isBefore(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard let place = zip(one, other).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
            return nil
        }
        // Numbers with as many digits are in the order of their digits.
        func digits(_ name: UnsafeBufferPointer<UInt8>) -> Int { name[place...].prefix(while: isDigit).count }
        let isInNumber = place > 0 && isDigit(one[place - 1])
        let areNumbers = isDigit(one[place]) && isDigit(other[place])
        if isInNumber || areNumbers, digits(one) != digits(other) { return nil }
        return one[place] < other[place]
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

package import FontModel
public import FontRegistry
public import Foundation

/// A family that a search finds, see `FontManager.search(_:locale:order:)`.
public struct FamilyMatch: Sendable, Hashable {
    /// The name that has the words of the search; the first cases are the best.
    public enum Kind: Int, Sendable, Hashable, Comparable {
        /// The family's own name is the text, begins with it, or has its words.
        case family, familyBeginning, familyWord
        /// The family's name in a language has the words.
        case localizedFamily
        /// A name of one of its faces has the words.
        case name
        /// A collection that one of its faces is in has the words.
        case tag
        /// The designer of one of its faces has the words.
        case designer

        public static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }

        /// The word in JSON, on the bus and in lists: `family`, `localized`, `name`, `tag` or `designer`.
        public var word: String {
            switch self {
            case .family, .familyBeginning, .familyWord: "family"
            case .localizedFamily: "localized"
            case .name: "name"
            case .tag: "tag"
            case .designer: "designer"
            }
        }
    }

    /// Whether the fonts are registered, or of the system.
    public enum Origin: String, Sendable, Hashable {
        case registered, system
    }

    /// The name by which programs know the family.
    public var name: String
    /// The name in the requested language, or ``name`` if the fonts have none.
    public var localizedName: String
    /// The origin of the fonts; a family of registered fonts and of fonts of the system is found twice.
    public var origin: Origin
    /// The best name that has the words.
    public var kind: Kind
    /// The text that has the words.
    public var text: String
    /// The PostScript names of the faces that were found, each once.
    public var postscriptNames: [String]
    /// The names of the styles that were found, with the PostScript names, each once.
    var styles: Set<String> = []

    /// The number of fonts that were found, as lists of families count them: a named instance is one, and files of one
    /// style with the same PostScript name are one.
    package var faceCount: Int { styles.count }

    /// The name in the requested language with the one that programs know, if they differ.
    package var shownName: String { localizedName == name ? name : "\(localizedName) (\(name))" }
}

extension FamilyMatch: FieldEncoded {
    package var fieldMembers: [FieldMember] {
        [FieldMember]([
            "family": .text(name), "localizedName": .text(localizedName), "origin": .text(origin.rawValue),
            "matchedBy": .text(kind.word), "match": .text(text), "postscriptNames": .texts(postscriptNames),
        ])
    }
}

/// The families that a search finds among faces that are added.
package struct FamilyMatches {
    private struct Key: Hashable {
        var family: String
        var origin: FamilyMatch.Origin
    }

    private let search: FamilySearch
    private let (locale, order): (Locale, Locale)
    private var found: [Key: FamilyMatch] = [:]

    /// - Parameters:
    ///   - locale: The locale of names for people.
    ///   - order: The locale by whose rules families are sorted.
    package init(
        _ search: FamilySearch, locale: Locale = Locale(identifier: "en_001"),
        order: Locale = Locale(identifier: "en_001")
    ) {
        self.search = search
        (self.locale, self.order) = (locale, order)
    }

    /// Adds a face if one of its names, or a collection, has the words.
    ///
    /// - Returns: Whether it was added.
    @discardableResult
    package mutating func add(_ face: FontFace, _ origin: FamilyMatch.Origin, tags: [String]) -> Bool {
        guard let (kind, text) = best(face, tags) else { return false }
        add(face, origin, kind, text)
        return true
    }

    /// Adds a face if one of its designers has the words.
    package mutating func add(_ face: FontFace, _ origin: FamilyMatch.Origin, by designers: [String]) {
        if let name = designers.first(where: search.finds) { add(face, origin, .designer, name) }
    }

    private mutating func add(_ face: FontFace, _ origin: FamilyMatch.Origin, _ kind: FamilyMatch.Kind, _ text: String)
    {
        let key = Key(family: face.family, origin: origin)
        var family =
            found[key]
            ?? FamilyMatch(
                name: face.family, localizedName: face.name(.family, for: locale), origin: origin, kind: kind,
                text: text, postscriptNames: [])
        family.styles.insert("\(face.postscriptName) \(face.style)")
        for instance in face.instances where !instance.isDefault {
            family.styles.insert("\(instance.postscriptName) \(instance.name)")
        }
        if kind < family.kind { (family.kind, family.text) = (kind, text) }
        if !family.postscriptNames.contains(face.postscriptName) { family.postscriptNames.append(face.postscriptName) }
        found[key] = family
    }

    private func best(_ face: FontFace, _ tags: [String]) -> (FamilyMatch.Kind, String)? {
        if search.equals(face.family) { return (.family, face.family) }
        if search.begins(face.family) { return (.familyBeginning, face.family) }
        if search.finds(face.family) { return (.familyWord, face.family) }
        let localized = face.localizedNames.filter { $0.kind == .family }.map(\.text)
        if let name = localized.first(where: search.finds) { return (.localizedFamily, name) }
        let names =
            [face.fullName, face.postscriptName] + [face.legacyFamily].compactMap(\.self)
            + face.localizedNames.filter { $0.kind != .family }.map(\.text)
            + face.instances.map { "\(face.family) \($0.name)" }
        if let name = names.first(where: search.finds) { return (.name, name) }
        return tags.first(where: search.finds).map { (.tag, $0) }
    }

    /// The families, best first.
    package var families: [FamilyMatch] {
        let comparator = FamilyNameComparator(locale: order)
        return found.values.sorted { one, other in
            if one.kind != other.kind { return one.kind < other.kind }
            return switch comparator.compare(one.shownName, other.shownName) {
            case .orderedAscending: true
            case .orderedDescending: false
            case .orderedSame: one.origin.rawValue < other.origin.rawValue
            }
        }
    }
}

extension FontManager {
    /// Searches the names of registered fonts and of the system's in all languages, and the collections and designers of
    /// registered fonts.
    ///
    /// With ``FontAuthority/provider``, the registered fonts are the provider's own, also disabled ones, and those of
    /// others that every program sees, without their collections.
    /// - Parameters:
    ///   - search: The words.
    ///   - locale: The locale of ``FamilyMatch/localizedName``.
    ///   - order: The locale by whose rules families are sorted.
    /// - Returns: The families, best first: those whose own name is most similar, and of these in the order of a menu.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used.
    public func search(
        _ search: FamilySearch, locale: Locale = Locale(identifier: "en_001"),
        order: Locale = Locale(identifier: "en_001")
    ) async throws(FontError) -> [FamilyMatch] {
        var matches = FamilyMatches(search, locale: locale, order: order)
        // Designers are read from files, so they are looked for only where no name is found.
        var rest: [(face: FontFace, path: String)] = []
        let own = try await registered()
        for registration in own {
            for face in registration.faces where !matches.add(face, .registered, tags: registration.tags) {
                if let path = try await file(of: registration) { rest.append((face, path)) }
            }
        }
        for font in try await othersFonts(besides: own) where !matches.add(font.face, .registered, tags: []) {
            if let path = font.path { rest.append((font.face, path)) }
        }
        let designers = await self.designers(of: rest.map { ($0.path, $0.face.index) })
        for (font, names) in zip(rest, designers) { matches.add(font.face, .registered, by: names) }
        for font in try await systemFonts() { matches.add(font.face, .system, tags: []) }
        return matches.families
    }
}

package import FontModel
import OpenType

/// A font of a target that has a constant: a face, or a named instance.
package struct NamedFont: Sendable {
    /// The PostScript name.
    package var name: String
    package var family: String
    package var style: String
    package var format: FontFormat
    package var file: ResourceFile
    /// The face, for sorting.
    var weight: Double
    var width: Double
    var slant: Double
    /// The identifier of the constant of `FontName`, with quotation marks if it is a reserved word.
    package fileprivate(set) var constant = ""
    /// The identifier of the member of the family.
    package fileprivate(set) var member = ""

    fileprivate init(_ font: ScannedFont, _ face: FontFace, _ instance: NamedInstance?) {
        func value(_ tag: String, _ other: Double) -> Double { instance?.coordinates[tag] ?? other }
        name = instance?.postscriptName ?? face.postscriptName
        (family, style) = (face.family, instance?.name ?? face.style)
        (format, file) = (font.contents.format, font.file)
        (weight, width) = (value("wght", face.weight), value("wdth", face.width))
        // An italic without an angle comes after the upright face.
        slant = max(face.slant, face.traits.contains(.italic) ? 1 : 0, value("ital", 0), -value("slnt", 0))
    }

    fileprivate var order: (String, Double, Double, Double, String) { (family, width, slant, weight, name) }
}

/// A family of a target.
package struct NamedFamily: Sendable {
    package var name: String
    /// The identifier of the constant of `FontFamilyName`.
    package fileprivate(set) var constant = ""
    /// The identifier of the type of the family.
    package fileprivate(set) var type = ""
    /// The fonts, sorted by width, slant, weight and name.
    package fileprivate(set) var fonts: [NamedFont]
    /// The faces of the family.
    package var faces: [FontFace]
}

/// The constants for the fonts of a target.
package struct FontConstants: Sendable {
    /// The families, sorted by name.
    package private(set) var families: [NamedFamily] = []
    /// The warnings about names that share an identifier, and the errors about new names that do.
    package private(set) var problems: [BuildProblem] = []

    /// The members of the type of a family beside its fonts.
    private static let membersOfFamily: Set<String> = [
        "at", "axes", "face", "faces", "init", "localizedNames", "name", "table",
    ]

    /// The constants of `FontName` by PostScript name, such as `FontName.loraBold`.
    package var byName: [String: String] {
        Dictionary(families.flatMap(\.fonts).map { ($0.name, "FontName.\($0.constant)") }) { first, _ in first }
    }

    package init(of target: TargetFonts) {
        var fonts: [NamedFont] = []
        var faces: [String: [FontFace]] = [:]
        var names: Set<String> = []
        for font in target.fonts {
            for face in font.faces {
                faces[face.family, default: []].append(face)
                for instance in [nil] + face.instances {
                    let named = NamedFont(font, face, instance)
                    if names.insert(named.name).inserted { fonts.append(named) }
                }
            }
        }
        fonts.sort { $0.order < $1.order }
        let groups = Dictionary(grouping: fonts, by: \.family)
        // A family may have no constant left: those of its fonts can be in another one.
        families = faces.sorted { $0.key < $1.key }.map { name, faces in
            NamedFamily(name: name, fonts: groups[name] ?? [], faces: faces)
        }
        nameFamilies(target)
        nameFonts(target)
    }

    private mutating func nameFamilies(_ target: TargetFonts) {
        let claims = families.map { family in
            let first = family.fonts.first
            let base = Self.base(of: family.name, first?.name)
            let path = first?.file.path ?? target.target.settingsPath
            return NameClaims.Claim(
                name: family.name, path: path,
                identifiers: target.settings.rename[family.name].map { [$0] }
                    ?? Self.variants(base, [first.map { base + Self.word($0.format) }], of: family.name))
        }
        let named = claim(claims, target)
        // New names may differ in their first letter only.
        let types = families.indices.map { place in
            let (family, constant) = (families[place], named[place])
            let isPlain = constant == Self.base(of: family.name, family.fonts.first?.name)
            let plain = isPlain ? Self.typeName(of: family.name, family.fonts.first?.name) : nil
            return NameClaims.Claim(
                name: family.name, path: "",
                identifiers: [plain ?? Self.capitalized(constant), constant].map { $0 + "Family" }
                    + NameClaims.hashed(constant + "Family", of: family.name))
        }
        // A name that begins with a digit is the same for a constant and for a type.
        for (place, type) in NameClaims(types, reserved: Set(named)).identifiers.enumerated() {
            families[place].constant = SwiftText.quoted(named[place])
            families[place].type = type
        }
    }

    private mutating func nameFonts(_ target: TargetFonts) {
        let places = families.indices.flatMap { family in families[family].fonts.indices.map { (family, $0) } }
        let plain = places.map { family, font in Self.identifier(families[family].fonts[font].name, "font") }
        let groups = Dictionary(grouping: places.indices) { plain[$0] }
        let claims = places.indices.map { place in
            let (family, font) = (families[places[place].0], families[places[place].0].fonts[places[place].1])
            let base = plain[place]
            let isOneFamily = Set((groups[base] ?? []).map { places[$0].0 }).count == 1
            return NameClaims.Claim(
                name: font.name, path: font.file.path,
                identifiers: target.settings.rename[font.name].map { [$0] }
                    ?? Self.variants(
                        base,
                        [
                            isOneFamily ? nil : base + Self.capitalized(Self.base(of: family.name, font.name)),
                            base + Self.word(font.format),
                        ], of: font.name))
        }
        for (place, name) in zip(places, claim(claims, target)) {
            families[place.0].fonts[place.1].constant = SwiftText.quoted(name)
        }
        for place in families.indices { nameMembers(of: place, target) }
    }

    private mutating func nameMembers(of place: Int, _ target: TargetFonts) {
        let fonts = families[place].fonts
        // The face of a variable file may be named as the family, beside its named instance `Family-Regular`.
        let suffixes = Set(fonts.compactMap { Self.suffix(of: $0.name).flatMap(SwiftText.member) })
        let claims = fonts.map { font in
            let suffix = Self.suffix(of: font.name).flatMap(SwiftText.member)
            let style = suffix ?? SwiftText.member(font.style).flatMap { suffixes.contains($0) ? nil : $0 }
            let whole = Self.identifier(font.name, "font")
            return NameClaims.Claim(
                name: font.name, path: font.file.path,
                identifiers: Self.variants(style.map(SwiftText.unquoted) ?? whole, [whole], of: font.name))
        }
        // Names that share the identifier of a member have those of their constants, so that no warning is needed.
        let named = NameClaims(claims, reserved: Self.membersOfFamily)
        for (font, name) in named.identifiers.enumerated() {
            families[place].fonts[font].member = SwiftText.quoted(name)
        }
    }

    private mutating func claim(_ claims: [NameClaims.Claim], _ target: TargetFonts) -> [String] {
        let named = NameClaims(claims)
        problems += named.problems
        for (identifier, places) in Dictionary(grouping: claims.indices, by: { named.identifiers[$0] }).sorted(by: {
            $0.key < $1.key
        }) where places.count > 1 {
            let names = places.map { "“\(claims[$0].name)”" }.joined(separator: " and ")
            problems.append(
                BuildProblem(
                    .error, target.target.settingsPath,
                    "“rename” gives \(names) the same identifier \(identifier). Choose another name for one of them."))
        }
        return named.identifiers
    }

    // MARK: Identifiers

    /// Returns the identifiers that a name can have, with digits of its hash at last.
    private static func variants(_ base: String, _ longer: [String?], of name: String) -> [String] {
        [base] + longer.compactMap(\.self) + NameClaims.hashed(base, of: name)
    }

    /// Returns an unquoted identifier for a name; one with digits of its hash if it has no ASCII letter or digit.
    private static func identifier(_ name: String, _ other: String) -> String {
        guard let member = SwiftText.member(name) else {
            return "\(other)_\(ContentHash.sha256(Array(name.utf8)).prefix(4))"
        }
        return SwiftText.unquoted(member)
    }

    /// The texts that can name a family: its name if it is ASCII, else what precedes the style in a PostScript name.
    private static func names(of family: String, _ postscriptName: String?) -> [String] {
        let name = family.utf8.allSatisfy { $0 < 0x80 } ? family : nil
        return [name, postscriptName.map { String($0.prefix { $0 != "-" }) }].compactMap(\.self)
    }

    private static func base(of family: String, _ postscriptName: String?) -> String {
        names(of: family, postscriptName).lazy.compactMap(SwiftText.member).first.map(SwiftText.unquoted)
            ?? identifier(family, "family")
    }

    private static func typeName(of family: String, _ postscriptName: String?) -> String? {
        names(of: family, postscriptName).lazy.compactMap(SwiftText.type).first.map(SwiftText.unquoted)
    }

    /// Returns what follows the family in a PostScript name, which names the style.
    private static func suffix(of name: String) -> String? {
        name.firstIndex(of: "-").map { String(name[name.index(after: $0)...]) }
    }

    /// Returns an identifier as a part after others.
    private static func capitalized(_ identifier: String) -> String {
        identifier.first.map { $0.uppercased() + identifier.dropFirst() } ?? ""
    }

    private static func word(_ format: FontFormat) -> String {
        switch format {
        case .openType: "OpenType"
        case .collection: "Collection"
        default: "TrueType"
        }
    }
}

package import FontModel
import Foundation

/// The kind of a name that a face matches, in the order in which the resolver tries them.
package enum NameKind: Int, Sendable, CaseIterable, Comparable {
    case postscriptName = 0
    case instance = 1
    case fullName = 2
    case familyStyle = 3
    case localized = 4
    /// A family alone, which means its most regular face.
    case family = 5
    /// A family name in another language, alone.
    case localizedFamily = 6

    package static func < (lhs: NameKind, rhs: NameKind) -> Bool { lhs.rawValue < rhs.rawValue }

    /// Whether names of this kind are compared exactly, as PostScript names are; others are folded.
    package var isExact: Bool { self == .postscriptName || self == .instance }

    /// The raw values of the exact kinds, as an SQL list.
    package static var exactList: String { allCases.filter(\.isExact).map { "\($0.rawValue)" }.joined(separator: ", ") }

    /// Whether several faces match and the most regular one is meant.
    package var wantsRegular: Bool { self == .family || self == .localizedFamily }

    /// The public value for the kind.
    package var matchedBy: FontResolution.MatchedBy {
        switch self {
        case .postscriptName: .postscriptName
        case .instance: .instance
        case .fullName: .fullName
        case .familyStyle, .family: .familyStyle
        case .localized, .localizedFamily: .localized
        }
    }
}

/// One name that a face, or one of its named instances, matches.
package struct LookupName: Sendable, Hashable {
    package var name: String
    package var kind: NameKind
    /// The index in ``FontFace/instances``; `nil` for the face itself.
    package var instance: Int?

    /// Returns all names that a face matches.
    package static func all(of face: FontFace) -> Set<LookupName> {
        var names: Set<LookupName> = [LookupName(name: face.postscriptName, kind: .postscriptName)]
        func add(_ text: String, _ kind: NameKind, _ instance: Int? = nil) {
            let key = kind.isExact ? text : fold(text)
            if !key.isEmpty { names.insert(LookupName(name: key, kind: kind, instance: instance)) }
        }
        // A name that is also one of a family means the family: the full name may be that of any style, and an older
        // family such as `Roboto Black` has more faces and releases than the one whose family and style it spells.
        let families = [face.family, face.legacyFamily].compactMap { $0.map(fold) }
        func addUnlessFamily(_ text: String, _ kind: NameKind) { if !families.contains(fold(text)) { add(text, kind) } }
        addUnlessFamily(face.fullName, .fullName)
        // An instance with the name of the style takes precedence: the default may be named Regular at any weight.
        func isInstance(_ family: String, _ style: String) -> Bool {
            family == face.family && face.instances.contains { fold($0.name) == fold(style) }
        }
        if !isInstance(face.family, face.style) { addUnlessFamily(face.family + face.style, .familyStyle) }
        add(face.family, .family)
        if let legacyFamily = face.legacyFamily {
            let legacyStyle = face.legacyStyle ?? face.style
            if !isInstance(legacyFamily, legacyStyle) { addUnlessFamily(legacyFamily + legacyStyle, .familyStyle) }
            add(legacyFamily, .family)
        }
        for (index, instance) in face.instances.enumerated() {
            // The default location has the file's own name; its alias also leads to it.
            add(instance.postscriptName, .instance, index)
            // `Family-Style` also matches instances that the font names itself, as on Apple's systems.
            if let formed = PostScriptName.formed(family: face.family, style: instance.name) {
                add(formed, .instance, index)
            }
            add(face.family + instance.name, .familyStyle, index)
        }
        let localizedFamilies = face.localizedNames.filter { $0.kind == .family }
        for localized in face.localizedNames {
            switch localized.kind {
            case .fullName: add(localized.text, .localized)
            case .family: add(localized.text, .localizedFamily)
            case .style:
                for family in localizedFamilies where family.language == localized.language {
                    add(family.text + localized.text, .localized)
                }
            }
        }
        // Many fonts translate the family name but not the style.
        for family in localizedFamilies { add(family.text + face.style, .localized) }
        return names
    }

    /// Returns the best kind of name by which faces match; `nil` if they do not match.
    package static func kind(of faces: [FontFace], for name: String, isExact: Bool = false) -> NameKind? {
        let folded = fold(name)
        return faces.flatMap { face in
            all(of: face).filter { known in
                known.name == (known.kind.isExact ? name : folded)
                    && (!known.kind.wantsRegular || face.isMeant(byFamily: name))
            }
        }.map(\.kind).filter { $0.isExact || !isExact }.min()
    }

    /// Whether a face matches a name of any kind.
    package static func answers(_ face: FontFace, to name: String) -> Bool { kind(of: [face], for: name) != nil }

    /// Returns a text with escapes, as the names of fonts have them, in lowercase and composed form (NFC), and without
    /// whitespace and the separators commonly used between family and style.
    ///
    /// Folded names that mean the same have the same bytes, which the store compares.
    /// A name that a program asks for may have the characters of the file.
    package static func fold(_ text: String) -> String {
        // Nearly all names are ASCII, and looking up a property of a character takes 100 times as long.
        if DisplayText.isPrintableASCII(text) {
            var folded: [UInt8] = []
            folded.reserveCapacity(text.utf8.count)
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"): continue
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded.append(byte | 0x20)
                default: folded.append(byte)
                }
            }
            return String(decoding: folded, as: UTF8.self)
        }
        var folded = String.UnicodeScalarView()
        for scalar in DisplayText.harmless(text).lowercased().precomposedStringWithCanonicalMapping.unicodeScalars
        where !scalar.properties.isWhitespace && scalar != "-" && scalar != "_" && scalar != ":" {
            folded.append(scalar)
        }
        return String(folded)
    }
}

extension FontFace {
    /// Whether a text that equals a family of the face, folded, can mean that family.
    ///
    /// A text in the form of a PostScript name, such as `Lato-Black`, does not mean another style of an older family, such
    /// as the italic of `Lato Black`, when its own font is not there.
    package func isMeant(byFamily text: String) -> Bool {
        guard text.contains("-"), !text.contains(where: \.isWhitespace) else { return true }
        let folded = LookupName.fold(text)
        return (familyNames + ["\(family) \(style)", fullName]).contains { LookupName.fold($0) == folded }
    }

    /// The name of the family, then those in other languages.
    package var familyNames: [String] { [family] + localizedNames.filter { $0.kind == .family }.map(\.text) }
}

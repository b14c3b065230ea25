import FontModel

/// The kind of a name that a face answers to; the order is the resolver's.
package enum NameKind: Int, Sendable, CaseIterable, Comparable {
    case postscriptName = 0
    case instance = 1
    case fullName = 2
    case familyStyle = 3
    case localized = 4
    /// A family alone: answered by its most regular face.
    case family = 5
    /// A family in another language, alone.
    case localizedFamily = 6

    package static func < (lhs: NameKind, rhs: NameKind) -> Bool { lhs.rawValue < rhs.rawValue }

    /// PostScript names compare exactly, everything else folded.
    var isExact: Bool { self == .postscriptName || self == .instance }

    /// The numbers of the exact kinds, as SQL takes them.
    static var exactList: String { allCases.filter(\.isExact).map { "\($0.rawValue)" }.joined(separator: ", ") }

    /// Whether several faces answer and the most regular one is meant.
    var wantsRegular: Bool { self == .family || self == .localizedFamily }

    /// The public form of the kind.
    var matchedBy: FontResolution.MatchedBy {
        switch self {
        case .postscriptName: .postscriptName
        case .instance: .instance
        case .fullName: .fullName
        case .familyStyle, .family: .familyStyle
        case .localized, .localizedFamily: .localized
        }
    }
}

/// One name that a face, or one of its named instances, answers to.
package struct LookupName: Sendable, Hashable {
    var name: String
    var kind: NameKind
    /// Place in ``FontFace/instances``; nil for the face itself.
    var instance: Int?

    /// Every name a face answers to.
    static func all(of face: FontFace) -> Set<LookupName> {
        var names: Set<LookupName> = [LookupName(name: face.postscriptName, kind: .postscriptName)]
        func add(_ text: String, _ kind: NameKind, _ instance: Int? = nil) {
            let key = kind.isExact ? text : fold(text)
            if !key.isEmpty { names.insert(LookupName(name: key, kind: kind, instance: instance)) }
        }
        // A variable font whose full name is that of its family means the family: its default may be any weight.
        let isNamedAsFamily = !face.instances.isEmpty && fold(face.fullName) == fold(face.family)
        if !isNamedAsFamily { add(face.fullName, .fullName) }
        // An instance that bears the style's name is what is meant by it: the default may call itself Regular at any weight.
        func isInstance(_ family: String, _ style: String) -> Bool {
            family == face.family && face.instances.contains { fold($0.name) == fold(style) }
        }
        if !isInstance(face.family, face.style) { add(face.family + face.style, .familyStyle) }
        add(face.family, .family)
        if let legacyFamily = face.legacyFamily {
            let legacyStyle = face.legacyStyle ?? ""
            if !isInstance(legacyFamily, legacyStyle) { add(legacyFamily + legacyStyle, .familyStyle) }
            add(legacyFamily, .family)
        }
        for (index, instance) in face.instances.enumerated() {
            // The default location bears the file's own name; its alias still leads to it.
            add(instance.postscriptName, .instance, index)
            // A font that names its instances itself answers to `Family-Style` all the same, as on Apple's systems.
            add(PostScriptName.formed(family: face.family, style: instance.name), .instance, index)
            add(face.family + instance.name, .familyStyle, index)
        }
        let families = face.localizedNames.filter { $0.kind == .family }
        for localized in face.localizedNames {
            switch localized.kind {
            case .fullName: add(localized.text, .localized)
            case .family: add(localized.text, .localizedFamily)
            case .style:
                for family in families where family.language == localized.language {
                    add(family.text + localized.text, .localized)
                }
            }
        }
        // Many fonts translate the family and leave the style in English.
        for family in families { add(family.text + face.style, .localized) }
        return names
    }

    /// The best kind of name by which faces answer; nil if they do not.
    static func kind(of faces: [FontFace], for name: String, isExact: Bool = false) -> NameKind? {
        let folded = fold(name)
        return faces.flatMap(all(of:)).filter { $0.name == ($0.kind.isExact ? name : folded) }.map(\.kind)
            .filter { $0.isExact || !isExact }.min()
    }

    /// Without case, spaces and the marks that people put between family and style.
    package static func fold(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars
        where !scalar.properties.isWhitespace && scalar != "-" && scalar != "_" && scalar != ":" {
            folded.append(scalar)
        }
        return String(folded)
    }

    init(name: String, kind: NameKind, instance: Int? = nil) {
        self.name = name
        self.kind = kind
        self.instance = instance
    }
}

/// PostScript names as OpenType allows them: printable ASCII without the delimiters of PostScript.
enum PostScriptName {
    private static let delimiters = Set("[](){}<>/%".unicodeScalars)

    /// `Family-Style`, from which spaces and what PostScript cannot name are left out.
    static func formed(family: String, style: String) -> String {
        let (family, style) = (cleaned(family), cleaned(style))
        return style.isEmpty ? family : family + "-" + style
    }

    private static func cleaned(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { (33...126).contains($0.value) && !delimiters.contains($0) }))
    }
}

extension NameKind {
    /// The kind of name by which a font that another process found answers.
    package init(of font: FontDescriptor, for name: String, matchedBy: FontResolution.MatchedBy) {
        let kinds = NameKind.allCases.filter { $0.matchedBy == matchedBy }
        let answering = LookupName.all(of: font.face).filter {
            kinds.contains($0.kind) && $0.name == ($0.kind.isExact ? name : LookupName.fold(name))
        }
        self = answering.map(\.kind).min() ?? kinds.first ?? .localized
    }
}

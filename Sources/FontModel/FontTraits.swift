/// Boolean properties of a face (`CTFontSymbolicTraits`).
public struct FontTraits: OptionSet, Sendable, Hashable, Codable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Italic or oblique: `OS/2.fsSelection` bits 0 and 9, `head.macStyle` bit 1, or a non-zero `post.italicAngle`.
    public static let italic = FontTraits(rawValue: 1 << 0)
    /// Bold: `OS/2.fsSelection` bit 5 or `head.macStyle` bit 0.
    ///
    /// Independent of the weight class. A named instance is bold from weight 700 on (see ``FontDescriptor/traits``).
    public static let bold = FontTraits(rawValue: 1 << 1)
    /// Wider than normal: `OS/2.usWidthClass` above 5.
    public static let expanded = FontTraits(rawValue: 1 << 5)
    /// Narrower than normal: `OS/2.usWidthClass` below 5.
    public static let condensed = FontTraits(rawValue: 1 << 6)
    /// All Latin letters and digits of the face have the same advance width; measured, since flags are unreliable.
    public static let monospace = FontTraits(rawValue: 1 << 10)
    /// Has vertical metrics (`vmtx`).
    public static let vertical = FontTraits(rawValue: 1 << 11)
    /// Has colour glyphs (`COLR`, `CBDT`, `sbix`, `SVG `).
    public static let colorGlyphs = FontTraits(rawValue: 1 << 13)
    /// Has a symbol `cmap` (platform 3, encoding 0) and no Unicode one.
    public static let symbolic = FontTraits(rawValue: 1 << 31)
}

extension FontTraits {
    /// The bits of the style class, which is one of several values rather than a set.
    private static let classBits: UInt32 = 0xF << 20

    /// Creates the traits of a style class.
    package init(styleClass: FontStyleClass) {
        self = []
        self.styleClass = styleClass
    }

    /// The style class; nil if the font gives none.
    ///
    /// The classes exclude each other, so compare this property, and not the sets, to learn whether a font is of a class.
    public var styleClass: FontStyleClass? {
        get { FontStyleClass(rawValue: UInt8((rawValue & Self.classBits) >> 20)) }
        set {
            self = FontTraits(
                rawValue: rawValue & ~Self.classBits | UInt32(newValue?.rawValue ?? 0) << 20)
        }
    }

    /// Whether a font with these traits has all wanted ones: the properties and the style class, if there is one.
    package func meets(_ wanted: FontTraits) -> Bool {
        isSuperset(of: wanted.withoutClass) && (wanted.styleClass.map { $0 == styleClass } ?? true)
    }

    /// Whether a font with these traits has none of the unwanted ones.
    package func avoids(_ unwanted: FontTraits) -> Bool {
        isDisjoint(with: unwanted.withoutClass) && (unwanted.styleClass.map { $0 != styleClass } ?? true)
    }

    private var withoutClass: FontTraits { FontTraits(rawValue: rawValue & ~Self.classBits) }

    private static let named: [(trait: FontTraits, name: String)] = [
        (.italic, "italic"), (.bold, "bold"), (.expanded, "expanded"), (.condensed, "condensed"),
        (.monospace, "monospace"), (.vertical, "vertical"), (.colorGlyphs, "color-glyphs"), (.symbolic, "symbolic"),
    ]

    /// All known traits.
    package static let all = FontTraits(named.map(\.trait)).union(FontTraits(rawValue: classBits))

    /// The names of the traits, in the order of their bits, and that of the style class at the end.
    public var names: [String] {
        Self.named.filter { contains($0.trait) }.map(\.name) + [styleClass?.name].compactMap(\.self)
    }

    /// Creates a set from names of traits, or returns nil if a name is unknown.
    package init?(names: [String]) {
        self = []
        for name in names {
            if let known = Self.named.first(where: { $0.name == name }) {
                insert(known.trait)
            } else if let known = FontStyleClass.allCases.first(where: { $0.name == name }), styleClass == nil {
                styleClass = known
            } else {
                return nil
            }
        }
    }
}

/// The class of a font's design (`OS/2.sFamilyClass`, upper byte; Apple's style class among the symbolic traits).
public enum FontStyleClass: UInt8, Sendable, Hashable, Codable, CaseIterable {
    case oldStyleSerifs = 1
    case transitionalSerifs = 2
    case modernSerifs = 3
    case clarendonSerifs = 4
    case slabSerifs = 5
    case freeformSerifs = 7
    case sansSerif = 8
    case ornamentals = 9
    case scripts = 10
    case symbols = 12

    /// Creates the class of the table `OS/2`, or nil if it gives none that is defined.
    package init?(familyClass: Int) { self.init(rawValue: UInt8(truncatingIfNeeded: familyClass >> 8)) }

    /// The word for the class in lists of traits.
    public var name: String {
        switch self {
        case .oldStyleSerifs: "old-style-serifs"
        case .transitionalSerifs: "transitional-serifs"
        case .modernSerifs: "modern-serifs"
        case .clarendonSerifs: "clarendon-serifs"
        case .slabSerifs: "slab-serifs"
        case .freeformSerifs: "freeform-serifs"
        case .sansSerif: "sans-serif"
        case .ornamentals: "ornamentals"
        case .scripts: "scripts"
        case .symbols: "symbols"
        }
    }
}

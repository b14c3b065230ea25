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
    private static let named: [(trait: FontTraits, name: String)] = [
        (.italic, "italic"), (.bold, "bold"), (.expanded, "expanded"), (.condensed, "condensed"),
        (.monospace, "monospace"), (.vertical, "vertical"), (.colorGlyphs, "color-glyphs"), (.symbolic, "symbolic"),
    ]

    /// All known traits.
    package static let all = FontTraits(named.map(\.trait))

    /// The names of the traits, in the order of their bits.
    public var names: [String] { Self.named.filter { contains($0.trait) }.map(\.name) }

    /// Creates a set from names of traits, or returns nil if a name is unknown.
    public init?(names: [String]) {
        self = []
        for name in names {
            guard let known = Self.named.first(where: { $0.name == name }) else { return nil }
            insert(known.trait)
        }
    }
}

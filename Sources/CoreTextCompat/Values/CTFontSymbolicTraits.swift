/// The Boolean traits of a font, with the class of its design in the upper four bits.
public struct CTFontSymbolicTraits: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Italic or oblique.
    public static let traitItalic = CTFontSymbolicTraits(rawValue: 1 << 0)
    /// Bold.
    public static let traitBold = CTFontSymbolicTraits(rawValue: 1 << 1)
    /// Wider than normal.
    public static let traitExpanded = CTFontSymbolicTraits(rawValue: 1 << 5)
    /// Narrower than normal.
    public static let traitCondensed = CTFontSymbolicTraits(rawValue: 1 << 6)
    /// All Latin letters and digits have the same width.
    public static let traitMonoSpace = CTFontSymbolicTraits(rawValue: 1 << 10)
    /// Has metrics for vertical text.
    public static let traitVertical = CTFontSymbolicTraits(rawValue: 1 << 11)
    /// Made for user interfaces; no font has it.
    public static let traitUIOptimized = CTFontSymbolicTraits(rawValue: 1 << 12)
    /// Has colour glyphs.
    public static let traitColorGlyphs = CTFontSymbolicTraits(rawValue: 1 << 13)
    /// Consists of several fonts; no font has it.
    public static let traitComposite = CTFontSymbolicTraits(rawValue: 1 << 14)
    /// The bits of the class of the design.
    public static let traitClassMask = CTFontSymbolicTraits(rawValue: 0xF << 28)

    /// The older name of `traitItalic`.
    public static var italicTrait: CTFontSymbolicTraits { .traitItalic }
    /// The older name of `traitBold`.
    public static var boldTrait: CTFontSymbolicTraits { .traitBold }
    /// The older name of `traitExpanded`.
    public static var expandedTrait: CTFontSymbolicTraits { .traitExpanded }
    /// The older name of `traitCondensed`.
    public static var condensedTrait: CTFontSymbolicTraits { .traitCondensed }
    /// The older name of `traitMonoSpace`.
    public static var monoSpaceTrait: CTFontSymbolicTraits { .traitMonoSpace }
    /// The older name of `traitVertical`.
    public static var verticalTrait: CTFontSymbolicTraits { .traitVertical }
    /// The older name of `traitUIOptimized`.
    public static var uiOptimizedTrait: CTFontSymbolicTraits { .traitUIOptimized }
    /// The older name of `traitColorGlyphs`.
    public static var colorGlyphsTrait: CTFontSymbolicTraits { .traitColorGlyphs }
    /// The older name of `traitComposite`.
    public static var compositeTrait: CTFontSymbolicTraits { .traitComposite }
    /// The older name of `traitClassMask`.
    public static var classMaskTrait: CTFontSymbolicTraits { .traitClassMask }
}

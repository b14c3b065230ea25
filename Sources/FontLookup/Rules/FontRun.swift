/// A part of a text that one font draws.
public struct FontRun: Sendable, Hashable {
    /// The range in the text; no grapheme cluster is divided.
    public var range: Range<String.Index>
    /// The font, or nil if no font has the characters.
    public var match: FontMatch?
}

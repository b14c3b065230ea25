public import FontModel

/// What came and went among the fonts that fontconfig finds outside fontd's folders, between two looks.
///
/// A package of many fonts is one change.
public struct SystemFontChange: Sendable, Hashable {
    /// New faces.
    public var added: [FontChange.Face]
    /// Faces that are no longer there: their names, weight, width and slant, as the rest is not kept of what was.
    public var removed: [FontChange.Face]
    /// The new faces of files that changed under their path.
    public var replaced: [FontChange.Face]

    public init(added: [FontChange.Face], removed: [FontChange.Face], replaced: [FontChange.Face]) {
        self.added = added
        self.removed = removed
        self.replaced = replaced
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && replaced.isEmpty }
}

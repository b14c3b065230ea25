/// The differences between two scans of the fonts that fontconfig finds outside fontd's folders.
///
/// A package with many fonts is one change.
public struct SystemFontChange: Sendable, Hashable, Codable {
    /// New faces.
    public var added: [FontChange.Face]
    /// The removed faces, with their names, weight, width and slant only; other properties of removed faces are not
    /// kept.
    public var removed: [FontChange.Face]
    /// The new faces of files that changed in place.
    public var replaced: [FontChange.Face]

    package init(added: [FontChange.Face], removed: [FontChange.Face], replaced: [FontChange.Face]) {
        self.added = added
        self.removed = removed
        self.replaced = replaced
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && replaced.isEmpty }
}

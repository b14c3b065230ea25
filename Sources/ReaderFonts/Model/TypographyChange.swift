public import StyleSheets

/// The differences between two states of a ``TypographyModel``.
public struct TypographyChange: Sendable, Hashable, Codable {
    /// The sorted names of the styles that look different, are new, or are gone.
    public var styles: [String]
    /// The sorted names of the colours that look different, are new, or are gone.
    public var colors: [String]
    /// The new text size; nil if sizes are the same as before.
    public var size: SizeChoice?
    /// The new appearance; nil if it is the same as before.
    public var scheme: ColorScheme?
    /// Whether a setting of the documents changed.
    public var areSettingsChanged: Bool

    /// Compares two states; nil if nothing differs that a reader could notice.
    init?(from old: TypographySnapshot, to new: TypographySnapshot) {
        func changed<Value: Equatable>(_ old: [String: Value], _ new: [String: Value]) -> [String] {
            Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        }
        styles = changed(old.styles, new.styles)
        colors = changed(old.colors, new.colors)
        size = old.inputs.emittedSize == new.inputs.emittedSize ? nil : new.inputs.size
        scheme = old.inputs.effectiveScheme == new.inputs.effectiveScheme ? nil : new.inputs.effectiveScheme
        areSettingsChanged = old.typography.settings != new.typography.settings
        if styles.isEmpty, colors.isEmpty, size == nil, scheme == nil, !areSettingsChanged { return nil }
    }
}

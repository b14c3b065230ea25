public import StyleSheets

/// One state of a ``TypographyModel``.
public struct TypographySnapshot: Sendable {
    public let inputs: TypographyInputs
    public let typography: Typography
    /// The styles at the text size and in the appearance in force, by name.
    public let styles: [String: ResolvedStyle]
    /// The colours in the appearance in force, by name.
    public let colors: [String: Color]

    /// - Parameter typography: The styles and colours of the documents.
    init(_ inputs: TypographyInputs, _ typography: Typography) {
        self.inputs = inputs
        self.typography = typography
        styles = typography.styles.mapValues { ResolvedStyle($0, inputs) }
        colors = typography.colors.mapValues { $0[inputs.effectiveScheme] }
    }
}

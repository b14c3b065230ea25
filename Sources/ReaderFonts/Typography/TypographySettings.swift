public import StyleSheets

/// The settings that apply to all styles, after all documents.
public struct TypographySettings: Sendable, Hashable, Codable {
    public var minimumPointSize: Double?
    public var maximumPointSize: Double?
    public var pointStepSize = 2.0
    public var pointStepMultiplier = 1.0
    public var scalingMode = ScalingMode.metricsWithFallback
    public var titleColorApplyMode = TitleColorApplyMode.whereUnspecified
    public var lineBreakMode = LineBreakMode.wordWrap
    /// The base name of the document and of its cached copy.
    public var configurationName = "TypographyKit"
    /// The format of the document; nil to detect it.
    public var configurationFormat: DocumentFormat?
    /// The address of a newer document.
    public var configurationURL: String?
    /// The colour that takes the place of a missing one in development.
    public var developmentColor: AdaptiveColor
    /// The colour that otherwise takes the place of a missing one.
    public var fallbackColor = AdaptiveColor(
        light: Color(red: 0, green: 0, blue: 0), dark: Color(red: 1, green: 1, blue: 1))
    public var isDevelopment: Bool
    /// Whether a missing colour is a fatal error in development (`should-crash-if-color-not-found`).
    public var stopsAtMissingColors = false
    public var usesDevelopmentColors = false

    /// The settings without a document.
    ///
    /// - Parameter isDevelopment: Whether the program is a development build.
    public init(isDevelopment: Bool = false) {
        developmentColor = AdaptiveColor(
            isDevelopment ? Color(red: 1, green: 0, blue: 0) : Color(red: 0, green: 0, blue: 0, alpha: 0))
        self.isDevelopment = isDevelopment
    }
}

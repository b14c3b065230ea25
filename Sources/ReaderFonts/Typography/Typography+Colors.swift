import StyleSheets

extension Typography {
    /// The answer to a request for a colour by name.
    public enum ColorAnswer: Sendable, Hashable, Codable {
        /// The colour of the document.
        case found(AdaptiveColor)
        /// The colour that takes the place of a missing one.
        case substituted(AdaptiveColor)
        /// The color is missing, and the settings ask a development build to stop.
        case fatal
    }

    /// Returns the colour with a name, or the substitute that the settings name.
    ///
    /// In development, a missing colour is fatal with `should-crash-if-color-not-found`, otherwise the development colour
    /// with `should-use-development-colors`. In all other cases it is the fallback colour.
    public func color(named name: String) -> ColorAnswer {
        if let color = colors[name] { return .found(color) }
        guard settings.isDevelopment else { return .substituted(settings.fallbackColor) }
        if settings.stopsAtMissingColors { return .fatal }
        return .substituted(settings.usesDevelopmentColors ? settings.developmentColor : settings.fallbackColor)
    }
}

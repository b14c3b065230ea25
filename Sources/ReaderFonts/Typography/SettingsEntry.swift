/// The settings of a document (`typography-kit`) as written; every key is optional.
struct SettingsEntry: Sendable, Hashable {
    var minimumPointSize: Sourced<Double>?
    var maximumPointSize: Sourced<Double>?
    var pointStepSize: Sourced<Double>?
    var pointStepMultiplier: Sourced<Double>?
    var scalingMode: Sourced<ScalingMode>?
    var titleColorApplyMode: Sourced<TitleColorApplyMode>?
    var lineBreakMode: Sourced<LineBreakMode>?
    var configurationName: Sourced<String>?
    var configurationFormat: Sourced<DocumentFormat>?
    var configurationURL: Sourced<String>?
    var developmentColor: Sourced<ColorResolver.Definition>?
    var fallbackColor: Sourced<ColorResolver.Definition>?
    var isDevelopment: Sourced<Bool>?
    var stopsAtMissingColors: Sourced<Bool>?
    var usesDevelopmentColors: Sourced<Bool>?

    init() {}

    init(_ reader: inout EntryReader) {
        minimumPointSize = reader.sourced("minimum-point-size") { $0.number($1, StyleEntry.sizes) }
        maximumPointSize = reader.sourced("maximum-point-size") { $0.number($1, StyleEntry.sizes) }
        pointStepSize = reader.sourced("point-step-size") { $0.number($1, 0...1_000) }
        pointStepMultiplier = reader.sourced("point-step-multiplier") { $0.number($1, 0...1_000) }
        scalingMode = reader.sourced("scaling-mode") { $0.choice($1) }
        titleColorApplyMode =
            reader.entry("buttons") { $0.sourced("title-color-apply-mode") { $0.choice($1) } } ?? nil
        // TypographyKit's documentation has the second name, its parser the first.
        lineBreakMode =
            reader.entry("labels") { labels in
                let documented: Sourced<LineBreakMode>? = labels.sourced("line-break") { $0.choice($1) }
                return labels.sourced("line-break-mode") { $0.choice($1) } ?? documented
            } ?? nil
        configurationName = reader.sourced("configuration-name") { $0.text($1) }
        configurationFormat = reader.sourced("configuration-type") { $0.choice($1) }
        configurationURL = reader.sourced("configuration-url") { $0.text($1) }
        developmentColor = reader.sourced("development-color") { $0.color($1) }
        fallbackColor = reader.sourced("fallback-color") { $0.color($1) }
        isDevelopment = reader.sourced("is-development") { $0.flag($1) }
        stopsAtMissingColors = reader.sourced("should-crash-if-color-not-found") { $0.flag($1) }
        usesDevelopmentColors = reader.sourced("should-use-development-colors") { $0.flag($1) }
    }

    /// Returns the settings with the values of others where they have none.
    func over(_ other: SettingsEntry) -> SettingsEntry {
        var entry = self
        entry.minimumPointSize = minimumPointSize ?? other.minimumPointSize
        entry.maximumPointSize = maximumPointSize ?? other.maximumPointSize
        entry.pointStepSize = pointStepSize ?? other.pointStepSize
        entry.pointStepMultiplier = pointStepMultiplier ?? other.pointStepMultiplier
        entry.scalingMode = scalingMode ?? other.scalingMode
        entry.titleColorApplyMode = titleColorApplyMode ?? other.titleColorApplyMode
        entry.lineBreakMode = lineBreakMode ?? other.lineBreakMode
        entry.configurationName = configurationName ?? other.configurationName
        entry.configurationFormat = configurationFormat ?? other.configurationFormat
        entry.configurationURL = configurationURL ?? other.configurationURL
        entry.developmentColor = developmentColor ?? other.developmentColor
        entry.fallbackColor = fallbackColor ?? other.fallbackColor
        entry.isDevelopment = isDevelopment ?? other.isDevelopment
        entry.stopsAtMissingColors = stopsAtMissingColors ?? other.stopsAtMissingColors
        entry.usesDevelopmentColors = usesDevelopmentColors ?? other.usesDevelopmentColors
        return entry
    }
}

/// The states of a button whose title takes the colour of a style.
public enum TitleColorApplyMode: String, Sendable, Hashable, Codable, CaseIterable {
    case all, none, normal
    /// The states that have no colour of their own.
    case whereUnspecified = "where-unspecified"
}

/// The way in which a label shortens or wraps its text.
public enum LineBreakMode: String, Sendable, Hashable, Codable, CaseIterable {
    case characterWrap = "char-wrap"
    case clip
    case truncateHead = "truncate-head"
    case truncateMiddle = "truncate-middle"
    case truncateTail = "truncate-tail"
    case wordWrap = "word-wrap"
}

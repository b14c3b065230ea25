extension TypographySettings {
    /// Takes the settings of a document (`typography-kit`) over those that it has, and notes their places.
    ///
    /// - Returns: The colours by key, which may refer to others.
    mutating func read(
        _ reader: inout EntryReader, _ places: inout [PartialKeyPath<TypographySettings>: ValueOrigin]
    ) -> [String: Sourced<ColorResolver.Definition>] {
        func set<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Sourced<Value>?) {
            guard let value else { return }
            self[keyPath: path] = value.value
            places[path] = value.origin
        }
        func set<Value>(_ path: WritableKeyPath<Self, Value?>, _ value: Sourced<Value>?) {
            set(path, value?.map(Optional.some))
        }
        set(\.minimumPointSize, reader.sourced("minimum-point-size") { $0.number($1, EntryReader.sizes) })
        set(\.maximumPointSize, reader.sourced("maximum-point-size") { $0.number($1, EntryReader.sizes) })
        set(\.pointStepSize, reader.sourced("point-step-size") { $0.number($1, 0...1_000) })
        set(\.pointStepMultiplier, reader.sourced("point-step-multiplier") { $0.number($1, 0...1_000) })
        set(\.scalingMode, reader.sourced("scaling-mode") { $0.choice($1) })
        reader.entry("buttons") { set(\.titleColorApplyMode, $0.sourced("title-color-apply-mode") { $0.choice($1) }) }
        // TypographyKit's documentation has the first name, its parser the second.
        reader.entry("labels") { labels in
            for key in ["line-break", "line-break-mode"] { set(\.lineBreakMode, labels.sourced(key) { $0.choice($1) }) }
        }
        set(\.configurationName, reader.sourced("configuration-name") { $0.text($1) })
        set(\.configurationFormat, reader.sourced("configuration-type") { $0.choice($1) })
        set(\.configurationURL, reader.sourced("configuration-url") { $0.text($1) })
        set(\.isDevelopment, reader.sourced("is-development") { $0.flag($1) })
        set(\.stopsAtMissingColors, reader.sourced("should-crash-if-color-not-found") { $0.flag($1) })
        set(\.usesDevelopmentColors, reader.sourced("should-use-development-colors") { $0.flag($1) })
        return ["development-color", "fallback-color"].reduce(into: [:]) { colors, key in
            colors[key] = reader.sourced(key) { $0.color($1) }
        }
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

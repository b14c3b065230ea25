/// Colours, settings and text styles of one or several documents, with all references resolved.
///
/// The format is TypographyKit's: `typography-colors`, `typography-kit`, `ui-font-text-styles`. Colours may refer to each
/// other, styles may extend each other. Unlike TypographyKit, a style inherits letter spacing, styles take all forms of
/// colours, and `configuration-url` and `line-break` have an effect. `line-spacing` and `line-height` are additions.
public struct Typography: Sendable, Hashable, Codable {
    public private(set) var settings: TypographySettings
    /// The colours by name.
    public private(set) var colors: [String: AdaptiveColor] = [:]
    /// The place of each colour and each setting that a document gives, by name or key.
    public private(set) var origins: [String: ValueOrigin] = [:]
    /// The styles by name.
    public private(set) var styles: [String: TypographyStyle] = [:]
    /// The defects of all documents; each is left out, all else is usable.
    public private(set) var problems: [TypographyProblem]

    /// Resolves documents, of which later ones have precedence for each single value.
    ///
    /// - Parameters:
    ///   - documents: The documents, the least important first.
    ///   - defaults: The settings for which no document has a value.
    ///   - asset: The app's own colours by name.
    public init(
        _ documents: [TypographyDocument], defaults: TypographySettings = TypographySettings(),
        asset: @escaping (String) -> AdaptiveColor? = { _ in nil }
    ) {
        settings = defaults
        problems = documents.flatMap(\.problems)
        var entry = SettingsEntry()
        var entries: [String: StyleEntry] = [:]
        var definitions: [String: Sourced<ColorResolver.Definition>] = [:]
        for document in documents {
            entry = document.settings.over(entry)
            entries.merge(document.styles) { $1.over($0) }
            // These settings are colours like any other, to which colours and styles may refer. Of one document those of
            // the same name among the colours win, as in TypographyKit.
            for (name, color) in [
                ("development-color", document.settings.developmentColor),
                ("fallback-color", document.settings.fallbackColor),
            ] where color != nil { definitions[name] = color }
            for (name, definition) in document.colors {
                let origin = ValueOrigin(document: document.name, path: ["typography-colors", name])
                definitions[name] = Sourced(definition, origin: origin)
            }
        }
        let resolver = ColorResolver(definitions.mapValues(\.value), asset: asset)
        add(definitions, resolver)
        apply(entry)
        add(entries, resolver)
    }

    private mutating func add(_ definitions: [String: Sourced<ColorResolver.Definition>], _ resolver: ColorResolver) {
        for (name, definition) in definitions.sorted(by: { $0.key < $1.key }) {
            switch resolver.colors[name] {
            case .success(let color)?:
                colors[name] = color
                origins[name] = definition.origin
                note(definition.value, at: definition.origin, resolver)
            case .failure(let failure)?: problems.append(failure.problem(at: definition.origin))
            case nil: break
            }
        }
    }

    /// Records the problem of a dynamic colour whose value for dark is left out.
    private mutating func note(
        _ definition: ColorResolver.Definition, at origin: ValueOrigin, _ resolver: ColorResolver
    ) {
        if let failure = resolver.failureOfDark(definition) { problems.append(failure.problem(at: origin)) }
    }

    private mutating func apply(_ entry: SettingsEntry) {
        func set<Value>(_ path: WritableKeyPath<TypographySettings, Value>, _ value: Sourced<Value>?) {
            guard let value else { return }
            settings[keyPath: path] = value.value
            origins[value.origin.path.joined(separator: "/")] = value.origin
        }
        func set<Value>(_ path: WritableKeyPath<TypographySettings, Value?>, _ value: Sourced<Value>?) {
            set(path, value?.map(Optional.some))
        }
        set(\.minimumPointSize, entry.minimumPointSize)
        set(\.maximumPointSize, entry.maximumPointSize)
        set(\.pointStepSize, entry.pointStepSize)
        set(\.pointStepMultiplier, entry.pointStepMultiplier)
        set(\.scalingMode, entry.scalingMode)
        set(\.titleColorApplyMode, entry.titleColorApplyMode)
        set(\.lineBreakMode, entry.lineBreakMode)
        set(\.configurationName, entry.configurationName)
        set(\.configurationFormat, entry.configurationFormat)
        set(\.configurationURL, entry.configurationURL)
        set(\.isDevelopment, entry.isDevelopment)
        set(\.stopsAtMissingColors, entry.stopsAtMissingColors)
        set(\.usesDevelopmentColors, entry.usesDevelopmentColors)
        settings.developmentColor = colors["development-color"] ?? settings.developmentColor
        settings.fallbackColor = colors["fallback-color"] ?? settings.fallbackColor
    }

    private mutating func add(_ entries: [String: StyleEntry], _ resolver: ColorResolver) {
        let order = ReferenceOrder(entries.keys) { entries[$0]?.parent.map { [$0.value] } ?? [] }
        var complete: [String: StyleEntry] = [:]
        for name in order.names {
            guard let entry = entries[name] else { continue }
            if let parent = entry.parent {
                if let members = order.cycles[name] {
                    problems.append(ColorResolver.Failure.cyclicReference(members).problem(at: parent.origin))
                    continue
                }
                guard let inherited = complete[parent.value] else {
                    let failure: ColorResolver.Failure =
                        entries[parent.value] == nil ? .notFound(parent.value) : .invalidReference(parent.value)
                    problems.append(failure.problem(at: parent.origin))
                    continue
                }
                complete[name] = entry.over(inherited)
            } else {
                complete[name] = entry
            }
        }
        for (name, entry) in complete.sorted(by: { $0.key < $1.key }) {
            styles[name] = style(name, entry, resolver)
        }
    }

    private mutating func style(_ name: String, _ entry: StyleEntry, _ resolver: ColorResolver) -> TypographyStyle {
        var color: AdaptiveColor?
        if let text = entry.textColor {
            switch resolver.color(of: text.value) {
            case .success(let found):
                color = found
                note(text.value, at: text.origin, resolver)
            case .failure(let failure): problems.append(failure.problem(at: text.origin))
            }
        }
        let scaling = SizeScaling(
            mode: entry.scalingMode?.value ?? settings.scalingMode, step: settings.pointStepSize,
            stepMultiplier: settings.pointStepMultiplier,
            minimum: entry.minimumPointSize?.value ?? settings.minimumPointSize,
            maximum: entry.maximumPointSize?.value ?? settings.maximumPointSize,
            // Whatever the style is called, as in TypographyKit since 4.0.
            metrics: TextMetrics(for: .body))
        return TypographyStyle(
            name: name, font: entry.fontName.map { StyleFont($0.value) }, pointSize: entry.pointSize?.value,
            scaling: scaling, letterCase: entry.letterCase?.value ?? .regular,
            letterSpacing: entry.letterSpacing?.value, lineSpacing: entry.lineSpacing?.value,
            lineHeight: entry.lineHeight?.value, textColor: color, origins: entry.origins)
    }
}

extension StyleEntry {
    fileprivate var origins: [TypographyStyle.Key: ValueOrigin] {
        let all: [TypographyStyle.Key: ValueOrigin?] = [
            .fontName: fontName?.origin, .pointSize: pointSize?.origin, .minimumPointSize: minimumPointSize?.origin,
            .maximumPointSize: maximumPointSize?.origin, .letterCase: letterCase?.origin,
            .letterSpacing: letterSpacing?.origin, .lineSpacing: lineSpacing?.origin, .lineHeight: lineHeight?.origin,
            .scalingMode: scalingMode?.origin, .textColor: textColor?.origin,
        ]
        return all.compactMapValues(\.self)
    }
}

extension ColorResolver.Failure {
    fileprivate func problem(at origin: ValueOrigin) -> TypographyProblem {
        let (kind, message): (TypographyProblem.Kind, String) =
            switch self {
            case .cyclicReference(let members):
                (
                    .cyclicReference,
                    "These refer to each other: " + (members + members.prefix(1)).joined(separator: "->")
                )
            case .invalidDynamicColor: (.invalidDynamicColor, "A dynamic color needs a value for light.")
            case .invalidFormat: (.invalidFormat, "A color must be text, or a map with light and dark.")
            case .invalidReference(let name): (.invalidReference, "\(name) is not valid itself.")
            case .notFound(let name): (.notFound, "\(name) is not defined.")
            }
        return TypographyProblem(kind: kind, document: origin.document, path: origin.path, message: message)
    }
}

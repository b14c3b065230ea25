import FontModel
public import StyleSheets

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
        var places: [PartialKeyPath<TypographySettings>: ValueOrigin] = [:]
        var entries: [String: [EntryReader]] = [:]
        var parents: [String: Sourced<String>] = [:]
        var definitions: [String: Sourced<ColorResolver.Definition>] = [:]
        for document in documents {
            var reader = EntryReader(document: document.name, path: ["typography-kit"], map: document.settings)
            // The settings that are colours are like any other, to which colours and styles may refer. Of one document
            // those of the same name among the colours win, as in TypographyKit.
            definitions.merge(settings.read(&reader, &places)) { $1 }
            for (name, definition) in document.colors {
                let origin = ValueOrigin(document: document.name, path: ["typography-colors", name])
                definitions[name] = Sourced(value: definition, origin: origin)
            }
            for (name, map) in document.styles {
                var reader = EntryReader(document: document.name, path: ["ui-font-text-styles", name], map: map)
                if let parent = reader.sourced("extends", { $0.text($1) }) { parents[name] = parent }
                entries[name, default: []].append(reader)
            }
        }
        let resolver = ColorResolver(definitions.mapValues(\.value), asset: asset)
        add(definitions, resolver)
        for origin in places.values { origins[origin.path.joined(separator: "/")] = origin }
        settings.developmentColor = colors["development-color"] ?? settings.developmentColor
        settings.fallbackColor = colors["fallback-color"] ?? settings.fallbackColor
        add(entries, parents, resolver)
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

    private mutating func add(
        _ entries: [String: [EntryReader]], _ parents: [String: Sourced<String>], _ resolver: ColorResolver
    ) {
        let order = ReferenceOrder(entries.keys) { parents[$0].map { [$0.value] } ?? [] }
        let scaling = SizeScaling(
            mode: settings.scalingMode, step: settings.pointStepSize, stepMultiplier: settings.pointStepMultiplier,
            minimum: settings.minimumPointSize, maximum: settings.maximumPointSize,
            // Whatever the style is called, as in TypographyKit since 4.0.
            metrics: TextMetrics(for: .body))
        var complete: [String: TypographyStyle] = [:]
        var textColors: [String: Sourced<ColorResolver.Definition>] = [:]
        for name in order.names {
            var style = TypographyStyle(name: name, scaling: scaling)
            if let parent = parents[name] {
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
                style = inherited
                style.name = name
                textColors[name] = textColors[parent.value]
            }
            for var reader in entries[name] ?? [] {
                if let color = style.read(&reader) { textColors[name] = color }
            }
            complete[name] = style
        }
        for (name, style) in complete.sorted(by: { $0.key < $1.key }) {
            styles[name] = style
            guard let text = textColors[name] else { continue }
            switch resolver.color(of: text.value) {
            case .success(let color):
                styles[name]?.textColor = color
                note(text.value, at: text.origin, resolver)
            case .failure(let failure): problems.append(failure.problem(at: text.origin))
            }
        }
    }
}

extension ColorResolver.Failure {
    fileprivate func problem(at origin: ValueOrigin) -> TypographyProblem {
        let (kind, text): (TypographyProblem.Kind, Message) =
            switch self {
            case .cyclicReference(let members):
                (
                    .cyclicReference,
                    "These refer to each other: \((members + members.prefix(1)).joined(separator: "->"))"
                )
            case .invalidDynamicColor: (.invalidDynamicColor, "A dynamic color needs a value for light.")
            case .invalidFormat: (.invalidFormat, "A color must be text, or a map with light and dark.")
            case .invalidReference(let name): (.invalidReference, "\(name) is not valid itself.")
            case .notFound(let name): (.notFound, "\(name) is not defined.")
            }
        return TypographyProblem(kind: kind, document: origin.document, path: origin.path, text: text)
    }
}

import StyleSheets

/// The resolution of the colours of a document, which may refer to each other.
///
/// A text means, in this order: a key of the document, an asset of the app, a literal (``Color/init(_:)``), a shade of
/// any of these with the word first or last.
struct ColorResolver {
    /// The value of a key.
    enum Definition: Sendable, Hashable {
        case text(String)
        case dynamic(light: String?, dark: String?)
        /// Neither a text nor a map of texts.
        case malformed

        fileprivate var texts: [String] {
            switch self {
            case .text(let text): [text]
            case .dynamic(let light, let dark): [light, dark].compactMap(\.self)
            case .malformed: []
            }
        }
    }

    /// The reason that a colour cannot be resolved.
    enum Failure: Error, Hashable {
        /// The names that refer to each other, in order.
        case cyclicReference([String])
        /// A dynamic colour without `light`.
        case invalidDynamicColor
        case invalidFormat
        /// A reference to a key that is itself invalid.
        case invalidReference(String)
        /// A text that means no colour.
        case notFound(String)
    }

    /// The largest number of shade words in one text.
    private static let shadeLimit = 8

    /// The colour or the failure of each key.
    private(set) var colors: [String: Result<AdaptiveColor, Failure>] = [:]
    private let asset: (String) -> AdaptiveColor?

    /// Resolves all keys.
    ///
    /// - Parameter asset: The app's own colours by name.
    init(_ definitions: [String: Definition], asset: @escaping (String) -> AdaptiveColor? = { _ in nil }) {
        self.asset = asset
        let order = ReferenceOrder(definitions.keys) { name in
            (definitions[name]?.texts ?? []).compactMap { Self.key(of: $0) { definitions[$0] != nil } }
        }
        for name in order.names {
            if let members = order.cycles[name] {
                colors[name] = .failure(.cyclicReference(members))
            } else if let definition = definitions[name] {
                colors[name] = color(of: definition)
            }
        }
    }

    /// Returns the colour that a text means.
    func color(_ text: String) -> Result<AdaptiveColor, Failure> {
        var rest = text
        var shades: [ColorShade] = []
        while true {
            if let known = colors[rest] {
                guard let color = try? known.get() else { return .failure(.invalidReference(rest)) }
                return .success(shades.reversed().reduce(color) { $1.applied(to: $0) })
            }
            if let color = asset(rest) ?? Color(rest).map({ AdaptiveColor($0) }) {
                return .success(shades.reversed().reduce(color) { $1.applied(to: $0) })
            }
            guard shades.count < Self.shadeLimit, let (shade, next) = Self.shade(rest) else {
                return .failure(.notFound(text))
            }
            shades.append(shade)
            rest = next
        }
    }

    /// Returns the colour of a definition without a name.
    func color(of definition: Definition) -> Result<AdaptiveColor, Failure> {
        switch definition {
        case .malformed: .failure(.invalidFormat)
        case .text(let text): color(text)
        case .dynamic(nil, _): .failure(.invalidDynamicColor)
        case .dynamic(let light?, let dark):
            // A dark colour that cannot be resolved is the light one, as if it were missing.
            color(light).map { light in
                guard let dark, let found = try? color(dark).get() else { return AdaptiveColor(light.light) }
                return AdaptiveColor(light: light.light, dark: found.dark)
            }
        }
    }

    /// Returns the reason for which the value for dark of a definition is left out; nil if it is not.
    func failureOfDark(_ definition: Definition) -> Failure? {
        guard case .dynamic(_, let dark?) = definition, case .failure(let failure) = color(dark) else { return nil }
        return failure
    }

    /// Returns the key that a text refers to, perhaps as a shade of it.
    private static func key(of text: String, isKey: (String) -> Bool) -> String? {
        var rest = text
        for _ in 0...shadeLimit {
            if isKey(rest) { return rest }
            guard Color(rest) == nil, let (_, next) = shade(rest) else { return nil }
            rest = next
        }
        return nil
    }

    /// Returns the shade of a text such as `darker gold` or `gold darker`, and the rest of the text.
    private static func shade(_ text: String) -> (ColorShade, String)? {
        if let space = text.firstIndex(of: " "), let shade = ColorShade(word: text[..<space]) {
            return (shade, String(text[text.index(after: space)...]))
        }
        if let space = text.lastIndex(of: " "), let shade = ColorShade(word: text[text.index(after: space)...]) {
            return (shade, String(text[..<space]))
        }
        return nil
    }
}

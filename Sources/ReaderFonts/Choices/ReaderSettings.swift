public import Foundation

/// The settings of a reader for fonts and pages, stored as a JSON object.
///
/// Saving writes the values that changed since loading and keeps all others, including those of other versions of the
/// app and those that cannot be read.
public struct ReaderSettings: Sendable, Hashable {
    /// The choice of a font for each role; a role that is missing has the app's default.
    public var fonts: [ReaderStyleSheet.Role: FontChoice] = [:]
    /// The size of body text in CSS pixels.
    public var size: Double = 16
    /// The height of a line as a multiple of the size.
    public var lineHeight: Double = 1.4
    /// The horizontal margin in CSS pixels.
    public var margin: Double = 16
    /// The name of the colour theme.
    public var theme: String = "system"
    /// Whether the fonts of the page's author are replaced.
    public var overridesPublisher: Bool = false
    /// Rules of the user, which come last.
    public var userCSS: String = ""
    /// The user's decisions on categories by the name of the family, which win over all evidence.
    public var categories: [String: FontCategory] = [:]
    /// The families used last, the last one first; see ``use(family:)``.
    public private(set) var recentFamilies: [String] = []
    /// The version of the keys; see ``migrate()``.
    public private(set) var version: Int = 0

    /// The values that could not be read and have their default, by key.
    public private(set) var problems: [String] = []
    private var loaded: [String: Data] = [:]

    /// The settings without a stored value.
    public init() { loaded = (try? values()) ?? [:] }

    /// Loads settings.
    ///
    /// - Throws: `CocoaError` or `DecodingError` if the data is not a JSON object.
    public init(_ data: Data) throws {
        guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw CocoaError(.propertyListReadCorrupt)
        }
        let decoder = JSONDecoder()
        var problems: [String] = []
        func read<Value: Decodable>(_ key: String, _ current: Value) -> Value {
            guard let value = object[key] else { return current }
            let json = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
            guard let json, let read = try? decoder.decode(Value.self, from: json) else {
                problems.append(key)
                return current
            }
            return read
        }
        size = read("size", size)
        lineHeight = read("lineHeight", lineHeight)
        margin = read("margin", margin)
        theme = read("theme", theme)
        overridesPublisher = read("overridesPublisher", overridesPublisher)
        userCSS = read("userCSS", userCSS)
        categories = read("categories", categories)
        recentFamilies = read("recentFamilies", recentFamilies)
        version = read("version", version)
        for role in ReaderStyleSheet.Role.allCases {
            fonts[role] = read(Self.key(role), FontChoice?.none)
        }
        self.problems = problems
        loaded = try values()
    }

    /// Returns the stored settings with the values that changed since these were loaded.
    ///
    /// - Parameter stored: What is stored now; nil if nothing is.
    /// - Throws: `CocoaError` if the stored data is not a JSON object.
    public func saved(over stored: Data?) throws -> Data {
        var object: [String: Any] = [:]
        if let stored {
            guard let read = try JSONSerialization.jsonObject(with: stored) as? [String: Any] else {
                throw CocoaError(.propertyListReadCorrupt)
            }
            object = read
        }
        let values = try values()
        for key in Set(values.keys).union(loaded.keys) where values[key] != loaded[key] || object[key] == nil {
            object[key] = try values[key].map { try JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed) }
        }
        return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .prettyPrinted])
    }

    /// Puts a family before the other families used last, of which ten are kept.
    public mutating func use(family: String) {
        recentFamilies = Array(([family] + recentFamilies.filter { $0 != family }).prefix(10))
    }

    /// Replaces keys of fonts that were renamed, once for each stored document.
    ///
    /// - Returns: A line for each change.
    public mutating func migrate() -> [String] {
        guard version < 1 else { return [] }
        version = 1
        let renamed = ["serif": "literata", "sansSerif": "sourceSans"]
        return fonts.keys.sorted { $0.rawValue < $1.rawValue }.compactMap { role in
            guard let old = fonts[role]?.key, let new = renamed[old] else { return nil }
            fonts[role]?.key = new
            return "\(role.rawValue): \(old) is now \(new)"
        }
    }

    private static func key(_ role: ReaderStyleSheet.Role) -> String { role.rawValue + "Font" }

    /// The values as JSON by key.
    private func values() throws -> [String: Data] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var values = [
            "size": try encoder.encode(size), "lineHeight": try encoder.encode(lineHeight),
            "margin": try encoder.encode(margin), "theme": try encoder.encode(theme),
            "overridesPublisher": try encoder.encode(overridesPublisher), "userCSS": try encoder.encode(userCSS),
            "categories": try encoder.encode(categories), "recentFamilies": try encoder.encode(recentFamilies),
            "version": try encoder.encode(version),
        ]
        for (role, choice) in fonts { values[Self.key(role)] = try encoder.encode(choice) }
        return values
    }
}

/// A mark that a picker shows beside families.
public struct FamilyBadge: Sendable, Hashable, Codable {
    /// The name, such as `web-match`.
    public var name: String
    /// The families that have it.
    public var families: [String]

    public init(_ name: String, families: [String]) {
        self.name = name
        self.families = families
    }

    /// Badges of reader apps: `web-match` for families that the web views of reading services offer as well.
    public static let reading = [
        FamilyBadge(
            "web-match",
            families: [
                "Literata", "Merriweather", "Source Serif 4", "Source Serif Pro", "Source Sans 3", "Source Sans Pro",
            ])
    ]
}

/// Why a kind of difference is as it is: what fontconfig or FreeType does, and why we do otherwise.
struct Rule: Sendable {
    /// What names the rule in the list.
    var name: String
    /// What it can explain.
    var fields: Set<Difference.Field>
    /// For the list; one or two sentences.
    var reason: String
    /// Whether it explains the difference, judged by the data of the face.
    var explains: @Sendable (Difference, ComparedFace) -> Bool

    init(
        _ name: String, _ fields: Set<Difference.Field>, _ reason: String,
        where explains: @escaping @Sendable (Difference, ComparedFace) -> Bool
    ) {
        self.name = name
        self.fields = fields
        self.reason = reason
        self.explains = explains
    }

    /// The first that explains the difference; nil if none does.
    static func explaining(_ difference: Difference, of face: ComparedFace) -> Rule? {
        all.first { $0.fields.contains(difference.field) && $0.explains(difference, face) }
    }

    /// In the order of the list.
    static let chapters = [
        ("Names", names), ("Weight, width, slant and pitch", styles), ("Characters and glyphs", contents),
        ("Axes and named instances", variations),
    ]

    static let all = chapters.flatMap(\.1)
}

/// The reason for a kind of difference: the behaviour of fontconfig or FreeType, and why fontd's differs.
struct Rule: Sendable {
    /// The name of the rule in the document.
    var name: String
    /// The fields that the rule can explain.
    var fields: Set<Difference.Field>
    /// The reason in the document; one or two sentences.
    var reason: String
    /// Returns whether the rule explains a difference, judged by the data of the face.
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

    /// Returns the first rule that explains a difference; nil if there is none.
    static func explaining(_ difference: Difference, of face: ComparedFace) -> Rule? {
        all.first { $0.fields.contains(difference.field) && $0.explains(difference, face) }
    }

    /// The rules by chapter, in the order of the document.
    static let chapters = [
        ("Names", names), ("Weight, width, slant and pitch", styles), ("Characters and glyphs", contents),
        ("Axes and named instances", variations),
    ]

    static let all = chapters.flatMap(\.1)
}

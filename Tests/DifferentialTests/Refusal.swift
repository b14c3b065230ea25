import FontModel

/// The reason for refusing a kind of file that fontconfig lists or FreeType opens.
struct Refusal: Sendable {
    var name: String
    /// The reason in the document; one or two sentences.
    var reason: String
    var explains: @Sendable (FontError) -> Bool

    /// Returns the refusal that explains an error; nil if there is none.
    static func explaining(_ error: FontError) -> Refusal? { all.first { $0.explains(error) } }

    static let all = [
        Refusal(
            name: "over-a-limit",
            reason:
                "The file exceeds a limit that bounds the work of reading, such as 1,000 named instances in a face."
        ) { $0.code == .exceededResourceLimit }
    ]
}

import FontModel

/// Why we refuse a file that fontconfig lists or FreeType opens.
struct Refusal: Sendable {
    var name: String
    /// For the list; one or two sentences.
    var reason: String
    var explains: @Sendable (FontError) -> Bool

    /// The one that explains the error; nil if none does.
    static func explaining(_ error: FontError) -> Refusal? { all.first { $0.explains(error) } }

    static let all = [
        Refusal(
            name: "over-a-limit",
            reason:
                "The file is over one of the limits that keep reading in bounds, such as 1,000 named instances in a face."
        ) { $0.code == .exceededResourceLimit }
    ]
}

import ArgumentParser
import ReaderFonts

/// A typed category of families, such as `sans-serif`.
struct CategoryArgument: ExpressibleByArgument, Sendable, Hashable {
    var category: FontCategory

    init?(argument: String) {
        // As people write them: Serif, Sans Serif, sans, mono.
        let word = argument.lowercased().replacing(" ", with: "-").replacing("_", with: "-")
        let short = ["sans": FontCategory.sansSerif, "mono": .monospace, "script": .handwriting][word]
        guard let category = FontCategory(rawValue: word) ?? short else { return nil }
        self.category = category
    }

    static var allValueStrings: [String] { FontCategory.allCases.map(\.rawValue) }
}

/// A typed category of text sizes, such as `XL`.
struct SizeCategoryArgument: ExpressibleByArgument, Sendable, Hashable {
    var category: ContentSizeCategory

    init?(argument: String) {
        guard let category = ContentSizeCategory(name: argument) ?? ContentSizeCategory(name: argument.uppercased())
        else { return nil }
        self.category = category
    }

    static var allValueStrings: [String] { ContentSizeCategory.allCases.map(\.rawValue) }
}

import ArgumentParser
import ReaderFonts

/// A filter on the languages that a font supports.
struct LanguageOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only fonts that support this language, such as de or zh-TW.", valueName: "language"))
    var language: LanguageArgument?
}

/// A language tag (BCP 47), or the language of a POSIX locale.
struct LanguageArgument: ExpressibleByArgument, Sendable, Hashable {
    var text: String

    /// - Parameter argument: A tag that begins with two or three letters, as all language tags do: `de`, not `german`.
    init?(argument: String) {
        let language = argument.prefix { !"-_.@".contains($0) }
        guard (2...3).contains(language.utf8.count), language.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) })
        else {
            return nil
        }
        text = argument
    }
}

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

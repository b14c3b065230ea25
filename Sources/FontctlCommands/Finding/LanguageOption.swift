import ArgumentParser

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

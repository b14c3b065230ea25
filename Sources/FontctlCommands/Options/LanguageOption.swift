import ArgumentParser

/// A filter on what can be written with a font.
struct LanguageOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only fonts that can write this language, such as de or zh-TW.", valueName: "language"))
    var language: NameArgument?
}

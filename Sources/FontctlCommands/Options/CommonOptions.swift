import ArgumentParser

/// The option to report what a command would do without doing it.
struct DryRunOption: ParsableArguments {
    @Flag(name: [.customShort("n"), .long], help: "Only report what would be changed.")
    var dryRun = false
}

/// The option to print failures only.
struct QuietOption: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print only failures.")
    var quiet = false
}

/// The output options of a command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON instead of text.")
    var json = false

    var format: OutputFormat { json ? .json : .text }
}

/// The format of a result.
enum OutputFormat: Sendable, Hashable, CaseIterable {
    /// Text for people.
    case text
    /// JSON for programs.
    case json
}

/// The option for the store of all users.
///
/// It is also allowed before the command; see ``StoreChoice``.
struct StoreOption: ParsableArguments {
    @Flag(help: "Use the fonts of all users of this machine; to change them, run fontctl with sudo.")
    var system = false
}

/// A command that also works on the store of all users.
protocol StoreCommand: FontctlCommand {
    var store: StoreOption { get }
}

/// The provider for which a command acts.
struct ProviderOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Act as this provider, which sees and changes only its own fonts. (default: yourself, with all permissions)",
            valueName: "id"), completion: .providers)
    var provider: NameArgument?
}

/// The option to remove files although running programs may open them again.
struct RemovalOption: ParsableArguments {
    @Flag(help: "Remove the file at once, even if running programs can then no longer show text in the font.")
    var now = false
}

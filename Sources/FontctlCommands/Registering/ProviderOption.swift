import ArgumentParser

/// The provider for which a command acts.
struct ProviderOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Act as this provider, which sees and changes only its own fonts. (default: yourself, with all permissions)",
            valueName: "id"), completion: .providers)
    var provider: NameArgument?
}

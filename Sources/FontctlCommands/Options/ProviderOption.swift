import ArgumentParser

/// The provider for which a command acts.
struct ProviderOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Act as this provider, who sees and changes only its own fonts. (default: yourself, who may do all)",
            valueName: "id"))
    var provider: NameArgument?
}

import ArgumentParser

/// The option to report what a command would do without doing it.
struct DryRunOption: ParsableArguments {
    @Flag(name: [.customShort("n"), .long], help: "Only report what would be changed.")
    var dryRun = false
}

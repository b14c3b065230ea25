import ArgumentParser

/// The option to report what a command would do without doing it.
struct DryRunOption: ParsableArguments {
    @Flag(name: [.customShort("n"), .long], help: "Change nothing: only report what would be done.")
    var dryRun = false
}

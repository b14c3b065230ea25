import ArgumentParser

/// The output options of a command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON instead of text.")
    var json = false
}

/// The options of a command that also works on the store of all users.
///
/// `--system` is also allowed before the command; see ``StoreChoice``.
struct StoreOptions: ParsableArguments {
    @Flag(help: "Use the fonts of all users of this machine; to change them, run fontctl with sudo.")
    var system = false

    @OptionGroup var output: OutputOptions
}

/// A command that also works on the store of all users.
protocol StoreCommand: FontctlCommand {
    var options: StoreOptions { get }
}

extension StoreCommand {
    var output: OutputOptions { options.output }
}

/// The options of a command that changes the store.
struct ChangeOptions: ParsableArguments {
    @Flag(name: [.customShort("n"), .long], help: "Only report what would be changed.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Print only failures.")
    var quiet = false
}

/// A command that changes the store, of which it can report what it would do, and whose success can be silent.
protocol ChangingCommand: FontctlCommand {
    var change: ChangeOptions { get }
}

extension ChangingCommand {
    var isDryRun: Bool { change.dryRun }
    var isQuiet: Bool { change.quiet }
}

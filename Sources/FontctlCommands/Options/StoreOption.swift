import ArgumentParser

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

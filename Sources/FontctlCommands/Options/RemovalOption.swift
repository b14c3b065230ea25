import ArgumentParser

/// The option to remove files although running programs may open them again.
struct RemovalOption: ParsableArguments {
    @Flag(help: "Remove the file at once, although running programs may lose its text.")
    var now = false
}

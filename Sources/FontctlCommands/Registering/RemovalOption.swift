import ArgumentParser

/// The option to remove files although running programs may open them again.
struct RemovalOption: ParsableArguments {
    @Flag(help: "Remove the file at once, even if running programs can then no longer show text in the font.")
    var now = false
}

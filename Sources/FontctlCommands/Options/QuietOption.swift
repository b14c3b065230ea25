import ArgumentParser

/// The option to print failures only.
struct QuietOption: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print only failures.")
    var quiet = false
}

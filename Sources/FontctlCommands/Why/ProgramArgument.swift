import ArgumentParser

/// A typed program, such as `firefox`, or the path of its file.
struct ProgramArgument: ExpressibleByArgument, Sendable, Hashable {
    var word: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        word = argument
    }
}

import ArgumentParser

/// A typed program, such as `firefox`.
struct ProgramArgument: ExpressibleByArgument, Sendable, Hashable {
    var program: KnownProgram

    init?(argument: String) {
        guard let program = KnownProgram(word: argument) else { return nil }
        self.program = program
    }

    static var allValueStrings: [String] { KnownProgram.allCases.map(\.rawValue) }
}

import Testing

/// fontconfig's own programs in a private home.
extension PrivateHome {
    /// Runs a program to its end.
    public func run(_ program: String, _ arguments: [String]) throws -> Command.Result {
        try Command.run(program, arguments, environment: environment)
    }

    /// Returns a property of the font that a new `fc-match` finds for a pattern.
    public func match(_ pattern: String, _ property: String = "postscriptname") throws -> String {
        let result = try run("fc-match", ["--format", "%{\(property)}", pattern])
        try #require(result.status == 0, "fc-match: \(result.errors)")
        return result.output
    }

    /// Returns the lines of a new `fc-list`, one per pattern.
    public func listed(_ pattern: String = ":", _ property: String = "file") throws -> [String] {
        let result = try run("fc-list", ["--format", "%{\(property)}\n", pattern])
        try #require(result.status == 0, "fc-list: \(result.errors)")
        return result.lines
    }
}

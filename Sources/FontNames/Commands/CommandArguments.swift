/// The arguments of a subcommand of `font-names`: options with values, and operands.
package struct CommandArguments: Sendable, Hashable {
    /// Arguments that a subcommand cannot use.
    package struct UsageError: Error, Sendable, Hashable {
        /// What is wrong, as a sentence.
        package var text: String
    }

    private var values: [String: String] = [:]
    /// The arguments that are no options.
    package private(set) var operands: [String] = []

    /// Reads arguments; what follows `--` has no options.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the subcommand.
    ///   - options: The names of the options, all of which have a value.
    package init(_ arguments: [String], options: Set<String>) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            guard argument.hasPrefix("--") else {
                operands.append(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard options.contains(name) else { throw UsageError(text: "There is no option --\(name).") }
            guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
                throw UsageError(text: "The option --\(name) needs a value.")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw UsageError(text: "The option --\(name) is given twice.")
            }
        }
    }

    /// The value of an option.
    package subscript(option: String) -> String? { values[option] }

    /// Returns the value of an option that must be given.
    package func required(_ option: String) throws(UsageError) -> String {
        guard let value = values[option], !value.isEmpty else {
            throw UsageError(text: "The option --\(option) is missing.")
        }
        return value
    }
}

extension ResourceTarget {
    /// The options that describe a target; the operands are its resources.
    package static let options: Set<String> = ["package", "target", "folder", "bundle", "registration"]

    /// Creates a target that arguments describe.
    package init(_ arguments: CommandArguments) throws(CommandArguments.UsageError) {
        let word = arguments["registration"] ?? Registration.none.rawValue
        guard let registration = Registration(rawValue: word) else {
            let known = Registration.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandArguments.UsageError(text: "--registration is \(word); it can be one of \(known).")
        }
        self.init(
            package: try arguments.required("package"), name: try arguments.required("target"),
            folder: try arguments.required("folder"), bundle: arguments["bundle"], resources: arguments.operands,
            registration: registration)
    }
}

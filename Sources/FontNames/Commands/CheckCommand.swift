/// The subcommand `check`: prints all errors, warnings and notes about the resources of a target.
package enum CheckCommand {
    /// How it is called.
    package static let usage = """
        usage: font-names check --package NAME --target NAME --folder DIR [--bundle NAME] RESOURCE ...

          The options are those of generate. Ends with status 1 after an error in the resources.

        """

    /// Checks the resources.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the subcommand.
    ///   - print: Takes lines for standard output.
    ///   - report: Takes lines for standard error.
    /// - Returns: The exit status: 0, 1 after an error in the resources, 2 after one in the arguments.
    package static func run(_ arguments: [String], print: (String) -> Void, report: (String) -> Void) -> Int32 {
        do throws(CommandArguments.UsageError) {
            let arguments = try CommandArguments(arguments, options: ResourceTarget.options)
            let generator = NamesGenerator(for: try ResourceTarget(arguments))
            let problems = (generator.problems + generator.fonts.notes).sorted {
                ($0.path, $0.text) < ($1.path, $1.text)
            }
            for problem in problems { print(problem.line) }
            let counts = [BuildProblem.Severity.error, .warning, .note].map { severity in
                let count = problems.filter { $0.severity == severity }.count
                return "\(count) \(severity)\(count == 1 ? "" : "s")"
            }
            let fonts = generator.fonts.fonts.count
            print(
                "\(generator.fonts.target.name): \(fonts) font file\(fonts == 1 ? "" : "s"), \(counts.joined(separator: ", "))"
            )
            return generator.files == nil ? 1 : 0
        } catch {
            report("font-names: \(error.text)\n\n\(usage)")
            return 2
        }
    }
}

import FoundationEssentials

/// The subcommand `install`: copies the fonts and icons of a target's generated code, and the texts of their licences, into a prefix.
package enum InstallCommand {
    /// How it is called.
    package static let usage = """
        usage: font-names install --package NAME --target NAME --folder DIR --prefix DIR
                                  [--destdir DIR] [--bundle NAME] RESOURCE ...

          --prefix DIR   the prefix of the program, such as /usr/local; the fonts go to share/PACKAGE/ in it
          --destdir DIR  the folder in which the prefix is for now (default: the variable DESTDIR)

          The other options are those of generate.

        """

    /// Installs the files.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the subcommand.
    ///   - print: Takes lines for standard output.
    ///   - report: Takes lines for standard error.
    /// - Returns: The exit status: 0, 1 after an error in the resources or a failure, 2 after an error in the arguments.
    package static func run(_ arguments: [String], print: (String) -> Void, report: (String) -> Void) -> Int32 {
        do throws(CommandArguments.UsageError) {
            let arguments = try CommandArguments(
                arguments, options: ResourceTarget.options.union(["prefix", "destdir"]))
            let prefix = try arguments.required("prefix")
            let root = arguments["destdir"] ?? ProcessInfo.processInfo.environment["DESTDIR"] ?? ""
            let generator = NamesGenerator(for: try ResourceTarget(arguments))
            guard generator.files != nil else {
                for problem in generator.problems where problem.severity == .error { report(problem.line) }
                return 1
            }
            let outcomes = FontInstallation(prefix: prefix, root: root).install(generator.installedFiles)
            for outcome in outcomes { outcome.isFailure ? report(outcome.line) : print(outcome.line) }
            return outcomes.contains(where: \.isFailure) ? 1 : 0
        } catch {
            report("font-names: \(error.text)\n\n\(usage)")
            return 2
        }
    }
}

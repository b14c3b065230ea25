/// The subcommand `generate`: writes the code for the resources of a target.
package enum GenerateCommand {
    /// How it is called.
    package static let usage = """
        usage: font-names generate --package NAME --target NAME --folder DIR --output DIR
                                   [--bundle NAME] [--registration none|process|registry] RESOURCE ...

          --package NAME      the name of the package
          --target NAME       the name of the target
          --folder DIR        the folder of the target, in which \(NamesSettings.fileName) is
          --output DIR        the folder for \(NamesCode.fileName) and \(WarningsCode.fileName)
          --bundle NAME       the folder of the resources beside the program (default: PACKAGE_TARGET.resources)
          --registration ...  what the target links: ProcessFonts (process), FontRegistry (registry) or neither
          RESOURCE ...        the files and folders that become resources, as absolute paths

        """

    /// Generates the code.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the subcommand.
    ///   - report: Takes lines for standard error.
    /// - Returns: The exit status: 0, 1 after an error in the resources, 2 after one in the arguments.
    package static func run(_ arguments: [String], report: (String) -> Void) -> Int32 {
        do throws(CommandArguments.UsageError) {
            let arguments = try CommandArguments(arguments, options: ResourceTarget.options.union(["output"]))
            let folder = try arguments.required("output")
            let generator = NamesGenerator(for: try ResourceTarget(arguments))
            guard let files = generator.files else {
                for problem in generator.problems where problem.severity == .error { report(problem.line) }
                return 1
            }
            guard let problem = NamesGenerator.write(files, to: folder) else { return 0 }
            report(problem.line)
            return 1
        } catch {
            report("font-names: \(error.text)\n\n\(usage)")
            return 2
        }
    }
}

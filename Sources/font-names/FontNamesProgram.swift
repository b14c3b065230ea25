import FontNames
import Glibc

/// The program `font-names`, which plugins and other build systems run.
@main struct FontNamesProgram {
    private static let usage = """
        usage: font-names SUBCOMMAND OPTION ...

          generate  write the code for the fonts of a target
          check     print errors, warnings and notes about them
          preview   write a page with every face, colour and icon
          install   copy fonts and the texts of their licences into a prefix
          migrate   move a package from SwiftGen, R.swift, UIAppFonts and asset catalogues

          font-names SUBCOMMAND without options prints its own. In packages, `swift package font-names` runs all but the first.

        """

    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let name = arguments.isEmpty ? "" : arguments.removeFirst()
        switch name {
        case "generate": exit(GenerateCommand.run(arguments, report: report))
        case "check": exit(CheckCommand.run(arguments, print: { print($0) }, report: report))
        case "preview": exit(PreviewCommand.run(arguments, print: { print($0) }, report: report))
        case "install": exit(InstallCommand.run(arguments, print: { print($0) }, report: report))
        case "migrate": migrate(arguments)
        default:
            report(usage)
            exit(name == "--help" ? 0 : 2)
        }
    }

    /// Runs the program beside this one that reads YAML, which would be too much for every build with the plugin.
    private static func migrate(_ arguments: [String]) -> Never {
        let program = "font-names-migrate"
        let path = (realpath("/proc/self/exe", nil)).map { path in
            defer { free(path) }
            let folder = String(cString: path).split(separator: "/").dropLast()
            return "/" + (folder + [program[...]]).joined(separator: "/")
        }
        if let path {
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            execv(path, &words)
        }
        report("font-names: \(path ?? program) cannot be started. Build it: swift build --product \(program)")
        exit(1)
    }

    private static func report(_ line: String) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard written > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(written, 0))
        }
    }
}

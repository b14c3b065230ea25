import FontNames
import Glibc

/// The program `font-names`, which plugins and other build systems run.
@main struct FontNamesProgram {
    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        let name = arguments.popFirst()
        switch name {
        case "generate": exit(GenerateCommand.run(Array(arguments), report: report))
        default:
            report(GenerateCommand.usage)
            exit(name == "--help" ? 0 : 2)
        }
    }

    private static func report(_ line: String) { fputs(line + "\n", stderr) }
}

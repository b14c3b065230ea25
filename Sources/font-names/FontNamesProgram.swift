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

    private static func report(_ line: String) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard written > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(written, 0))
        }
    }
}

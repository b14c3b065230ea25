import FontRegistry
import Foundation

/// The program, which measures every row and prints the report; progress goes to standard error.
@main
enum Benchmark {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch arguments.first {
            case Subscriber.argument: try await Subscriber.run(arguments[1])
            case FontInstDriver.argument: try FontInstDriver.run()
            case BusSubscribers.argument: try BusSubscribers.run(arguments[1], count: arguments[2])
            case BareEmitter.argument: try BareEmitter.run(arguments[1])
            default: try await measure(try Options(arguments))
            }
        } catch {
            FileHandle.standardError.write(Data("fontd-bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func measure(_ options: Options) async throws {
        let (tools, report) = (try Tools(), Report())
        // font-manager opens a display for every operation.
        let display = FontManagerCommand.program == nil ? nil : try Background.display()
        defer { display?.end() }
        if options.wantsMade {
            let suite = Suite(
                options, tools: tools, corpus: try MadeFonts(), report: report, display: display, suffix: "")
            if options.wants("thousand") { try await suite.measureThousandDurably() }
            try await suite.measure(options.sizes)
        }
        if options.wantsReal {
            let fonts = try RealFonts(options.fonts)
            let suite = Suite(
                options, tools: tools, corpus: fonts, report: report, display: display, suffix: ", real fonts")
            let sizes = options.sizes.filter { $0 <= fonts.basisLimit }
            try await suite.measure(sizes.isEmpty ? [fonts.basisLimit] : sizes)
        }
        print(report.markdown, terminator: "")
    }
}

/// Prints progress on standard error.
func progress(_ text: String) {
    FileHandle.standardError.write(Data("bench: \(text)\n".utf8))
}

/// The reason for a missing figure.
struct BenchmarkFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

import FontRegistry
import Foundation

/// The program: measures every row and prints the report; progress goes to standard error.
@main
final class Benchmark {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            if arguments.first == Subscriber.argument {
                try await Subscriber.run(arguments[1])
                return
            }
            let benchmark = try Benchmark(try Options(arguments))
            try await benchmark.measure()
            print(benchmark.report.markdown, terminator: "")
        } catch {
            FileHandle.standardError.write(Data("fontd-bench: \(error)\n".utf8))
            exit(1)
        }
    }

    let options: Options
    let corpus: Corpus
    let tools: Tools
    var report = Report()

    private init(_ options: Options) throws {
        self.options = options
        tools = try Tools()
        corpus = try Corpus()
    }

    private func measure() async throws {
        try await measureEmptyStore()
        var smallest: Pair?
        var largest: Pair?
        var costs: [AddingCost] = []
        for count in options.sizes {
            say("preparing \(count) fonts")
            let pair = try await Pair(count, corpus: corpus, tools: tools)
            if options.wants("one") { costs.append(try await measureOne(pair)) }
            if smallest == nil { smallest = pair }
            if count == options.mainSize { try await measureAtMainSize(pair) }
            largest = pair
        }
        guard let smallest, let largest else { return }
        reportOne(costs)
        if options.wants("resolve") { try await measureResolving(largest) }
        if options.wants("list") { try await measureListing(smallest) }
        if options.wants("real") { try await measureRealFonts(smallest) }
        if options.wants("memory") { try measureMemory(smallest, largest) }
        if options.wants("notice") { try await measureNotice(smallest) }
    }

    private func measureEmptyStore() async throws {
        if options.wants("thousand") { try await measureThousand() }
    }

    private func measureAtMainSize(_ pair: Pair) async throws {
        if options.wants("hundred") { try await measureHundred(pair) }
        if options.wants("start") { try await measureStart(pair) }
    }
}

/// Tells whoever waits how far it is.
func say(_ text: String) {
    FileHandle.standardError.write(Data("bench: \(text)\n".utf8))
}

/// Why there is no figure.
struct BenchmarkFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

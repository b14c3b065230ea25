import FontBus
import FontModel
import Foundation

/// A reader in one file: shows its text in one font, and copes when that font goes.
///
///     example-reader NAME
///
/// Requests the font, then follows the service's signals: when the font is removed or switched off it requests it again,
/// and does with the substitute until it is back. Prints one line per step.
@main
enum ReaderExample {
    static func main() async throws {
        guard let name = CommandLine.arguments.dropFirst().first else {
            say("usage: example-reader NAME")
            exit(64)
        }
        do throws(BusFailure) {
            var reader = Reader(name, try await BusConnection())
            try await reader.run()
        } catch {
            say("no font service: \(error)")
            exit(69)
        }
    }

    /// A line at once, not when the buffer is full.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

/// What the reader knows of the service.
struct Reader {
    private static let service = BusMethodAddress(
        destination: "org.fontd.FontRegistry1", path: "/org/fontd/FontRegistry1", interface: "org.fontd.FontRegistry1")

    private let name: String
    private let connection: BusConnection
    /// The PostScript name of the face that text is shown in.
    private var shown: String?

    init(_ name: String, _ connection: BusConnection) {
        self.name = name
        self.connection = connection
    }

    /// Returns when the bus goes.
    mutating func run() async throws(BusFailure) {
        let (changes, sink) = AsyncStream.makeStream(of: BusSignal.self)
        // Before asking: what changes afterwards is not missed.
        try await connection.subscribe(
            to: "type='signal',interface='org.fontd.FontRegistry1',member='FontsChanged'",
            from: Self.service.destination
        ) { sink.yield($0) }
        // Keeps the service alive, so that there is somebody to tell.
        _ = try await connection.call("Subscribe", of: Self.service)
        Task { [connection] in
            await connection.end()
            sink.finish()
        }
        try await choose()
        for await signal in changes where isConcerned(by: signal) { try await choose() }
    }

    /// Requests the font; shows the substitute where there is none.
    private mutating func choose() async throws(BusFailure) {
        let answer = try await connection.call(
            "Request", of: Self.service, [.strings([name]), .dictionary([:])])
        let result = BusRecord(answer.first?.dictionaries?.first ?? [:])
        if let face = try result.optional("face", \.dictionary) {
            let font = try FontDescriptor(BusRecord(face))
            shown = font.postscriptName
            ReaderExample.say("\(try result.string("status")) \(font.postscriptName) \(font.path ?? "")")
            return
        }
        shown = nil
        let resolution = try BusRecord(try await connection.call("Resolve", of: Self.service, [.string(name)]).first)
        let substitute = try resolution.optional("substitute", \.dictionary)?["family"]?.string
        ReaderExample.say("\(try result.string("status")) \(name), showing \(substitute ?? "nothing")")
    }

    /// Whether a change is about the font that is shown, or may have brought the one that is wanted.
    private func isConcerned(by signal: BusSignal) -> Bool {
        // Too much happened to tell: better look.
        guard let changes = signal.arguments.last?.dictionaries, !changes.isEmpty else { return true }
        return changes.contains { change in
            let kind = change["kind"]?.string ?? ""
            let names = change["faces"]?.dictionaries?.compactMap { $0["postscriptName"]?.string } ?? []
            guard let shown else { return kind == "added" || kind == "enabled" }
            guard kind != "added", kind != "enabled", names.contains(shown) else { return false }
            ReaderExample.say("\(kind) \(shown)")
            return true
        }
    }
}

import FontBus
import FontModel
import Foundation

/// A reader in one file: shows its text in one font, and uses a substitute while that font is not available.
///
///     example-reader NAME
///
/// Requests the font, then follows the service's signals. When the font is removed or disabled, it requests the font
/// again, and uses the substitute until the font is available. Prints one line per step.
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

    /// Prints a line without buffering.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

/// The state of the reader.
struct Reader {
    private static let service = BusMethodAddress(
        destination: "org.fontd.FontRegistry1", path: "/org/fontd/FontRegistry1", interface: "org.fontd.FontRegistry1")

    private let name: String
    private let connection: BusConnection
    /// The PostScript name of the face in which the text is shown.
    private var shown: String?

    init(_ name: String, _ connection: BusConnection) {
        self.name = name
        self.connection = connection
    }

    /// Follows the changes, and returns when the connection to the bus ends.
    mutating func run() async throws(BusFailure) {
        let (changes, sink) = AsyncStream.makeStream(of: BusSignal.self)
        // Subscribe before the first request, so that no later change is missed.
        try await connection.subscribe(
            to: "type='signal',interface='org.fontd.FontRegistry1',member='FontsChanged'",
            from: Self.service.destination
        ) { sink.yield($0) }
        // Keeps the service running, so that it sends signals.
        _ = try await connection.call("Subscribe", of: Self.service)
        Task { [connection] in
            await connection.end()
            sink.finish()
        }
        try await choose()
        for await signal in changes where isConcerned(by: signal) { try await choose() }
    }

    /// Requests the font, and shows the substitute if it is not available.
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

    /// Returns whether a change concerns the font that is shown, or may have added the requested one.
    private func isConcerned(by signal: BusSignal) -> Bool {
        // Without a list, the changes did not fit into the signal, so request again.
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

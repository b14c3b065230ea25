import FontClient
import Foundation

/// A reader in one file: shows its text in one font, and uses a substitute while that font is not available.
///
///     example-reader NAME
///
/// Requests the font over the bus, then follows the changes. When the font is removed or disabled, it requests the font
/// again, and uses the substitute until the font is available. Prints one line per step.
@main
enum ReaderExample {
    static func main() async {
        guard let name = CommandLine.arguments.dropFirst().first else {
            say("usage: example-reader NAME")
            exit(64)
        }
        do throws(FontError) {
            var reader = Reader(name, try await FontManager.open(provider: "org.example.Reader", route: .bus()))
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
    private let name: String
    private let fonts: FontManager
    /// The PostScript name of the face in which the text is shown.
    private var shown: String?

    init(_ name: String, _ fonts: FontManager) {
        self.name = name
        self.fonts = fonts
    }

    /// Follows the changes until the bus ends.
    mutating func run() async throws(FontError) {
        // The changes start here, before the first request, so that none is missed.
        var changes = fonts.changes.makeAsyncIterator()
        try await choose()
        while let event = try await changes.next() {
            if isConcerned(by: event) { try await choose() }
        }
    }

    /// Requests the font, and shows the substitute if it is not available.
    private mutating func choose() async throws(FontError) {
        for outcome in try await fonts.request([name]) {
            shown = outcome.font?.postscriptName
            if let font = outcome.font {
                ReaderExample.say("\(outcome.status.rawValue) \(font.postscriptName) \(font.path ?? "")")
            } else {
                let substitute = try await fonts.resolve(name).substitute?.face.family
                ReaderExample.say("\(outcome.status.rawValue) \(name), showing \(substitute ?? "nothing")")
            }
        }
    }

    /// Returns whether a change concerns the font that is shown, or may have added the requested one.
    private func isConcerned(by event: FontChangeEvent) -> Bool {
        guard case .change(let change) = event else {
            // The font may have been installed, there may have been too many changes for a list, or a provider may
            // supply it now: request again.
            if case .policy = event { return false } else { return true }
        }
        let isNew = change.kind == .added || change.kind == .enabled
        guard let shown else { return isNew }
        guard !isNew, change.faces.contains(where: { $0.face.postscriptName == shown }) else { return false }
        ReaderExample.say("\(change.kind.rawValue) \(shown)")
        return true
    }
}

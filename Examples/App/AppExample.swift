import FontClient
import Foundation

/// An app in one file: registers its own fonts, requests the fonts that its documents name, and lists its
/// registrations.
///
///     example-app ID FONT-FILE|NAME ...
///
/// Registers each file for the session and requests each name, as the application with that id. Prints one line per
/// step, then one line per registration of its own. The id only counts if the program runs outside of sandboxes.
@main
enum AppExample {
    static func main() async {
        guard let id = CommandLine.arguments.dropFirst().first else {
            say("usage: example-app ID FONT-FILE|NAME ...")
            exit(64)
        }
        do throws(FontError) {
            let fonts = try await FontManager.open(provider: id)
            for wanted in CommandLine.arguments.dropFirst(2) {
                if wanted.contains("/") {
                    for outcome in try await fonts.register(URL(filePath: wanted), scope: .session).outcomes {
                        say("\(outcome.status.rawValue) \(outcome.error?.message ?? outcome.item)")
                    }
                } else {
                    for outcome in try await fonts.request([wanted]) {
                        say("\(outcome.status.rawValue) \(outcome.error?.message ?? wanted)")
                    }
                }
            }
            for own in try await fonts.registered() {
                say("own \(own.faces.map(\.postscriptName).joined(separator: ", "))")
            }
        } catch {
            say("\(error.message)")
            exit(1)
        }
    }

    /// Prints a line without buffering.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

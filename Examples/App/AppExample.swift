import FontClient
import Foundation

/// An app in one file: brings fonts of its own, asks for those that its documents name, and lists what is its own.
///
///     example-app ID FONT-FILE|NAME ...
///
/// Registers each file for the session and requests each name, as the application of that id. Prints one line per step,
/// then one per registration of its own. The program must be outside of sandboxes for the id to count.
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
                    let outcome = try await fonts.register(URL(filePath: wanted), scope: .session)
                    say("\(outcome.status.rawValue) \(outcome.error?.message ?? wanted)")
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

    /// A line at once, not when the buffer is full.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

import FontProviding
import FontRegistry
import Foundation

/// A font provider in one file: has the fonts of a folder, and supplies them when somebody asks for one.
///
///     example-font-provider FOLDER [BUS-NAME]
///
/// Without a bus name it serves as long as it runs. With one, for which a D-Bus service file is installed, the bus starts
/// it again when it is asked. Prints one line per request.
@main
enum FontProviderExample {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first else {
            say("usage: example-font-provider FOLDER [BUS-NAME]")
            exit(64)
        }
        let fonts = Folder(folder)
        let connection = try await BusConnection()
        do {
            try await fonts.serve(announcing: fonts.names, as: arguments.dropFirst().first, on: connection)
        } catch {
            say("\(error)")
            exit(69)
        }
        say("ready")
        await connection.end()
    }

    /// A line at once, not when the buffer is full.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

/// The fonts of a folder by name, read once: whoever asks waits.
struct Folder: FontProvider {
    private var files: [String: URL] = [:]
    private(set) var names: [String] = []

    init(_ path: String) {
        let contents = try? FileManager.default.contentsOfDirectory(
            at: URL(filePath: path), includingPropertiesForKeys: nil)
        for file in (contents ?? []).sorted(by: { $0.path < $1.path }) {
            // What is no font is somebody else's.
            guard let font = try? FontFile(contentsOf: file) else { continue }
            for face in font.faces {
                let instances = face.instances.map(\.postscriptName)
                for name in [face.postscriptName, face.fullName, face.family] + instances
                where files[Self.key(name)] == nil {
                    files[Self.key(name)] = file
                    names.append(name)
                }
            }
        }
    }

    func fonts(for request: FontRequest) async -> [URL] {
        let file = files[Self.key(request.name)]
        FontProviderExample.say("\(request.name): \(file?.lastPathComponent ?? "declined")")
        return file.map { [$0] } ?? []
    }

    /// People write names with spaces, hyphens, and as they like.
    private static func key(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}

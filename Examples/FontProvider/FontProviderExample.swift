import FontProviding
import FontRegistry
import Foundation

/// A font provider in one file: offers the fonts of a folder, and supplies them on request.
///
///     example-font-provider FOLDER [BUS-NAME]
///
/// Without a bus name, it serves as long as it runs. With a bus name for which a D-Bus service file is installed, the
/// bus starts it again on request. Prints one line per request.
@main
enum FontProviderExample {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first else {
            say("usage: example-font-provider FOLDER [BUS-NAME]")
            exit(64)
        }
        let fonts = Folder(folder)
        do throws(FontError) {
            let connection = try await FontProviderConnection()
            try await fonts.serve(announcing: fonts.names, as: arguments.dropFirst().first, on: connection)
            say("ready")
            await connection.end()
        } catch {
            say("\(error)")
            exit(69)
        }
    }

    /// Prints a line without buffering.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

/// The fonts of a folder by name, read once in advance, since callers wait for the reply.
struct Folder: FontProvider {
    private var files: [String: URL] = [:]
    private(set) var names: [String] = []

    init(_ path: String) {
        let contents = try? FileManager.default.contentsOfDirectory(
            at: URL(filePath: path), includingPropertiesForKeys: nil)
        for file in (contents ?? []).sorted(by: { $0.path < $1.path }) {
            // Skip files that are not fonts.
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

    /// Returns a normalized name, since names are written with different spaces, hyphens and case.
    private static func key(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}

import Foundation

/// The desktop's program for pictures.
enum PictureViewer {
    /// Opens a file, without waiting for the program.
    ///
    /// - Returns: False if there is no display, or nothing that opens files.
    static func open(_ path: String, _ variables: [String: String]) -> Bool {
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { variables[$0]?.isEmpty == false }
        let folders = (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard hasDisplay,
            let program = folders.map({ "\($0)/xdg-open" }).first(where: FileManager.default.isExecutableFile)
        else { return false }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return (try? process.run()) != nil
    }
}

import FontFiles
import FontModel
import Foundation

/// Packages of the distribution, fetched by apt as an ordinary user into a folder that is removed afterwards.
final class DebianDownload {
    private let folder: String

    /// The files of the packages, in the order of their names.
    let files: [String]

    /// Whether a text names a package, perhaps with a version or an architecture.
    static func isPackage(_ text: String) -> Bool {
        text.wholeMatch(of: #/[a-z0-9][a-z0-9+.-]+(?::[a-z0-9]+)?(?:=[A-Za-z0-9.+:~-]+|/[A-Za-z0-9.+~-]+)?/#) != nil
    }

    /// Fetches packages.
    ///
    /// - Throws: `insufficientInfo` (303) if a text names no package, `registrationFailed` (301) if apt is missing or
    ///   fetches one of them not.
    init(_ packages: [String]) throws(FontError) {
        if let other = packages.first(where: { !Self.isPackage($0) }) {
            throw FontError(
                .insufficientInfo, "This is not the name of a package. Specify names such as fonts-klee.", file: other)
        }
        let program = "/usr/bin/apt-get"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw FontError(
                .registrationFailed, "apt-get is not installed. Unpack the packages into a folder, and build from that."
            )
        }
        // Root fetches as the user _apt, which must reach the folder.
        let folder = NSTemporaryDirectory() + "/fontd-packages-" + UUID().uuidString
        try PublishedFolder.create(folder)
        self.folder = folder
        do throws(FontError) {
            files = try Self.fetch(packages, into: folder, by: program)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static func fetch(
        _ packages: [String], into folder: String, by program: String
    ) throws(FontError) -> [String] {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = ["download", "--quiet=2", "--"] + packages
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        do {
            try process.run()
            let said = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw failed(packages, String(decoding: said, as: UTF8.self))
            }
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".deb") }.sorted()
                .map { folder + "/" + $0 }
        } catch let error as FontError {
            throw error
        } catch {
            throw failed(packages, "")
        }
    }

    /// - Parameter said: What apt printed, of which lines with `E:` are reasons.
    private static func failed(_ packages: [String], _ said: String) -> FontError {
        let reason = said.split(separator: "\n").last { $0.hasPrefix("E: ") }?.dropFirst(3)
        let sentence = reason.map { "apt-get reports: \(DisplayText.clean(String($0)))." } ?? "apt-get failed."
        return FontError(
            .registrationFailed,
            "The packages cannot be downloaded. \(sentence) Check their names and the network, and run apt-get update.",
            file: packages.joined(separator: " "))
    }
}

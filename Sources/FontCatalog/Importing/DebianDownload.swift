import FontFiles
import FontModel
import Foundation

/// Packages of the distribution, fetched by apt as an ordinary user into a folder that is removed afterwards.
final class DebianDownload {
    private let folder: PackageFolder

    /// The files of the packages, in the order of their names.
    let files: [String]

    /// Whether a text names a package, perhaps with a version or an architecture.
    static func isPackage(_ text: String) -> Bool {
        text.wholeMatch(of: #/[a-z0-9][a-z0-9+.-]+(?::[a-z0-9]+)?(?:=[A-Za-z0-9.+:~-]+|/[A-Za-z0-9.+~-]+)?/#) != nil
    }

    /// Fetches packages.
    ///
    /// - Throws: `insufficientInfo` (303) if a text names no package or apt does not offer one of them,
    ///   `registrationFailed` (301) if apt is missing or does not get one, with the cause `network`, `download` or `catalog`.
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
        folder = try PackageFolder(
            in: NSTemporaryDirectory(), prefix: "fontd-packages-", mode: 0o755)
        files = try Self.fetch(packages, into: folder.path, by: program)
    }

    private static func fetch(
        _ packages: [String], into folder: String, by program: String
    ) throws(FontError) -> [String] {
        let ending = ProgramOutput.run(
            program, ["download", "--quiet=2", "--"] + packages, environment: ProcessInfo.processInfo.environment,
            folder: folder)
        guard let ending else { throw AptFailure.notStarted(program) }
        guard ending.status == 0 else { throw AptFailure.error(ending.messages, packages) }
        return try folderEntries(folder).filter { $0.hasSuffix(".deb") }.sorted().map { folder + "/" + $0 }
    }
}

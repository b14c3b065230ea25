import Foundation
import TestSupport
import Testing

/// Everything that states the version of fontd takes it from one place, which `scripts/version` reads.
@Suite struct VersionTests {
    private let home: PrivateHome
    private let version: String

    init() throws {
        home = try PrivateHome()
        let script = try Command.run(
            Repository.file("scripts/version").path, [], environment: ["PATH": "/usr/bin:/bin"])
        #expect(script.status == 0, "\(script.errors)")
        version = script.output.trimmingCharacters(in: .newlines)
    }

    @Test func theCommandPrintsIt() throws {
        #expect(try home.run(Programs.fontctl, ["--version"]).output == version + "\n")
    }

    @Test func theChangelogBeginsWithIt() throws {
        let changelog = try String(contentsOf: Repository.file("CHANGELOG.md"), encoding: .utf8)
        let headings = changelog.split(separator: "\n").filter { $0.hasPrefix("## ") }
        #expect(headings.first == "## \(version)")
    }

    /// `make documents` installs the manual and the AppStream data; a page stands in for those that it makes from the help.
    @Test func theManualAndTheAppStreamDataStateIt() throws {
        let (products, prefix) = (home.root + "/products", home.root + "/installed")
        try FileManager.default.createDirectory(atPath: products + "/man", withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: products + "/man/fontctl.1"))
        let made = try Command.run(
            "make",
            [
                "--no-print-directory", "-C", Repository.file("").path, "documents", "PRODUCTS=\(products)",
                "PREFIX=\(prefix)", "DESTDIR=",
            ], environment: ["PATH": "/usr/bin:/bin", "HOME": home.root])
        #expect(made.status == 0, "\(made.output)\(made.errors)")
        func installed(_ path: String) throws -> String {
            try String(contentsOfFile: "\(prefix)/share/\(path)", encoding: .utf8)
        }
        for page in ["man/man5/fontd-policy.5", "man/man8/fontd.8"] {
            #expect(try installed(page).contains("\n.Os fontd \(version)\n"), "\(page)")
        }
        let metadata = try installed("metainfo/org.fontd.fontctl.metainfo.xml")
        #expect(metadata.contains("<release version=\"\(version)\" date=\"2"))
    }
}

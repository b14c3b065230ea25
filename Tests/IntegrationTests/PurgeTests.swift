import Foundation
import TestSupport
import Testing

/// The maintainer script that a purge of the package runs.
@Suite struct PurgeTests {
    @Test(arguments: [
        [], ["/var/lib/fontd"], ["/var/lib/fontd", "/usr/local/share/fonts/fontd", "/etc/fontd"],
        ["/etc/fonts/conf.d/70-fontd.conf"],
    ])
    func itSaysWhatRemains(_ folders: [String]) throws {
        let home = try PrivateHome()
        for folder in folders {
            guard folder.hasSuffix(".conf") else {
                try FileManager.default.createDirectory(
                    atPath: home.root + folder, withIntermediateDirectories: true)
                continue
            }
            try home.put(Array("<!-- Written by fontd -->".utf8), at: home.root + folder)
        }
        let script = Repository.file("data/debian/postrm").path
        func run(_ argument: String) throws -> Command.Result {
            try Command.run("sh", [script, argument], environment: ["DPKG_ROOT": home.root, "PATH": "/usr/bin:/bin"])
        }
        #expect(try run("remove").output.isEmpty)
        let purge = try run("purge")
        #expect(purge.status == 0 && purge.errors.isEmpty)
        #expect(purge.output.contains("sudo rm -r \(folders.joined(separator: " "))\n") == !folders.isEmpty)
        for folder in folders { #expect(FileManager.default.fileExists(atPath: home.root + folder)) }
    }

    /// The commands for each user take away what fontd wrote, and nothing else.
    @Test(arguments: [true, false]) func itsCommandsRemoveTheFilesOfFontd(_ isOfFontd: Bool) throws {
        let home = try PrivateHome()
        let user = home.root + "/a user"
        let rules = ["/.config/fontconfig/conf.d/70-fontd.conf", "/.local/share/user-tmpfiles.d/fontd-hidden.conf"]
        let folders = ["/.local/share/fontd", "/.local/share/fonts/fontd", "/.config/fontd"].map { $0 + "/file" }
        let others = ["/.local/share/fonts/mine.ttf", "/.config/fontconfig/fonts.conf"]
        for path in folders + others { try home.put([1], at: user + path) }
        let text = isOfFontd ? "# Written by fontd\n" : "# Mine\n"
        for path in rules { try home.put(Array(text.utf8), at: user + path) }
        let script = Repository.file("data/debian/postrm").path
        let path = "/usr/bin:/bin"
        let purge = try Command.run("sh", [script, "purge"], environment: ["DPKG_ROOT": user, "PATH": path])
        let commands = purge.output.split(separator: "\n").filter { $0.hasPrefix("    ") }.joined(separator: "\n")
        let result = try Command.run("sh", ["-ec", commands], environment: ["HOME": user, "PATH": path])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: user + path) }
        #expect(others.allSatisfy(exists) && !folders.contains(where: exists))
        #expect(rules.map(exists) == (isOfFontd ? [false, false] : [true, true]))
    }
}

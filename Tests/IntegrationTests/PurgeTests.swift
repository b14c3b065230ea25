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
            try FileManager.default.createDirectory(
                atPath: home.root + folder, withIntermediateDirectories: true)
        }
        let script = Repository.file("data/debian/postrm").path
        func run(_ argument: String) throws -> Command.Result {
            try Command.run("sh", [script, argument], environment: ["DPKG_ROOT": home.root, "PATH": "/usr/bin:/bin"])
        }
        #expect(try run("remove").output.isEmpty)
        let purge = try run("purge")
        #expect(purge.status == 0 && purge.errors.isEmpty)
        #expect(purge.output.contains("sudo rm -r \(folders.joined(separator: " "))\n") == !folders.isEmpty)
        #expect(purge.output.contains("    rm -rf ~/.local/share/fontd ~/.local/share/fonts/fontd ~/.config/fontd "))
        #expect(purge.output.contains(" ~/.local/share/fonts/fontd-session "))
        #expect(
            purge.output.hasSuffix(
                " ~/.config/fontconfig/conf.d/70-fontd.conf ~/.local/share/user-tmpfiles.d/fontd-hidden.conf\n"))
        for folder in folders { #expect(FileManager.default.fileExists(atPath: home.root + folder)) }
    }
}

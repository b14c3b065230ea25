import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// Folders of another user where a user's own should be, such as those that `sudo` has left.
    @Suite(.enabled(if: geteuid() == 0, "needs root"), .timeLimit(.minutes(60)))
    struct ForeignFolderTests {
        /// The advice of the doctor lets the user register; before it, the doctor calls nothing healthy.
        @Test(arguments: [0o755, 0o700], ["data", "data/fonts"])
        func theAdviceOnAFolderOfRootWorks(mode: Int, name: String) throws {
            let home = try PrivateHome()
            let user = try OrdinaryUser(home)
            let file = try home.write(SyntheticFont(family: "Late"))
            let folder = home.root + "/" + name
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try #require(chown(file, uid_t(OrdinaryUser.number), 0) == 0)
            try #require(chown(folder, 0, 0) == 0 && chmod(folder, mode_t(mode)) == 0)
            #expect(try user.fontctl("register", file).status != 0)
            let found = try user.fontctl("doctor")
            #expect(found.status == 1 && found.output.contains("[owner-foreign]"), "\(found.output) \(found.errors)")
            let command = try #require(
                found.output.firstMatch(of: #/`sudo (chown [^`]*)`/#)?.1, "\(found.output)")
            #expect(try home.run("sh", ["-c", String(command)]).status == 0)
            let registered = try user.fontctl("register", file)
            #expect(registered.status == 0, "\(registered.errors)")
            let mended = try user.fontctl("doctor")
            #expect(mended.status == 0, "\(mended.output)")
        }

        /// As with `sudo -u` that keeps HOME: the fonts of the system are there, and nobody is told to open root's home.
        @Test func aClosedHomeOfAnotherUserHidesNoSystemFonts() throws {
            let system = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
                .appending(path: "fontd-test-\(UUID().uuidString)").path(percentEncoded: false)
            defer { try? FileManager.default.removeItem(atPath: system) }
            let home = try PrivateHome(fontFolders: [system])
            try home.put(SyntheticFont(family: "Common").build(), at: system + "/Common.ttf")
            let user = try OrdinaryUser(home)
            let closed = home.root + "/closed"
            try FileManager.default.createDirectory(atPath: closed, withIntermediateDirectories: true)
            try #require(chown(closed, 0, 0) == 0 && chmod(closed, 0o700) == 0)
            let variables = ["-u", "XDG_DATA_HOME", "-u", "XDG_CONFIG_HOME", "-u", "XDG_CACHE_HOME", "HOME=\(closed)"]
            func fontctl(_ words: String...) throws -> Command.Result {
                try user.run("env", variables + [Programs.fontctl] + words)
            }
            for words in [["families"], ["search", "Common"], ["css", "Common"], ["why", "Common"], ["faces"]] {
                let result = try user.run("env", variables + [Programs.fontctl] + words)
                #expect(result.status == 0 && result.output.contains("Common"), "\(words): \(result.errors)")
                #expect(result.errors.contains("Set HOME to your own home."), "\(words): \(result.errors)")
            }
            let found = try fontctl("doctor")
            #expect(found.status == 1 && found.output.contains("Set HOME to the home of"), "\(found.output)")
            #expect(!found.output.contains("chmod"), "\(found.output)")
        }
    }
}

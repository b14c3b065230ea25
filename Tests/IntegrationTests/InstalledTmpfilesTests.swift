import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// The rules that `make install` installs for systemd-tmpfiles, as applied at login.
    @Suite(
        .enabled(if: Command.find("systemd-tmpfiles") != nil, "Needs systemd-tmpfiles."), .timeLimit(.minutes(60)))
    struct InstalledTmpfilesTests {
        /// Applies the rules in a typical home, with its data in `~/.local/share`.
        private func login(_ home: PrivateHome) throws -> Command.Result {
            let rules = Stage.prefix + "/share/user-tmpfiles.d/fontd.conf"
            var variables = home.environment
            variables["XDG_DATA_HOME"] = nil
            return try Command.run(
                "systemd-tmpfiles", ["--user", "--create", "--remove", "--boot", rules], environment: variables)
        }

        private func fontctl(_ home: PrivateHome, _ arguments: String...) throws -> Command.Result {
            var variables = home.environment
            variables["XDG_DATA_HOME"] = nil
            return try Command.run(Programs.fontctl, arguments, environment: variables)
        }

        @Test func theFontsFolderIsMadeAndKept() throws {
            let home = try PrivateHome()
            let folder = home.root + "/.local/share/fonts"
            let result = try login(home)
            #expect(result.status == 0, "\(result.errors)")
            #expect(FileManager.default.fileExists(atPath: folder))
            // An existing folder is left unchanged.
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
            try Data("mine".utf8).write(to: URL(filePath: folder + "/mine.ttf"))
            let registered = try fontctl(home, "register", try home.write(SyntheticFont(family: "Kept")))
            #expect(registered.status == 0, "\(registered.errors)")
            let before = try home.inventory(of: folder)
            #expect(try login(home).status == 0)
            #expect(try home.inventory(of: folder) == before)
            let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }

        @Test func remainsOfACrashedSessionAreRemoved() throws {
            let home = try PrivateHome()
            let font = try home.write(SyntheticFont(family: "Tonight"))
            #expect(try fontctl(home, "register", "--scope", "session", font).status == 0)
            let folder = home.root + "/.local/share/fonts"
            let left = folder + "/.fontd-exec/left"
            try FileManager.default.createDirectory(atPath: left + "/fonts", withIntermediateDirectories: true)
            func shown() throws -> [String] {
                try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".ttf") }
            }
            #expect(try shown().count == 1)
            // The runtime directory is removed with the session, even after a crash.
            let runtime = try #require(home.paths.runtimeDirectory)
            try FileManager.default.removeItem(atPath: runtime)
            try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
            #expect(try login(home).status == 0)
            #expect(try shown().isEmpty)
            // A program of another session may use these fonts; the next start of a program checks that and removes
            // them.
            #expect(FileManager.default.fileExists(atPath: left))
            #expect(try fontctl(home, "exec", "--font", font, "--", "true").status == 0)
            #expect(!FileManager.default.fileExists(atPath: left))
            #expect(try fontctl(home, "list").output.isEmpty)
            // The only finding is that the home's fontconfig uses other folders.
            let report = try JSONSerialization.jsonObject(
                with: Data(try fontctl(home, "doctor", "--json").output.utf8))
            let findings = (report as? [String: Any])?["findings"] as? [[String: Any]]
            #expect(findings?.map { $0["id"] as? String } == ["folder-not-configured"])
        }
    }
}

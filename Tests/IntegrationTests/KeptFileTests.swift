import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Two releases of a font for the tests of running programs: the letters have other glyphs, and the glyphs other widths.
private struct Releases {
    let old: String
    let new: String

    init(_ home: PrivateHome, family: String = "Kept", revision: Double = 2) throws {
        old = try home.write(SyntheticFont(family: family), as: "old/Kept-Regular.ttf")
        new = try home.write(
            SyntheticFont(family: family) {
                ($0.isFixedPitch, $0.characters, $0.revision) = (true, [0x18...0x7E], revision)
            }, as: "new/Kept-Regular.ttf")
    }
}

extension RealPrograms {
    /// Files of replaced, disabled and unregistered fonts stay at their paths for running programs, hidden from others.
    @Suite(
        .serialized, .enabled(if: PangoProgram.isPossible, "Needs Pango's and cairo's bindings for Python."),
        .timeLimit(.minutes(60)))
    struct KeptFileTests {
        let home: PrivateHome
        private let fonts: Releases

        init() throws {
            home = try PrivateHome()
            fonts = try Releases(home)
        }

        private func result(_ arguments: [String]) throws -> [String: Any] {
            let output = try home.fontctl(arguments + ["--json"]).output
            let json = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
            return try #require((json?["results"] as? [[String: Any]])?.first)
        }

        private func keptFor(_ result: [String: Any]) -> [Int] {
            (result["keptFor"] as? [[String: Any]] ?? []).compactMap { $0["pid"] as? Int }
        }

        private var shownFiles: [String] {
            let root = home.paths.persistentProjection
            return ((try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []).filter { $0.hasSuffix(".ttf") }
        }

        @Test(
            "A running program keeps the letters of a replaced, disabled or unregistered font at old and new sizes",
            arguments: [["register", "--replace"], ["disable"], ["unregister"]])
        func lettersStay(_ change: [String]) throws {
            try home.fontctl("register", fonts.old)
            let first = try #require(try home.listed().first)
            #expect(first.hasSuffix("/Kept-Regular.ttf"))
            let (program, other) = (
                try InkProgram(family: "Kept", in: home), try InkProgram(family: "Kept", in: home)
            )
            let (small, large) = (try other.ink(at: 100), try other.ink(at: 170))
            other.end()
            #expect(try program.ink(at: 100) == small)
            let isReplaced = change[0] == "register"
            let outcome = try result(change + [isReplaced ? fonts.new : "Kept-Regular"])
            #expect(keptFor(outcome) == [Int(program.identifier)])
            #expect(try program.ink(at: 100) == small)
            #expect(try program.ink(at: 170) == large)
            // New programs do not see it.
            let listed = try home.listed()
            #expect(FileManager.default.fileExists(atPath: first))
            if isReplaced {
                #expect(listed.count == 1 && listed != [first] && listed[0].hasSuffix("/Kept-Regular.ttf"))
                #expect(try home.match("Kept", "fontversion") == "131072")
                let fresh = try InkProgram(family: "Kept", in: home)
                #expect(try fresh.ink(at: 170) != large)
                fresh.end()
            } else {
                #expect(listed.isEmpty)
            }
            #expect(try home.fontctl("doctor").output.contains("healthy"))
            // The next operation removes it when the program has ended.
            try home.fontctl("register", try home.write(SyntheticFont(family: "Next")))
            #expect(FileManager.default.fileExists(atPath: first))
            #expect(try home.fontctl("status").output.contains("kept        1 file, hidden"))
            program.end()
            let pruned = try home.fontctl("prune").output
            #expect(pruned.contains("removed 1 file that was kept for programs that have ended"), "\(pruned)")
            #expect(!FileManager.default.fileExists(atPath: first))
            #expect(!FileManager.default.fileExists(atPath: home.paths.rejectRules))
            #expect(try home.fontctl("doctor").output.contains("healthy"))
        }

        @Test("--now removes the file at once, also one that is hidden already")
        func now() throws {
            for change in [
                ["register", "--replace", "--now", fonts.new], ["disable", "--now"], ["unregister", "--now"],
            ] {
                try home.fontctl("register", "--replace", "--allow-downgrade", fonts.old)
                let first = try #require(try home.listed().first)
                let program = try InkProgram(family: "Kept", in: home)
                _ = try program.ink(at: 100)
                let outcome = try result(change + (change.count == 2 ? ["Kept-Regular"] : []))
                #expect(keptFor(outcome).isEmpty)
                #expect(!FileManager.default.fileExists(atPath: first), "\(change)")
                program.end()
            }
            try home.fontctl("register", fonts.old)
            let program = try InkProgram(family: "Kept", in: home)
            try home.fontctl("disable", "Kept-Regular")
            #expect(shownFiles.count == 1)
            try home.fontctl("disable", "--now", "Kept-Regular")
            #expect(shownFiles.isEmpty)
            program.end()
        }

        @Test("Without a program that may open it again, the file is removed at once")
        func withoutPrograms() throws {
            try home.fontctl("register", fonts.old)
            // A program of another home sees other fonts.
            let other = try PrivateHome()
            let program = try InkProgram(family: "Kept", in: other)
            #expect(keptFor(try result(["disable", "Kept-Regular"])).isEmpty)
            #expect(shownFiles.isEmpty && !FileManager.default.fileExists(atPath: home.paths.rejectRules))
            program.end()
        }

        @Test("A font keeps its path through a replacement, and through disabling and enabling")
        func pathsAreKept() throws {
            try home.fontctl("register", fonts.old)
            let program = try InkProgram(family: "Kept", in: home)
            let before = try home.listed()
            try home.fontctl("register", "--replace", fonts.new)
            let after = try home.listed()
            try home.fontctl("disable", "Kept-Regular")
            #expect(try home.listed().isEmpty)
            try home.fontctl("enable", "Kept-Regular")
            #expect(try home.listed() == after && after != before)
            try home.fontctl("disable", "Kept-Regular")
            try home.fontctl("register", "--replace", "--allow-downgrade", fonts.old)
            #expect(try home.listed() == before)
            program.end()
        }

        @Test("A kept file is no registration to restore, with or without the database")
        func lostDatabase() async throws {
            for family in ["Gone", "Off"] {
                try home.fontctl("register", try home.write(SyntheticFont(family: family), as: family + ".ttf"))
            }
            try home.fontctl("register", fonts.old)
            let program = try InkProgram(family: "Gone", in: home)
            try home.fontctl("unregister", "Gone-Regular")
            try home.fontctl("disable", "Off-Regular")
            let files = shownFiles.sorted()
            #expect(files.count == 3)
            let rules = try Data(contentsOf: URL(filePath: home.paths.rejectRules))
            try FileManager.default.removeItem(atPath: home.paths.database)
            try FileManager.default.removeItem(atPath: home.paths.rejectRules)
            try home.fontctl("doctor", "--repair")
            let registered = try await home.user().registered()
            #expect(
                Set(registered.map { "\($0.faces[0].postscriptName) \($0.isEnabled)" })
                    == ["Kept-Regular true", "Off-Regular false"])
            #expect(shownFiles.sorted() == files)
            #expect(try home.listed(":", "postscriptname") == ["Kept-Regular"])
            #expect(try Data(contentsOf: URL(filePath: home.paths.rejectRules)) == rules)
            try home.fontctl("enable", "Off-Regular")
            #expect(shownFiles.sorted() == files)
            program.end()
            try home.fontctl("prune")
            #expect(shownFiles.count == 2)
            #expect(try home.fontctl("doctor").output.contains("healthy"))
        }

        @Test(
            "Inside a sandbox, which reads no rules, the newer file counts until the old one is removed",
            .enabled(if: FlatpakSandbox.isPossible, "Needs bwrap, and leave to make namespaces."),
            arguments: [1.0, 2.0])
        func sandboxes(_ revision: Double) throws {
            let fonts = try Releases(home, revision: revision)
            try home.fontctl("register", fonts.old)
            let program = try InkProgram(family: "Kept", in: home)
            try home.fontctl("register", "--replace", fonts.new)
            let sandbox = try FlatpakSandbox(in: home)
            let new = try #require(try home.listed().first)
            func matched() throws -> String {
                try sandbox.run(["fc-match", "--format", "%{file}", "Kept"]).output
            }
            let inside = "/run/host/user-fonts" + new.dropFirst(home.paths.userFonts.count)
            #expect(try matched() == inside)
            #expect(try sandbox.run(["fc-list", "--format", "%{file}\n", ":family=Kept"]).lines.count == 2)
            program.end()
            try home.fontctl("disable", "Kept-Regular")
            #expect(try sandbox.run(["fc-list", ":family=Kept"]).lines.isEmpty)
        }
    }
}

extension DesktopProgramTests {
    /// GTK programs that follow changes never show a text in a mixture of two releases.
    @Suite(
        .serialized,
        .enabled(if: SettingsDaemon.isPossible, "Needs Xvfb, gsd-xsettings and GTK 3's binding for Python."),
        .timeLimit(.minutes(60)))
    struct FollowedReplacementTests {
        @Test("GTK 3 goes from the old letters to the new ones", arguments: ["helper", "gsd-xsettings"])
        func lettersAreOfOneRelease(_ way: String) throws {
            let home = try PrivateHome(fontFolders: ["/usr/share/fonts/truetype/lato"])
            let fonts = try Releases(home)
            let daemon = way == "helper" ? nil : try SettingsDaemon(in: home)
            let session = way == "helper" ? try DesktopSession(in: home) : nil
            let environment = daemon?.environment ?? session?.environment ?? [:]
            let helper =
                way == "helper"
                ? try LiveProgram(Command.product("fontd"), ["--desktop"], environment: environment) : nil
            if let helper { try #require(eventually { helper.watchesFiles }) }
            try home.fontctl("register", fonts.old)
            let program = try InkProgram(family: "Kept", in: home, on: environment)
            let sizes = [100, 170]
            func inks(_ program: InkProgram) throws -> [String] { try sizes.map(program.ink) }
            let old = try inks(program)
            try home.fontctl("register", "--replace", fonts.new)
            let fresh = try InkProgram(family: "Kept", in: home, on: environment)
            let new = try inks(fresh)
            fresh.end()
            #expect(Set(old + new).count == 4)
            var seen = try inks(program)
            repeat {
                for (index, ink) in seen.enumerated() {
                    #expect(ink == old[index] || ink == new[index], "at \(sizes[index]) pixels")
                }
                if seen == new { break }
                guard program.hasNotice() else {
                    Issue.record("the program does not follow")
                    break
                }
                seen = try inks(program)
            } while true
            program.end()
            withExtendedLifetime((helper, daemon, session)) {}
        }
    }
}

import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension RealPrograms {
    /// `fontctl exec` provides fonts to one program.
    @Suite(.timeLimit(.minutes(60)))
    struct ExecTests {
        @Test func onlyTheProgramSeesTheFont() throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Everyone")))
            let file = try home.write(SyntheticFont(family: "Scoped"))
            let before = try home.inventory()
            let inside = try home.run(
                Programs.fontctl, ["exec", "--font", file, "--", "fc-match", "--format", "%{postscriptname}", "Scoped"])
            #expect(inside.status == 0)
            #expect(inside.output == "Scoped-Regular")
            #expect(try home.match("Scoped") == "Everyone-Regular")
            // The program sees the fonts of all programs as well, and can have children.
            let both = try home.run(
                Programs.fontctl, ["exec", "--font", file, "--", "sh", "-c", "fc-list --format '%{family}\\n' | sort"])
            #expect(both.lines == ["Everyone", "Scoped"])
            #expect(try home.inventory().filter { $0 != "fonts/.fontd-exec folder" } == before)
            #expect(try scopedFolders(home).isEmpty)
        }

        @Test func aFolderAndManyFontsMayBeGiven() throws {
            let home = try PrivateHome()
            let folder = try home.writeBulk(0..<3)
            let file = try home.write(SyntheticFont(family: "Scoped"))
            let result = try home.run(
                Programs.fontctl, ["exec", "--font", folder, file, "--", "fc-list", "--format", "%{family}\n"])
            #expect(result.lines.sorted() == ["Bulk 0", "Bulk 1", "Bulk 2", "Scoped"])
        }

        @Test(arguments: [(["sh", "-c", "exit 7"], 7), (["sh", "-c", "kill -9 $$"], 137), (["true"], 0)])
        func theExitStatusIsTheProgramsOwn(_ command: [String], _ status: Int) throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Scoped"))
            #expect(try home.run(Programs.fontctl, ["exec", "--font", file, "--"] + command).status == Int32(status))
            #expect(try scopedFolders(home).isEmpty)
        }

        @Test func aBadFontRunsNothing() throws {
            let home = try PrivateHome()
            let file = try home.write(SampleFile.plainText.bytes, as: "text.ttf")
            let result = try home.run(
                Programs.fontctl, ["exec", "--font", file, "--", "touch", home.root + "/ran"])
            #expect(result.status == 1)
            #expect(result.errors.contains("103"))
            #expect(!FileManager.default.fileExists(atPath: home.root + "/ran"))
            #expect(try scopedFolders(home).isEmpty)
        }

        @Test func remainsOfAKilledProcessAreSweptByTheNext() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Scoped"))
            let arguments = ["exec", "--font", file, "--", "sh", "-c", "echo ready; exec sleep 1000"]
            let program = try LiveProgram(Programs.fontctl, arguments, environment: home.environment)
            #expect(program.line() == "ready")
            #expect(try scopedFolders(home).count == 1)
            let left = try scopedFolders(home)
            // A second command does not remove the folder of the first while it runs.
            #expect(try home.run(Programs.fontctl, ["exec", "--font", file, "--", "true"]).status == 0)
            #expect(try scopedFolders(home) == left)
            let children = home.children(of: program.identifier)
            kill(program.identifier, SIGKILL)
            // The program that was started continues and keeps its fonts.
            #expect(try home.run(Programs.fontctl, ["exec", "--font", file, "--", "true"]).status == 0)
            #expect(try scopedFolders(home) == left)
            for child in children { kill(child, SIGKILL) }
            program.kill()
            #expect(
                try eventually {
                    try home.run(Programs.fontctl, ["exec", "--font", file, "--", "true"]).status == 0
                        && scopedFolders(home).isEmpty
                })
        }

        private func scopedFolders(_ home: PrivateHome) throws -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: home.paths.scopedFonts)) ?? []
        }
    }
}

import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// Programs that use a font while it is replaced or removed.
    @Suite(
        .enabled(if: PangoProgram.isPossible, "Needs Pango's and cairo's bindings for Python."),
        .timeLimit(.minutes(60))
    )
    struct RunningProgramTests {
        private func font(fixed: Bool) throws -> SyntheticFont {
            // Ten letters are 5 em wide, or 6 if all have the same width.
            SyntheticFont(family: "Shown") { ($0.isFixedPitch, $0.revision) = (fixed, fixed ? 2 : 1) }
        }

        /// A program that opens its known path again for a new size still gets the font.
        @Test func textStaysWhenTheFontIsReplaced() throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(try font(fixed: false), as: "1.ttf"))
            let program = try PangoProgram(family: "Shown", in: home)
            #expect(try program.width(at: 100) == 500)
            try home.fontctl("register", "--replace", try home.write(try font(fixed: true), as: "2.ttf"))
            // The program keeps the font that it has.
            #expect(try program.width(at: 200) == 1_000)
            try home.fontctl("register", "--replace", "--allow-downgrade", home.root + "/given/1.ttf")
            #expect(try program.width(at: 300) == 1_500)
            #expect(program.end().isEmpty, "Pango reports no missing file")
        }

        @Test func commandsNameTheProgramsThatGoOn() throws {
            let home = try PrivateHome()
            let (first, second) = (
                try home.write(try font(fixed: false), as: "1.ttf"), try home.write(try font(fixed: true), as: "2.ttf")
            )
            for step in [
                ["register", "--replace", second], ["disable", "Shown-Regular"], ["unregister", "Shown-Regular"],
            ] {
                try home.fontctl("register", first)
                let program = try PangoProgram(family: "Shown", in: home)
                _ = try program.width(at: 100)
                let result = try home.fontctl(step + ["--json"])
                let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
                let outcome = (json?["results"] as? [[String: Any]])?.first
                let users = try #require(outcome?["inUseBy"] as? [[String: Any]])
                #expect(users.map { $0["pid"] as? Int } == [Int(program.identifier)], "\(step)")
                #expect((users.first?["program"] as? String)?.hasPrefix("python3") == true)
                _ = program.end()
                // Nothing is reported without the program.
                if step[0] != "unregister" { try home.fontctl("unregister", "--now", "Shown-Regular") }
            }
            try home.fontctl("register", first)
            let program = try PangoProgram(family: "Shown", in: home)
            _ = try program.width(at: 100)
            // Registered again, the font has the path that the program has open.
            for _ in 0..<2 {
                let text = try home.fontctl("unregister", "Shown-Regular").errors
                #expect(text.contains("(pid \(program.identifier)) shows it as before until it is restarted."))
                try home.fontctl("register", first)
            }
            _ = program.end()
            #expect(try home.fontctl("unregister", "Shown-Regular").errors.isEmpty)
        }

        /// A program that opens its known path again finds nothing there, so it has to be named.
        @Test func takingAFontInNamesTheProgramsThatHaveItOpen() throws {
            let home = try PrivateHome()
            let file = home.paths.userFonts + "/loose.ttf"
            try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
            try Data(try font(fixed: false).build()).write(to: URL(filePath: file))
            let program = try PangoProgram(family: "Shown", in: home)
            _ = try program.width(at: 100)
            let errors = try home.fontctl("adopt", "--yes").errors
            #expect(errors.contains("(pid \(program.identifier)) has 1 moved file open. Restart it"))
            _ = program.end()
            let restarted = try PangoProgram(family: "Shown", in: home)
            #expect(try restarted.width(at: 200) == 1_000)
            #expect(restarted.end().isEmpty, "Pango reports no missing file")
            #expect(try home.listed().allSatisfy { $0.hasPrefix(home.paths.persistentProjection) })
        }
    }
}

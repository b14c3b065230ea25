import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// A list of families with their facts opens the fonts once, at the first start.
    @Suite(.enabled(if: Programs.hasTrace, "Needs strace, and leave to trace."), .timeLimit(.minutes(60)))
    struct ListWithoutFilesTests {
        @Test(arguments: [["--category", "monospace"], ["--json"]])
        func theSecondStartOpensNoFont(_ options: [String]) async throws {
            let home = try PrivateHome()
            try home.configure(folder: home.root + "/given")
            let fonts = try home.manager()
            for font in [
                SyntheticFont(family: "Fixed") { $0.isFixedPitch = true }, .variable(family: "Axis"),
                SyntheticFont(family: "Cubic") { $0.outlines = .cff },
            ] {
                try home.write(font)
            }
            try home.write(SyntheticCollection.faces(2, family: "Many").build(), as: "many.ttc")
            for (number, font) in [SyntheticFont(family: "Taken"), .variable(family: "Taken Axis")].enumerated() {
                let file = try home.put(font.build(), at: home.root + "/taken/\(number).ttf")
                try await fonts.register(URL(filePath: file), scope: .persistent)
            }
            // Such fonts are equal but for a flag that only their files have.
            for salt in 1...2 as ClosedRange<UInt32> { try home.write(SyntheticFont(family: "Twin", salt: salt)) }
            // fontconfig's caches are written.
            _ = try home.listed()
            let arguments = ["families"] + options
            let first = try SystemCallTrace(Command.product("fontctl"), arguments, in: home)
            let second = try SystemCallTrace(Command.product("fontctl"), arguments, in: home)
            #expect(first.openings.contains { $0.isOfFont && $0.path.hasPrefix(home.root) })
            #expect(first.openings.contains { $0.path.contains("Axis") && $0.isOfFont })
            let opened = second.openings.filter { $0.isOfFont || $0.path.contains("/objects/") }
            #expect(
                opened.isEmpty || options == ["--json"] && opened.allSatisfy { $0.path.contains("Twin") }, "\(opened)")
            #expect(second.output == first.output && second.output.contains("Fixed"))
        }
    }
}

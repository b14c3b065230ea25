import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// `fontctl` on real terminals of different widths.
    @Suite(.enabled(if: Command.find("tmux") != nil, "Needs tmux (Debian's tmux)."), .timeLimit(.minutes(60)))
    struct TerminalTests {
        private let home: PrivateHome

        init() throws {
            home = try PrivateHome()
            for style in ["Regular", "Bold", "Italic", "Light", "Black", "Medium"] {
                try home.write(SyntheticFont(family: "Lora Text", style: style), as: "all/lora-\(style).ttf")
            }
            try home.write(
                SyntheticFont(family: "A Family With a Very Long Name That Does Not Fit"), as: "all/long.ttf")
            try home.write(SyntheticFont(family: "源ノ明朝ゴシック体見出し") { $0.postscriptName = "Gen" }, as: "all/gen.ttf")
        }

        /// Returns the screen after a shell command in a terminal; escapes are kept if colours are wanted.
        private func screen(
            _ command: String, columns: Int, typing keys: [String] = [], colors: Bool = false
        ) throws -> [String] {
            let terminal = try Terminal("\(command); echo end; exec sleep 1000", in: home, columns: columns)
            for key in keys {
                let isAsked = try eventually { try terminal.screen().contains { $0.contains("[y/N]") } }
                try #require(isAsked)
                try terminal.type(key, "Enter")
            }
            let hasEnded = try eventually { try terminal.screen().contains { $0 == "end" } }
            #expect(hasEnded)
            return Array(try terminal.screen(colors: colors).prefix { $0 != "end" })
        }

        private var fontctl: String { "'\(Programs.fontctl)'" }

        @Test(arguments: [80, 40]) func aListFitsTheTerminal(_ columns: Int) throws {
            try home.fontctl("register", home.root + "/given/all")
            let lines = try screen("\(fontctl) list", columns: columns)
            try #require(lines.count == 5, "\(lines)")
            #expect(lines[0].hasPrefix("FAMILY") && lines[0].contains("STYLES"))
            #expect(lines[1].hasPrefix("A Family") && lines[1].contains("…"))
            #expect(lines[2].hasPrefix("Lora Text") && lines[2].contains("…"))
            #expect(lines[3].hasPrefix("源ノ明朝"))
            #expect(lines[4] == "8 faces in 3 families")
            // The second column begins at the same place, as the terminal counts it.
            let places = lines[0...2].map { line in
                line.range(of: "STYLES") ?? line.range(of: "Regular") ?? line.range(of: "Black")
            }
            #expect(places.allSatisfy { $0 != nil })
            #expect(try home.fontctl("list").lines.count == 8)
            #expect(try home.fontctl("list").lines.allSatisfy { $0.contains("  persistent  user  ") })
        }

        @Test func coloursFollowTheVariables() throws {
            try home.fontctl("register", home.root + "/given/all")
            let escape = "\u{1B}["
            func isColored(_ variables: String) throws -> Bool {
                try screen("\(variables) \(fontctl) list", columns: 80, colors: true).contains { $0.contains(escape) }
            }
            #expect(try isColored(""))
            #expect(try isColored("CLICOLOR=1"))
            #expect(try !isColored("NO_COLOR=1"))
            #expect(try !isColored("CLICOLOR=0"))
            #expect(try !isColored("TERM=dumb"))
            #expect(try isColored("CLICOLOR=0 CLICOLOR_FORCE=1"))
            #expect(try !isColored("NO_COLOR=1 CLICOLOR_FORCE=1"))
        }

        @Test(arguments: [80, 40]) func registeringManyEndsWithASummary(_ columns: Int) throws {
            for number in 0..<20 {
                try home.write(SyntheticFont(family: "Bulk", style: "S\(number)"), as: "all/bulk\(number).ttf")
            }
            let lines = try screen("\(fontctl) register '\(home.root)/given/all'", columns: columns)
            #expect(lines.count == 6, "\(lines)")
            #expect(lines[0].hasPrefix("STATUS") && lines.contains { $0.contains("Bulk") && $0.hasSuffix("20") })
            #expect(lines.last == "registered: 28 files")
        }

        @Test(arguments: [80, 40]) func aChangeOfAllIsAskedFor(_ columns: Int) throws {
            try home.fontctl("register", home.root + "/given/all")
            _ = try screen("\(fontctl) unregister --all", columns: columns, typing: ["n"])
            #expect(try home.fontctl("list").lines.count == 8)
            _ = try screen("\(fontctl) unregister --all", columns: columns, typing: ["y"])
            #expect(try home.fontctl("list").lines.isEmpty)
        }
    }
}

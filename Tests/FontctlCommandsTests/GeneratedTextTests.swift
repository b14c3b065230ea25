import FontAdvice
import FontModel
import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

@testable import FontctlCommands

/// What the program writes for a shell or a reader of another language has names as data.
@Suite struct GeneratedTextTests {
    private static let names = [
        "$(touch x)", "`touch x`", "it's", "'\u{301}; touch x; '\u{301}", "a\\", "\\'", "--all", "=ls", "~root", "!!",
        "a\nb", "*",
        "{a,b}", "\"$HOME\"", "#", "", "(x)", "a;b&c|d", "日本 語", "%s", "$'x'",
    ]

    @Test(arguments: ["sh", "bash", "zsh", "fish"]) func wordsAreReadByShells(_ shell: String) throws {
        let program = try #require(Command.find(shell), "Needs \(shell).")
        let line = ShellWords.line(
            ["printf", "<%s>\\n"], operands: Self.names.map { "x" + $0 } + Self.names.dropFirst(7))
        let result = try Command.run(program, ["-c", line], environment: try PrivateHome().environment)
        #expect(result.errors.isEmpty)
        let expected = (Self.names.map { "x" + $0 } + Self.names.dropFirst(7)).map { "<\($0)>\n" }.joined()
        #expect(result.output == expected)
    }

    @Test func namesAreNoOptions() {
        #expect(ShellWords.line(["fontctl", "enable"], operands: ["--all"]) == "fontctl enable -- --all")
        #expect(ShellWords.line(["fontctl", "enable"], operands: ["Lora"]) == "fontctl enable Lora")
        #expect(ShellWords.option("--tag", "-x") == ["--tag=-x"])
    }

    /// A font that is named like an option: following the advice concerns that font alone.
    @Test func adviceNamesFontsThatLookLikeOptions() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        for (family, name) in [("--all", "--yes"), ("Lora", "Lora-Regular")] {
            let file = try home.write(SyntheticFont(family: family) { $0.postscriptName = name }, as: "\(name).ttf")
            #expect(await session("register", file).status == 0)
        }
        #expect(await session("disable", "--", "--all").lines.count == 1)
        let command = try #require(await session("why", "--", "--yes").lines.last).trimmingCharacters(in: .whitespaces)
        #expect(command == "fontctl enable -- --yes")
        #expect(await session("resolve", "--", "--yes").errors.contains("`fontctl enable -- --yes`"))
        #expect(await session.run(command.split(separator: " ").dropFirst().map(String.init)).lines.count == 1)
        let exec = await session("exec", "--font", "a $(b).ttf", "--", "flatpak", "run", "x")
        #expect(exec.errors.contains("'a $(b).ttf'"), "\(exec)")
    }

    /// A folder's name in the command that configures fontconfig is neither markup nor a command.
    @Test func aFolderIsDataInAnXMLDocumentThatAShellWrites() throws {
        let home = try PrivateHome()
        let folder = home.root + "/a & <b>\u{301} 'c' \\n $(touch made)"
        let command = try #require(Remedy.configure(folder, home.paths).command)
        let result = try Command.run("sh", ["-c", command], environment: home.environment)
        #expect(result.status == 0 && result.errors.isEmpty)
        let text = try String(
            contentsOfFile: home.paths.configHome + "/fontconfig/conf.d/09-fontd-folder.conf", encoding: .utf8)
        #expect(text.hasPrefix("<fontconfig><dir>\(home.root)/a &amp; &lt;b&gt;\u{301} &#39;c&#39; \\n $("))
    }

    @Test func licensesStayWithinTheirFields() {
        let item = Attribution(
            family: "A\nPackageName: B", files: ["/x/a *\u{301} b\t.ttf"],
            copyrights: ["  ", "c</text>\u{301}\nPackageName: C"],
            license: LicenseFinding(copyright: nil, description: nil, address: nil))
        let spdx = [item].spdx(by: "t", at: Date(timeIntervalSince1970: 0))
        #expect(spdx.split(separator: "\n").count { $0.hasPrefix("PackageName: ") } == 2, "one is within a text")
        let marks = spdx.unicodeScalars.split(separator: "<").count { $0.starts(with: "/text>".unicodeScalars) }
        #expect(marks == 1, "\(spdx)")
        let debian = [item].debian
        #expect(debian.contains("Files: */a?\\*\u{301}?b?.ttf\n"), "\(debian)")
        #expect(debian.contains("Copyright: c"))
    }

    /// Short names have no blanks.
    @Test func exceptionsAreAPartOfTheShortName() {
        let exemption =
            "under the GNU Affero GPL version 3; you may include these font programs in a Postscript or PDF file"
        for (description, name) in [
            ("AGPLv3 with font exception", "AGPL-3.0-only-with-Font-exception"),
            (exemption, "AGPL-3.0-only-with-PS-or-PDF-font-exception-20170817"),
        ] {
            let license = LicenseFinding(copyright: nil, description: description, address: nil)
            #expect([Attribution(family: "A", license: license)].debian.contains("License: \(name)\n"))
        }
    }
}

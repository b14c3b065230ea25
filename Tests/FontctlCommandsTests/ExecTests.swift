import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// Runs `exec` in the test's process; its child prints to files.
@Suite(.serialized) struct ExecTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func exec(_ command: String...) async throws -> Session.Result {
        let font = try home.write(SyntheticFont(family: "Scoped"))
        return await session.run(["exec", "--font", font, "--"] + command)
    }

    @Test func theProgramSeesTheFontsAndItsOwnVariables() async throws {
        let script = "fc-list --format '%{family}\\n' >$HOME/families; printf %s \"$FONTCONFIG_FILE\" >$HOME/variable"
        #expect(try await exec("sh", "-c", script).status == 0)
        #expect(try String(contentsOfFile: home.root + "/families", encoding: .utf8) == "Scoped\n")
        let file = try String(contentsOfFile: home.root + "/variable", encoding: .utf8)
        #expect(file.hasPrefix(home.paths.scopedFonts))
        #expect(!FileManager.default.fileExists(atPath: file), "the folder goes with the program")
    }

    /// `exec` refuses Flatpak applications.
    ///
    /// The configuration would be passed into the sandbox, where its paths do not exist.
    @Test(arguments: [
        ["flatpak", "run", "org.example.App"], ["/usr/bin/flatpak", "--user", "-v", "run", "org.example.App"],
        ["org.example.App"], ["env", "A=b", "flatpak", "run", "org.example.App"],
        ["/usr/bin/env", "-u", "LANG", "-i", "--", "A=b", "org.example.App"],
        ["sh", "-c", "flatpak run org.example.App 'a file'"],
        ["bash", "-lc", "cd /; LANG=C exec flatpak run org.example.App"],
        ["env", "A=b", "sh", "-e", "-c", "true && org.example.App"],
    ])
    func aFlatpakIsRefusedWithTheWayThatWorks(_ command: [String]) async throws {
        let exports = home.root + "/flatpak/exports/bin"
        try FileManager.default.createDirectory(atPath: exports, withIntermediateDirectories: true)
        for program in ["flatpak", "org.example.App"] {
            let script = exports + "/" + program
            try Data("#!/bin/sh\ntouch $HOME/ran\n".utf8).write(to: URL(filePath: script))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        }
        let font = try home.write(SyntheticFont(family: "Scoped"))
        let variables = home.environment.merging(["PATH": exports + ":/usr/bin:/bin"]) { $1 }
            .map { Array("\($0.key)=\($0.value)".utf8CString) }
        session.configure { $0.environment = { variables } }
        let result = await session.run(["exec", "--font", font, "--"] + command)
        #expect(result.status == 64)
        #expect(result.errors.contains("fontctl register --scope session \(font)"))
        #expect(!FileManager.default.fileExists(atPath: home.root + "/ran"))
        // Follows the advice.
        #expect(await session.run(["register", "--scope", "session", font]).status == 0)
    }

    @Test func otherUsesOfFlatpakRun() async throws {
        #expect(!FlatpakLaunch.isOne(["flatpak", "list"], path: "/usr/bin"))
        for command in [
            ["flatpak", "info", "run"], ["env", "A=b", "flatpak", "list"], ["env"], ["env", "-u"], ["sh"],
            ["sh", "-c"],
            ["sh", "-c", "echo 'x; flatpak run y'"], ["sh", "-c", "echo flatpak run y"], ["sh", "flatpak", "run"],
            ["sh", "-c", "true # ; flatpak run y"],
        ] {
            #expect(!FlatpakLaunch.isOne(command, path: "/usr/bin"), "\(command)")
        }
        #expect(try await exec("true", "flatpak", "run").status == 0)
    }

    /// Commands and their exit statuses.
    static let statuses: [([String], Int32)] = [
        (["true"], 0), (["sh", "-c", "exit 7"], 7), (["sh", "-c", "kill -9 $$"], 137),
        (["sh", "-c", "kill -13 $$"], 141),
        (["/nonexistent/program"], 127), (["no-such-program-at-all"], 127),
        (["/etc/passwd"], 126), (["/etc/passwd/x"], 127), (["/tmp"], 126),
    ]

    @Test(arguments: statuses)
    func theStatusIsTheProgramsOwn(_ command: [String], _ status: Int32) async throws {
        let font = try home.write(SyntheticFont(family: "Scoped"))
        let result = await session.run(["exec", "--font", font, "--"] + command)
        #expect(result.status == status)
        #expect(result.errors.isEmpty != [126, 127].contains(status))
    }

    @Test func argumentsPassUntouched() async throws {
        let arguments = ["--json", "--font", "a b", "", "--", "$HOME"]
        let font = try home.write(SyntheticFont(family: "Scoped"))
        let script = "for a; do printf '%s|' \"$a\"; done >$HOME/arguments"
        let result = await session.run(["exec", "--font", font, "--", "sh", "-c", script, "sh"] + arguments)
        #expect(result.status == 0)
        #expect(
            try String(contentsOfFile: home.root + "/arguments", encoding: .utf8) == "--json|--font|a b||--|$HOME|")
    }

    @Test func aBadFontRunsNothing() async throws {
        let text = try home.write(SampleFile.plainText.bytes, as: "text.ttf")
        let result = await session.run(["exec", "--font", text, "--", "touch", home.root + "/ran"])
        #expect(result.status == 1)
        #expect(result.errors.contains("(103)"))
        #expect(!FileManager.default.fileExists(atPath: home.root + "/ran"))
    }
}

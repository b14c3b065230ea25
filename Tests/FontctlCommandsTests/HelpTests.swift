import Foundation
import ProgramSupport
import Testing

@testable import FontctlCommands

/// The help texts match their snapshots, so that each change of a text appears as a change of a file.
///
/// `UPDATE_SNAPSHOTS=1 swift test --filter HelpTests` writes the files again.
@Suite struct HelpTests {
    static let names = ["fontctl"] + Fontctl.commandNames

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")

    private func help(_ name: String) -> String {
        Fontctl.help(for: name == "fontctl" ? nil : name, columns: 80) + "\n"
    }

    @Test(arguments: names) func helpIsAsItWas(_ name: String) throws {
        let help = help(name)
        let file = Self.folder.appending(path: "\(name).txt")
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            try Data(help.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == help)
    }

    @Test(arguments: names) func everyCommandExplainsItselfWithAnExample(_ name: String) {
        let help = help(name)
        #expect(help.hasPrefix("OVERVIEW: "))
        #expect(help.contains("Example"))
        #expect(help.contains("\n  fontctl \(name == "fontctl" ? "register" : name)"))
    }

    @Test(arguments: Fontctl.commandNames) func everyCommandTakesJSON(_ name: String) {
        #expect(help(name).contains("--json"))
    }

    @Test(arguments: [["--help"], ["help"], ["register", "--help"], ["help", "register"], ["--version"]])
    func askingForHelpIsNoMistake(_ arguments: [String]) async {
        let result = await Session().run(arguments)
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("\n"))
        #expect(result.errors.isEmpty)
    }

    @Test func versionIsTheOneConstant() async {
        #expect(await Session()("--version").output == Release.version + "\n")
    }
}

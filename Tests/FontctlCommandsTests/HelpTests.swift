import Foundation
import ProgramSupport
import Testing

@testable import FontctlCommands

/// The help texts match their snapshots, so that each change of a text appears as a change of a file.
///
/// `UPDATE_SNAPSHOTS=1 swift test --filter HelpTests` writes the file again.
@Suite struct HelpTests {
    static let names = ["fontctl"] + NamedCommand.all.map(\.name)

    /// The beginning of the line with a command's name before its snapshot.
    private static let mark = "==== "

    /// The snapshots by command.
    private static let snapshots: [String: String] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/help.txt")
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
            let sections = names.map { "\(mark)\($0)\n\(help($0))" }
            try? Data(sections.joined().utf8).write(to: file)
        }
        let sections = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: mark)
        let pairs = sections.map { section in
            let name = String(section.prefix { $0 != "\n" })
            return (name, String(section.dropFirst(name.count + 1)))
        }
        return Dictionary(pairs) { first, _ in first }
    }()

    private static func help(_ name: String) -> String {
        Fontctl.help(for: NamedCommand.of(name.split(separator: " ").map(String.init)), columns: 80) + "\n"
    }

    @Test(arguments: names) func helpIsAsItWas(_ name: String) {
        #expect(Self.snapshots[name] == Self.help(name))
    }

    @Test func snapshotsAreThoseOfTheCommands() {
        #expect(Set(Self.snapshots.keys) == Set(Self.names))
    }

    @Test(arguments: names) func everyCommandExplainsItselfWithAnExample(_ name: String) {
        let help = Self.help(name)
        #expect(help.hasPrefix("OVERVIEW: "))
        #expect(help.contains("Example"))
        #expect(help.contains("\n  fontctl \(name == "fontctl" ? "register" : name)"))
    }

    @Test(arguments: names.dropFirst()) func everyCommandTakesJSON(_ name: String) {
        #expect(Self.help(name).contains("--json"))
    }

    @Test(arguments: [
        ["--help"], ["help"], ["register", "--help"], ["help", "register"], ["--version"],
        ["catalog", "--help"], ["help", "catalog"], ["help", "catalog", "search"], ["catalog", "search", "--help"],
    ])
    func askingForHelpIsNoMistake(_ arguments: [String]) async {
        let result = await Session().run(arguments)
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("\n"))
        #expect(result.errors.isEmpty)
    }

    /// The help of a command in a group is asked for in three ways.
    @Test func helpOfCommandsInGroups() async {
        let help = await Session()("help", "catalog", "search").output
        #expect(help.contains("USAGE: fontctl catalog search "))
        #expect(await Session()("catalog", "search", "--help").output == help)
        #expect(await Session()("catalog", "help", "search").output == help)
    }

    @Test func versionIsTheOneConstant() async {
        #expect(await Session()("--version").output == Release.version + "\n")
    }
}

import FontBus
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// The commands in README.md work and print the documented output.
    @Suite(.timeLimit(.minutes(10)))
    struct ReadmeTests {
        /// A command and the output that follows it.
        struct Documented {
            var command: String
            var output: [String] = []

            /// Whether the command runs until it is stopped.
            var goesOn: Bool { command.contains("gdbus monitor") || command.contains("--watch") }
        }

        /// Returns the commands of the section on D-Bus, in order.
        static func commands() throws -> [Documented] {
            let text = try String(contentsOf: Repository.file("README.md"), encoding: .utf8)
            let section = try #require(text.components(separatedBy: "\n## For every language: D-Bus\n").last)
            let block = try #require(section.components(separatedBy: "```console\n").dropFirst().first)
            var commands: [Documented] = []
            for line in try #require(block.components(separatedBy: "```").first).split(separator: "\n") {
                if line.hasPrefix("$ ") {
                    commands.append(Documented(command: String(line.dropFirst(2))))
                } else {
                    commands[commands.count - 1].output.append(String(line))
                }
            }
            return commands
        }

        @Test(
            .enabled(if: Python.isPossible, "Needs python3-dbus and python3-gi."),
            .enabled(if: Command.find("gdbus") != nil, "Needs gdbus (libglib2.0-bin)."))
        func writtenConfigurationWorks() throws {
            let commands = try Self.commands()
            try #require(commands.count { $0.goesOn } == 2 && commands.count > 6)
            let service = try PrivateService()
            for style in ["Regular", "Bold"] {
                let font = SyntheticFont(family: "Lato", style: style)
                try Data(font.build()).write(to: URL(filePath: "\(service.home.root)/Lato-\(style).ttf"))
            }
            try FileManager.default.createSymbolicLink(
                atPath: service.home.root + "/Examples", withDestinationPath: Repository.file("Examples").path)
            func run(_ command: String) throws -> Command.Result {
                try Command.run(
                    "sh", ["-c", "cd && exec \(command)"], environment: service.bus.environment)
            }
            // Starts the service before watching it, because the output about its start is not the expected one.
            #expect(
                try run("busctl --user introspect \(PrivateService.name) \(PrivateService.address.path)").status == 0)
            let watching = try commands.filter(\.goesOn).map { documented in
                try LiveProgram(documented.command, in: service)
            }
            for program in watching { try #require(program.line(with: /watching since|is owned by/) != nil) }
            for documented in commands where !documented.goesOn {
                let result = try run(documented.command)
                #expect(result.status == 0, "\(documented.command): \(result.errors)")
                let said = result.output.split(separator: "\n").map {
                    $0.replacingOccurrences(of: service.home.root, with: "~")
                }
                for (said, line) in zip(said, documented.output) {
                    #expect(Self.matches(said, line), "\(documented.command): \(said)")
                }
                #expect(said.count >= documented.output.count, "\(documented.command)")
            }
            for program in watching {
                #expect(program.line(with: /FontsChanged.*Lato-Bold|added session.*Lato-Bold/) != nil)
            }
        }

        /// Returns whether a line matches the documented one, in which “…” stands for any text.
        private static func matches(_ line: String, _ written: String) -> Bool {
            let parts = written.components(separatedBy: "…")
            guard parts.count > 1 else { return line == written }
            guard line.hasPrefix(parts[0]) else { return false }
            var rest = line.dropFirst(parts[0].count)
            for part in parts.dropFirst() where !part.isEmpty {
                guard let found = rest.range(of: part) else { return false }
                rest = rest[found.upperBound...]
            }
            return parts.last == "" || rest.isEmpty
        }
    }
}

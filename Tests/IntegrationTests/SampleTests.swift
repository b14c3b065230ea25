import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// The commands and programs in README.md and `docs/` work, and the commands print the documented output.
    @Suite(.timeLimit(.minutes(60)))
    struct SampleTests {
        /// Debian's fonts-lato, of which the documented ZIP file is made.
        private static let lato = "/usr/share/fonts/truetype/lato"

        // MARK: Every block

        /// Every block is run by a test or a script, or is counted here.
        @Test func everySampleIsRunOrCounted() throws {
            var skipped: [String: Int] = [:]
            for sample in try Sample.documents.flatMap(Sample.all(in:)) {
                if let mark = sample.mark, mark.hasPrefix("run=") {
                    let script = "scripts/" + mark.dropFirst(4)
                    let text = try String(contentsOf: Repository.file(script), encoding: .utf8)
                    let isRead = text.contains(sample.document) && text.contains(mark)
                    #expect(isRead, "\(sample): \(script) does not read it")
                } else if let mark = sample.mark, mark.hasPrefix("skip=") {
                    skipped["\(sample.document) \(mark)", default: 0] += sample.commands.count
                } else if sample.language == "text" {
                    skipped["\(sample.document) text", default: 0] += 1
                } else {
                    let isKnown = ["console", "python", "swift"].contains(sample.language) && sample.mark == nil
                    #expect(isKnown, "\(sample): no test runs it")
                    let isEmpty = sample.language == "console" && sample.commands.isEmpty
                    #expect(!isEmpty, "\(sample): no command begins with a prompt")
                }
            }
            let expected = [
                "README.md skip=builds": 5, "README.md skip=needs-root": 3, "docs/containers.md skip=needs-root": 1,
                "docs/catalogs.md skip=web-server": 16, "docs/containers.md text": 1,
            ]
            #expect(skipped == expected)
        }

        /// Samples that are skipped because they build something are targets of the Makefile.
        @Test func documentedTargetsExist() throws {
            let makefile = try String(contentsOf: Repository.file("Makefile"), encoding: .utf8)
            for sample in try Sample.documents.flatMap(Sample.all(in:)) where sample.mark == "skip=builds" {
                for documented in sample.commands {
                    let words = documented.command.split(separator: " ")
                    try #require(words.count > 1 && words[0] == "make", "\(sample): \(documented.command)")
                    #expect(makefile.contains("\n\(words[1]): "), "\(sample): \(documented.command)")
                }
            }
        }

        // MARK: Commands

        /// The home of somebody who types the commands of one document.
        private struct Home {
            let service: PrivateService
            let environment: [String: String]

            init() throws {
                service = try PrivateService()
                var environment = service.bus.environment
                environment["PATH"] = Stage.prefix + "/bin:" + (environment["PATH"] ?? "/usr/bin:/bin")
                environment["TMPDIR"] = service.home.root
                // A terminal without colours and pictures.
                for (name, value) in ["TERM": "dumb", "NO_COLOR": "1", "SHELL": "/bin/sh"] { environment[name] = value }
                self.environment = environment
                var entries = [ZIPFile.Entry("OFL.txt", Array("SIL OPEN FONT LICENSE Version 1.1\n".utf8))]
                for style in ["Black", "Bold", "Italic", "Regular"] {
                    let name = "Lato-\(style).ttf"
                    let font = [UInt8](try Data(contentsOf: URL(filePath: "\(SampleTests.lato)/\(name)")))
                    entries.append(ZIPFile.Entry(name, font))
                    try service.home.put(font, at: "\(service.home.root)/\(name)")
                    // Another font of the same name.
                    try service.home.put(font + [0, 0, 0, 0], at: "\(service.home.root)/other/\(name)")
                }
                try service.home.put(ZIPFile(entries).bytes, at: service.home.root + "/Downloads/Lato.zip")
                try FileManager.default.createSymbolicLink(
                    atPath: service.home.root + "/Examples", withDestinationPath: Repository.file("Examples").path)
            }

            /// Runs a command in the home, and fontctl in a terminal, where it prints for people.
            func run(_ command: String) throws -> Command.Result {
                let line = "cd && \(command)"
                return command.hasPrefix("fontctl ")
                    ? try Command.run("script", ["-qec", line, "/dev/null"], environment: environment)
                    : try Command.run("sh", ["-c", line], environment: environment)
            }

            /// Starts a command that runs until it is stopped.
            func start(_ command: String) throws -> LiveProgram {
                // Without `stdbuf` gdbus would buffer its output.
                let buffering = command.hasPrefix("gdbus ") ? ["stdbuf", "-oL"] : []
                return try LiveProgram(
                    "/usr/bin/env", buffering + ["sh", "-c", "cd && exec \(command)"], environment: environment)
            }

            /// Returns the lines of a text as documents show them, and as a terminal does after progress was erased.
            func lines(_ text: String) -> [String] {
                text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: service.home.root, with: "~")
                    .split(separator: "\n").compactMap { $0.components(separatedBy: "\u{1B}[K").last }
                    .filter { !$0.isEmpty }
            }

            /// Returns whether a running program prints a documented line.
            func hasPrinted(_ written: String, _ program: LiveProgram) -> Bool {
                while let line = program.line() {
                    if lines(line).contains(where: { SampleTests.matches($0, written) }) { return true }
                }
                return false
            }
        }

        /// The commands of a document are typed one after the other.
        ///
        /// A command that goes on has printed all documented lines but the last before the next command is typed, and the
        /// last one at the end.
        @Test(
            .enabled(if: Python.isPossible, "Needs python3-dbus and python3-gi."),
            .enabled(if: Command.find("gdbus") != nil, "Needs gdbus (libglib2.0-bin)."),
            .enabled(if: Command.find("script") != nil, "Needs script (bsdutils)."),
            .enabled(if: FileManager.default.fileExists(atPath: lato), "Needs fonts-lato."),
            arguments: Sample.documents)
        func commandsPrintWhatIsWritten(_ document: String) throws {
            let samples = try Sample.unmarked("console", "python", in: [document])
            guard !samples.isEmpty else { return }
            let home = try Home()
            var running: [(program: LiveProgram, last: String)] = []
            for sample in samples {
                guard sample.language == "console" else {
                    let text = sample.lines.joined(separator: "\n")
                    let result = try Command.run(Python.interpreter, ["-c", text], environment: home.environment)
                    #expect(result.status == 0, "\(sample): \(result.errors)")
                    continue
                }
                for documented in sample.commands {
                    guard !documented.goesOn else {
                        let program = try home.start(documented.command)
                        for line in documented.output.dropLast() {
                            try #require(home.hasPrinted(line, program), "\(sample): \(documented.command): \(line)")
                        }
                        let last = try #require(documented.output.last, "\(sample): \(documented.command)")
                        running.append((program, last))
                        continue
                    }
                    let result = try home.run(documented.command)
                    let status: Int32 = documented.fails ? 1 : 0
                    #expect(result.status == status, "\(sample): \(documented.command): \(result)")
                    let said = home.lines(result.output)
                    for (said, line) in zip(said, documented.output) {
                        #expect(Self.matches(said, line), "\(sample): \(documented.command): \(said)")
                    }
                    #expect(said.count >= documented.output.count, "\(sample): \(documented.command): \(result)")
                }
            }
            for (program, last) in running { #expect(home.hasPrinted(last, program), "\(document): \(last)") }
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

        // MARK: Swift

        /// Manifests can be read, and programs compile with the modules of this build; `make external` runs them.
        @Test(.enabled(if: Command.find("swiftc") != nil, "Needs swiftc."))
        func programsCompile() throws {
            let home = try PrivateHome()
            let samples = try Sample.unmarked("swift")
            try #require(samples.count > 1)
            for sample in samples {
                let isManifest = sample.lines.first?.hasPrefix("// swift-tools-version") == true
                let file = "\(home.root)/\(sample.line)/" + (isManifest ? "Package.swift" : "main.swift")
                try home.put(Array(sample.lines.joined(separator: "\n").utf8), at: file)
                let result =
                    isManifest
                    ? try Command.run(
                        "swift", ["package", "dump-package", "--package-path", "\(home.root)/\(sample.line)"],
                        environment: home.environment)
                    : try BuiltModules.check([file], in: home)
                #expect(result.status == 0, "\(sample): \(result.output)\(result.errors)")
            }
        }
    }
}

import FontBus
import Foundation
import TestSupport
import Testing

/// Files of the repository.
enum Repository {
    static func file(_ path: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(path)").standardized
    }
}

/// Debian's Python, whichever Python is first on the path.
enum Python {
    static let interpreter = "/usr/bin/python3"

    /// Whether Python has bindings for D-Bus.
    static let isPossible =
        (try? Command.run(interpreter, ["-c", "import dbus, gi"], environment: [:]).status) == 0
}

extension RealPrograms {
    /// The Python example with a real service.
    @Suite(.timeLimit(.minutes(60)), .enabled(if: Python.isPossible, "Needs python3-dbus and python3-gi."))
    struct PythonExampleTests {
        private static let program = Repository.file("Examples/register.py").path

        private static func run(_ arguments: [String], in service: PrivateService) throws -> Command.Result {
            try Command.run(Python.interpreter, [program] + arguments, environment: service.bus.environment)
        }

        private static func watch(_ arguments: [String], in service: PrivateService) throws -> LiveProgram {
            try LiveProgram(
                Python.interpreter, [program, "--watch"] + arguments, environment: service.bus.environment)
        }

        /// More files than a message can carry are one batch, and the example prints its own and other changes.
        @Test func itRegistersByDescriptorAndPrintsChanges() async throws {
            let service = try PrivateService()
            let watch = try Self.watch([], in: service)
            try #require(watch.line() == "watching since 0")
            let files = try (10..<46).map { try service.home.write(SyntheticFont(family: "Batch \($0)")) }
            let result = try Self.run(files, in: service)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.lines == zip(10..<46, files).map { "registered Batch\($0)-Regular \($1)" })
            let line = try #require(watch.line())
            #expect(line.hasPrefix("1 added session Batch10-Regular, ") && line.contains(", Batch45-Regular by /"))
            let other = try service.home.write(SyntheticFont(family: "Other"))
            #expect(try service.fontctl("register", other).status == 0)
            #expect(watch.line() == "2 added persistent Other-Regular by user")
        }

        /// A refused file is reported with the reason, and the others are registered.
        @Test func itTellsWhatIsRefused() async throws {
            let service = try PrivateService()
            let font = try service.home.write(SyntheticFont(family: "Good"))
            let page = try service.home.write(Array("<html>".utf8), as: "page.ttf")
            let both = try Self.run([font, page], in: service)
            #expect(both.status == 1)
            #expect(both.lines == ["registered Good-Regular \(font)"])
            #expect(both.errors.hasPrefix(page) && both.errors.hasSuffix("(103)\n"), "\(both.errors)")
            let alone = try Self.run([page], in: service)
            #expect(alone.status == 1)
            #expect(alone.output.isEmpty)
            #expect(alone.errors == both.errors)
            #expect(try Self.run([service.home.root + "/none.ttf"], in: service).errors.contains("No such file"))
        }

        /// When the service is killed and restarted, no change is missed or reported twice.
        @Test func itMissesNothingWhileTheServiceIsGone() async throws {
            let service = try PrivateService()
            let client = try await service.connect()
            let first = try service.home.write(SyntheticFont(family: "First"))
            #expect(try service.fontctl("register", first).status == 0)
            let watch = try Self.watch(["--since", "0"], in: service)
            #expect(watch.line() == "1 added persistent First-Regular by user")
            for round in 2...5 {
                try await service.kill(client)
                let font = try service.home.write(SyntheticFont(family: "Next \(round)"))
                #expect(try service.fontctl("register", font).status == 0)
                #expect(watch.line() == "\(round) added persistent Next\(round)-Regular by user")
            }
        }
    }
}

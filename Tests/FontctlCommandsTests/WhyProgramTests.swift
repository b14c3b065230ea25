import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontctlCommands

/// `why` and changes name the running programs that have to be started again, and text fits the terminal.
@Suite struct WhyProgramTests {
    private let home: PrivateHome
    private let session: Session

    init() throws {
        home = try PrivateHome()
        session = Session(home)
    }

    private static let nothing = "Nothing needs to be done."

    private func answer(_ arguments: String...) async throws -> [String: Any] {
        try await session.run(["why", "Lora-Regular", "--json"] + arguments).json
    }

    private func register() async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
    }

    private static func running(_ executable: String, _ process: Int32, parent: Int32 = 1, at time: Double)
        -> RunningProgram
    {
        RunningProgram(
            user: FontUser(processIdentifier: process, program: executable), parent: parent, executable: executable,
            startedAt: time)
    }

    @Test func programsThatReadFontsOnceAreNamed() async throws {
        session.configure { context in
            context.runningPrograms = {
                [
                    Self.running("soffice.bin", 5, at: 1), Self.running("chrome", 6, at: 1),
                    Self.running("chrome", 7, parent: 6, at: 1), Self.running("firefox-esr", 8, at: 1),
                    Self.running("java", 9, at: 1e12), Self.running("bash", 10, at: 1),
                ]
            }
        }
        let file = try home.write(SyntheticFont(family: "Lora"))
        let registered = await session("register", file)
        #expect(
            registered.errors.contains("Restart soffice.bin (pid 5), chrome (pid 6), java (pid 9) to see the fonts"))
        let answer = await session("why", "Lora-Regular")
        #expect(answer.lines.last == "Restart soffice.bin (pid 5), chrome (pid 6) to see it there.")
        let json = try await self.answer()
        #expect((json["restart"] as? [[String: Any]])?.map { $0["pid"] as? Int } == [5, 6])
        let one = await session("why", "Lora-Regular", "--for", "libreoffice")
        #expect(one.lines.last == "Restart soffice.bin (pid 5) to see it there.")
        #expect(await session("why", "Lora-Regular", "--for", "firefox").lines.last == Self.nothing)
        #expect(await session("disable", "Lora-Regular").errors.isEmpty)
        let enabled = try await session("enable", "Lora-Regular", "--json").json
        #expect((enabled["restart"] as? [[String: Any]])?.count == 3)
    }

    @Test(arguments: KnownProgram.allCases) func eachProgramIsExplained(_ program: KnownProgram) async throws {
        try await register()
        let answer = await session("why", "Lora-Regular", "--for", program.rawValue)
        #expect(answer.status == 0 && answer.output.contains(program.rule), "\(answer)")
        let json = try await self.answer("--for", program.rawValue)
        #expect((json["program"] as? [String: Any])?["follows"] as? String == program.following.rawValue)
    }

    /// The table of the code agrees with the measured one.
    @Test func theTableOfProgramsIsTheMeasuredOne() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let document = try String(contentsOf: root.appending(path: "docs/reach.md"), encoding: .utf8)
        var measured: [KnownProgram: [String]] = [:]
        for line in document.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count > 2, let word = cells[0].split(whereSeparator: { " ,".contains($0) }).first,
                let program = KnownProgram(word: String(word))
            else { continue }
            measured[program, default: []].append(cells[2])
        }
        #expect(measured.count >= 9)
        for (program, running) in measured where program.following == .restart {
            #expect(running.contains("no"), "\(program)")
        }
        #expect(measured[.gtk]?.contains { $0.hasSuffix(" s") } == true)
    }

    @Test func realProgramsAreFound() throws {
        let program = home.root + "/soffice.bin"
        try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: program)
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["600"]
        try process.run()
        defer {
            // A child of a thread of tasks has SIGTERM blocked.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let found = RunningProgram.all().first { $0.user.processIdentifier == process.processIdentifier }
        let running = try #require(found)
        #expect(running.executable == "soffice.bin")
        #expect(running.parent == getpid())
        #expect([running].toRestart(since: Date.distantFuture.timeIntervalSince1970) == [running])
        #expect([running].toRestart(since: 0).isEmpty)
        #expect(!RunningProgram.all().contains { $0.user.processIdentifier == getpid() })
    }

    // MARK: Pending touches, and the terminal

    @Test func pendingTouchesAreNamed() async throws {
        try await register()
        func isPending(changed seconds: TimeInterval) async throws -> [Bool?] {
            var pending: [Bool?] = []
            for isJSON in [true, false] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: home.paths.generationFile)
                pending.append(
                    isJSON
                        ? try await answer()["pendingTouches"] as? Bool
                        : await session("why", "Lora-Regular").output.contains(StatusReport.pendingText))
            }
            return pending
        }
        // A machine that is busy for seconds may have made the touches before it answers.
        var pending: [Bool?] = []
        for _ in 0..<20 where pending != [true, true] { pending = try await isPending(changed: 0) }
        #expect(pending == [true, true])
        #expect(try await isPending(changed: -60) == [false, false])
    }

    @Test(arguments: [40, 80]) func textFitsTheTerminal(_ columns: Int) async throws {
        let session = Session(home, isTerminal: true)
        session.configure { $0.console.outputColumns = { columns } }
        _ = await session("register", try home.write(SyntheticFont(family: "Lora")))
        _ = await session("disable", "Lora-Regular")
        let answer = await session("why", "Lora-Regular", "--for", "gtk")
        for line in answer.output.split(separator: "\n") where line.count >= columns {
            #expect(line.split(separator: " ").filter { $0.count > 3 }.count <= 2, "\(line)")
        }
        #expect(answer.lines.count > 6)
        #expect(answer.lines.last == "  fontctl enable Lora-Regular")
    }

    @Test func factsWrapBetweenWords() {
        #expect(
            FactLines.wrap("one two three", after: "  a:  ", indent: 6, columns: 15)
                == ["  a:  one two", "      three"])
        #expect(FactLines.wrap("/a/very/long/path x", indent: 2, columns: 10) == ["/a/very/long/path", "  x"])
        #expect(FactLines.wrap("one two three", columns: nil) == ["one two three"])
        #expect(FactLines.wrap("明朝 明朝", columns: 6) == ["明朝", "明朝"])
    }
}

import FontAdvice
import FontRegistry
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FontctlCommands

/// `why` and changes name the running programs that have to be started again, and text fits the terminal.
@Suite struct WhyProgramTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private static let nothing = "Nothing needs to be done."

    private func answer(_ arguments: String...) async throws -> [String: Any] {
        try await session.run(["why", "Lora-Regular", "--json"] + arguments).json
    }

    private func register() async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
    }

    private static func running(
        _ executable: String, _ process: Int32, parent: Int32 = 1, at time: Double = 1, libraries: Set<String> = []
    ) -> RunningProgram {
        RunningProgram(
            user: FontUser(processIdentifier: process, program: executable), parent: parent, executable: executable,
            startedAt: time, libraries: libraries)
    }

    /// The look at all processes takes longer than the rest of an answer.
    @Test func processesAreReadOnceAndOnlyForAFontThatTheyMayShow() async throws {
        for style in ["Regular", "Bold", "Italic"] {
            let file = try home.write(SyntheticFont(family: "Lora", style: style))
            #expect(await session("register", file).status == 0)
        }
        let looks = Mutex(0)
        session.configure { context in
            context.runningPrograms = {
                looks.withLock { $0 += 1 }
                return [Self.running("java", 9)]
            }
        }
        let family = await session("why", "Lora")
        #expect(family.lines.last == "Restart Java (pid 9) to see it there.", "\(family)")
        #expect(looks.withLock { $0 } == 1)
        _ = await session("why", "Nobody-Regular")
        #expect(looks.withLock { $0 } == 1)
    }

    @Test func programsThatReadFontsOnceAreNamed() async throws {
        session.configure { context in
            context.runningPrograms = {
                [
                    Self.running("soffice.bin", 5), Self.running("chrome", 6), Self.running("chrome", 7, parent: 6),
                    Self.running("firefox-esr", 8), Self.running("firefox-esr", 12, parent: 8),
                    Self.running("java", 9, at: 1e12), Self.running("bash", 10),
                    Self.running("notes", 11, libraries: ["libQt6Gui.so.6"]),
                    Self.running("gedit", 13, libraries: ["libgtk-3.so.0", "libpango-1.0.so.0"]),
                ]
            }
        }
        let file = try home.write(SyntheticFont(family: "Lora"))
        let registered = await session("register", file)
        #expect(
            registered.errors.contains(
                "Restart Chromium (pid 6), gedit (pid 13), Java (pid 9), LibreOffice (pid 5), notes (pid 11) to see the fonts"
            ), "\(registered)")
        #expect(registered.errors.contains("Shown in about 30 s in Firefox."))
        let answer = await session("why", "Lora-Regular")
        #expect(
            answer.lines.last
                == "Restart Chromium (pid 6), gedit (pid 13), LibreOffice (pid 5), notes (pid 11) to see it there.")
        let json = try await self.answer()
        #expect((json["restart"] as? [[String: Any]])?.map { $0["pid"] as? Int } == [6, 13, 5, 11])
        let one = await session("why", "Lora-Regular", "--for", "libreoffice")
        #expect(one.lines.last == "Restart LibreOffice (pid 5) to see it there.")
        #expect(
            await session("why", "Lora-Regular", "--for", "qt").lines.last == "Restart notes (pid 11) to see it there.")
        #expect(await session("why", "Lora-Regular", "--for", "firefox").lines.last == Self.nothing)
        #expect(await session("disable", "Lora-Regular").errors.isEmpty)
        let enabled = try await session("enable", "Lora-Regular", "--json").json
        #expect((enabled["restart"] as? [[String: Any]])?.count == 5)
        let programs = try #require(enabled["programs"] as? [[String: Any]])
        #expect(programs.first { $0["program"] as? String == "Firefox" }?["pids"] as? [Int] == [8, 12])
    }

    /// Beside a settings daemon or the desktop helper, programs of GTK need no restart.
    @Test func notifiedProgramsFollow() async throws {
        session.configure { context in
            context.runningPrograms = {
                var daemon = Self.running("gsd-xsettings", 2, libraries: ["libgtk-3.so.0"])
                daemon.notifiesPrograms = true
                return [daemon, Self.running("gedit", 13, libraries: ["libgtk-4.so.1"])]
            }
        }
        let registered = await session("register", try home.write(SyntheticFont(family: "Lora")))
        #expect(registered.errors == "fontctl: Shown within seconds in gedit.\n", "\(registered)")
        #expect(await session("why", "Lora-Regular").lines.last == Self.nothing)
    }

    @Test func eachProgramWithAFontOpenIsToldWhatWillHappen() {
        var report = SummaryReport(
            operation: .change, summary: FontSummary(generation: 1, outcomes: []), terminal: nil)
        var registration = Values.registration()
        registration.path = "/nowhere/Lora.ttf"
        let users = [5, 9, 10].map { FontUser(processIdentifier: $0, program: "p\($0)") }
        report.summary.outcomes = [
            FontOutcome(item: "Lora", status: .unregistered, registration: registration, inUseBy: users)
        ]
        report.programs.users = [Self.running("soffice.bin", 5), Self.running("emacs", 9)].groups
        #expect(
            report.usersLines == [
                "Emacs (pid 9) shows it as before until it is restarted.",
                "LibreOffice (pid 5) has it open. Text will be missing in exports; restart it first.",
                "p10 (pid 10) shows it as before until it is restarted.",
            ])
        // A file that stays readable until the programs have ended loses no text.
        report.summary.outcomes[0].status = .disabled
        #expect(report.usersLines[1] == "LibreOffice (pid 5) shows it as before until it is restarted.")
    }

    @Test(arguments: KnownProgram.all) func eachProgramIsExplained(_ program: KnownProgram) async throws {
        try await register()
        for word in [program.id] + program.words.prefix(1) + program.executables.prefix(1) {
            let answer = await session("why", "Lora-Regular", "--for", word)
            #expect(answer.status == 0 && answer.output.contains(program.rule.description), "\(answer)")
        }
        let json = try await self.answer("--for", program.id)
        #expect((json["program"] as? [String: Any])?["follows"] as? String == program.following.rawValue)
    }

    /// A program that is not known is judged by the libraries of its file.
    @Test func anUnknownProgramIsJudgedByItsLibraries() async throws {
        try await register()
        // fc-match needs fontconfig; sh does not.
        let path = try #require(Command.find("fc-match"))
        for (word, follows) in [("fc-match", "restart"), (path, "restart"), ("sh", "unknown"), ("/bin/sh", "unknown")] {
            let json = try await answer("--for", word)
            #expect((json["program"] as? [String: Any])?["follows"] as? String == follows, "\(word)")
        }
        let missing = await session("why", "Lora-Regular", "--for", "no-such-program")
        #expect(missing.status == 1 && missing.errors.contains("No program with this name is running"), "\(missing)")
        // Any file may be named.
        let damaged = try home.put(
            Array("\u{7F}ELF".utf8) + [2, 1] + [UInt8](repeating: 0xFF, count: 90), at: home.root + "/odd")
        #expect(await session("why", "Lora-Regular", "--for", damaged).status == 0)
    }

    // MARK: matplotlib

    @Test func matplotlibsListIsToBeRemoved() async throws {
        let list = try home.put(Array("{}".utf8), at: home.root + "/cache/matplotlib/fontlist-v330.json")
        try await register()
        let answer = await session("why", "Lora-Regular", "--for", "matplotlib")
        #expect(answer.lines.last == "  rm \(list)", "\(answer)")
        #expect(await session("why", "Lora", "--for", "matplotlib").lines.last == "  rm \(list)")
        try FileManager.default.removeItem(atPath: list)
        #expect(await session("why", "Lora-Regular", "--for", "matplotlib").lines.last?.contains("next start") == true)
    }

    @Test(arguments: [true, false, nil]) func registeringOffersToRemoveTheList(_ answer: Bool?) async throws {
        let list = try home.put(Array("{}".utf8), at: home.root + "/cache/matplotlib/fontlist-v330.json")
        let questions = Mutex<[String]>([])
        let session = Session(home, isTerminal: true)
        session.configure {
            $0.ask = { question in
                questions.withLock { $0.append(question) }
                return answer
            }
        }
        let file = try home.write(SyntheticFont(family: "Lora"))
        #expect(await session("register", "--dry-run", file).status == 0)
        #expect(await session("register", file).status == 0)
        #expect(questions.withLock { $0.count } == 1)
        #expect(questions.withLock { $0.first?.contains(list) } == true)
        #expect(FileManager.default.fileExists(atPath: list) == (answer != true))
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
                let program = KnownProgram(word: String(word)), !cells[0].contains("plugin")
            else { continue }
            // Programs that do not keep running, or could not be measured, say nothing.
            guard !["–", "no answer", "**ends**"].contains(cells[2]) else { continue }
            measured[program, default: []].append(cells[2])
        }
        #expect(measured.count >= 9)
        for (program, running) in measured where program.following == .restart {
            #expect(running.contains("no"), "\(program)")
        }
        let gtk = try #require(KnownProgram(word: "gtk"))
        #expect(measured[gtk]?.contains { $0.hasSuffix(" s") } == true)
    }

    @Test func realProgramsAreFound() throws {
        let program = try home.copyProgram("/bin/cat", to: home.root + "/soffice.bin")
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        defer {
            // A child of a thread of tasks has SIGTERM blocked.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        // A process that was just started has no environment in /proc yet: it has when the program answers.
        try input.fileHandleForWriting.write(contentsOf: Data("x".utf8))
        #expect(output.fileHandleForReading.readData(ofLength: 1) == Data("x".utf8))
        let found = RunningProgram.all().first { $0.user.processIdentifier == process.processIdentifier }
        let running = try #require(found)
        #expect(running.executable == "soffice.bin")
        #expect(running.parent == getpid())
        #expect([running].groups.started(before: .infinity).first?.processes == [running])
        #expect([running].groups.started(before: 0).isEmpty)
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
                        : await session("why", "Lora-Regular").output.contains(StatusReport.pendingText.description))
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

    @Test func textsOfFactsBeginInOneColumn() {
        var facts = FactLines(columns: 24)
        facts.add("file", "one two three")
        facts.add("none", nil)
        #expect(facts.lines == ["  file        one two", "              three"])
        // Labels in other languages may be wider; one of Japanese takes two columns for each character.
        facts.add("登録されたもの", "four five")
        #expect(
            facts.lines == [
                "  file            one", "                  two", "                  three",
                "  登録されたもの  four", "                  five",
            ])
        #expect(FactLines(columns: nil).lines.isEmpty)
    }

    @Test func factsWrapBetweenWords() {
        #expect(
            FactLines.wrap("one two three", after: "  a:  ", indent: 6, columns: 15)
                == ["  a:  one two", "      three"])
        #expect(FactLines.wrap("/a/very/long/path x", indent: 2, columns: 10) == ["/a/very/long/path", "  x"])
        #expect(FactLines.wrap("one two three", columns: nil) == ["one two three"])
        #expect(FactLines.wrap("明朝 明朝", columns: 6) == ["明朝", "明朝"])
        // Japanese has no spaces between sentences.
        #expect(FactLines.wrap("登録しました。次です。", columns: 15) == ["登録しました。", "次です。"])
        #expect(FactLines.wrap("登録しました。次です。", columns: 40) == ["登録しました。次です。"])
        #expect(FactLines.wrap("`fontctl list 、a`です。）。次", columns: 20) == ["`fontctl list 、a`です。）。", "次"])
    }
}

import FontAdvice
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// What an app learns of files, folders, packages and running programs without the command.
@Suite(.timeLimit(.minutes(60))) struct ExplainedPathTests {
    private let home: PrivateHome
    private let user: FontManager

    init() throws {
        home = try PrivateHome()
        user = try home.user()
    }

    private func explain(_ path: String) async throws -> ExplainedPath {
        try await user.explanation(ofPath: URL(filePath: path))
    }

    // MARK: Paths

    @Test func foldersAndArchivesAreExplainedByTheirFonts() async throws {
        let folder = home.root + "/given/Lora"
        try home.write(SyntheticFont(family: "Lora"), as: "Lora/a.ttf")
        try home.write(SyntheticFont(family: "Lora", style: "Bold"), as: "Lora/b.ttf")
        try home.write(Array("no font".utf8), as: "Lora/c.ttf")
        let new = try await explain(folder)
        #expect(new.explanation.situation == .folder && !new.explanation.isVisible)
        #expect(new.fontCount == 2 && new.unusableFiles == 1)
        #expect(new.explanation.command?.contains("register") == true)
        let zip = try home.put(
            ZIPFile([.init("a.ttf", SyntheticFont(family: "Packed").build())]).bytes, at: home.root + "/given/p.zip")
        #expect(try await explain(zip).explanation.situation == .archive)
        #expect(try await user.register([.path(folder)], scope: .persistent).summary().registrations.count == 2)
        #expect(try await !explain(folder).explanation.isVisible)
        try FileManager.default.removeItem(atPath: folder + "/c.ttf")
        #expect(try await explain(folder).explanation.isVisible)
        try FileManager.default.removeItem(atPath: folder)
        let gone = try await explain(folder)
        #expect(gone.explanation.situation == .gone && gone.explanation.others.count == 2)
        #expect(gone.explanation.isVisible)
    }

    @Test func filesAreReadDeeply() async throws {
        let text = try home.write(Array("no font".utf8), as: "text.ttf")
        let invalid = try await explain(text)
        #expect(invalid.explanation.situation == .invalid && invalid.findings.count == 1)
        let file = try home.write(SyntheticFont(family: "Lora"), as: "Lora.ttf")
        let new = try await explain(file)
        #expect(new.explanation.situation == .notRegistered && new.findings.allSatisfy { $0.severity != .error })
        try await user.register(URL(filePath: file), scope: .persistent)
        #expect(try await explain(file).isFileChanged == false)
        try home.write(SyntheticFont(family: "Lora", salt: 1) { $0.revision = 2 }, as: "Lora.ttf")
        let changed = try await explain(file)
        #expect(changed.isFileChanged && changed.explanation.situation == .shown)
        #expect(changed.explanation.command?.contains("--replace") == true)
        let error = await #expect(throws: FontError.self) { try await explain(home.root + "/none.ttf") }
        #expect(error?.code == .fileNotFound)
    }

    // MARK: Packages

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/var/lib/dpkg/info/dpkg.list"), "needs dpkg"))
    func packagesOfFilesAreFound() async {
        let file = URL(filePath: "/usr/bin/dpkg")
        let others = [URL(filePath: home.root + "/none"), URL(string: "https://example.org/a.ttf")].compactMap(\.self)
        #expect(await PackageOwner.packages(of: [file] + others) == [file: "dpkg"])
    }

    // MARK: Running programs

    private static func running(_ executable: String, _ process: Int32, libraries: Set<String> = []) -> RunningProgram {
        RunningProgram(
            user: FontUser(processIdentifier: process, program: executable), executable: executable, startedAt: 1,
            libraries: libraries)
    }

    @Test func programsAreToldWithWhatHelps() {
        var registration = Registration(
            id: "i", sha256: "00", record: RegistrationRecord(file: "/f.ttf", provider: "user"),
            faces: [])
        registration.path = home.root + "/gone.ttf"
        let new = FontOutcome(item: "a", status: .registered, registration: registration)
        let removed = FontOutcome(
            item: "b", status: .unregistered, registration: registration,
            inUseBy: [5, 9, 10].map { FontUser(processIdentifier: $0, program: "p\($0)") })
        let programs = [
            Self.running("soffice.bin", 5), Self.running("emacs", 9), Self.running("firefox", 8),
            Self.running("java", 11), Self.running("bash", 12),
        ]
        let summary = FontSummary(generation: 1, outcomes: [new, removed])
        let affected = ProgramEffects(of: summary) { programs }.affected(by: summary)
        #expect(
            affected.map { "\($0.id) \($0.effect.rawValue) \($0.openFonts)" }
                == [
                    "emacs as-before 1", "libreoffice loss 1", "p10 as-before 1", "java restart 0", "firefox polling 0",
                ],
            "\(affected)")
        #expect(affected.map(\.needsRestart) == [true, true, true, true, false])
        #expect(affected[1].consequence == "Text will be missing in exports; restart it first.")
        #expect(affected[1].processes.map(\.processIdentifier) == [5])
        // A change that shows nothing new, of fonts that nobody has open, concerns nobody.
        let quiet = FontSummary(
            generation: 1, outcomes: [FontOutcome(item: "c", status: .disabled, registration: registration)])
        #expect(
            ProgramEffects(of: quiet) {
                Issue.record("the processes were read")
                return programs
            }.affected(by: quiet).isEmpty)
    }
}

import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Programs that show a change by themselves are not named as those that have a font open.
@Suite(
    .enabled(if: MappingProgram.isPossible, "Needs Debian's python3."), .fewAtOnce, .timeLimit(.minutes(60)))
struct FollowingProgramTests {
    private let home: PrivateHome
    private let user: FontManager

    init() throws {
        home = try PrivateHome()
        var context = home.context
        context.reportsUsers = true
        user = FontManager(provider: "user", authority: .user, context: context)
    }

    @Test func onlyProgramsThatNeedARestartAreNamed() async throws {
        let font = try home.write(SyntheticFont(family: "Shown"))
        let outcome = try await user.register(URL(filePath: font), scope: .persistent)
        let path = try #require(outcome.registration?.path)
        // Firefox looks for changed fonts itself.
        let firefox = try home.copyProgram(MappingProgram.python, to: home.root + "/firefox")
        let plain = try MappingProgram([path], in: home)
        let watching = try MappingProgram([path], in: home, watching: home.paths.store)
        let elsewhere = try MappingProgram([path], in: home, watching: home.root)
        let polling = try MappingProgram([path], in: home, as: firefox)
        defer { withExtendedLifetime((plain, watching, elsewhere, polling)) {} }
        let summary = try await user.setEnabled(false, [.name("Shown-Regular")])
        let users = summary.outcomes.flatMap(\.inUseBy).map(\.processIdentifier)
        #expect(users == [plain.identifier, elsewhere.identifier].sorted())
    }

    /// Over the bus, the calling program is not named, and what it has started is a program of its own.
    @Test func processesOfOneProgramAreKnown() throws {
        let child = try MappingProgram([], in: home)
        let own = getpid()
        #expect(RunningProgram.isProcess(own, ofProgram: own))
        #expect(!RunningProgram.isProcess(child.identifier, ofProgram: own))
        #expect(!RunningProgram.isProcess(own, ofProgram: child.identifier))
        let shell = try home.copyProgram("/bin/sh", to: home.root + "/shell")
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: shell)
        // The first shell waits for the second one, which prints its number.
        process.arguments = ["-c", "\(shell) -c 'echo $$; read line'; :"]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        defer {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let second = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(second != process.processIdentifier)
        #expect(RunningProgram.isProcess(second, ofProgram: process.processIdentifier))
        #expect(!RunningProgram.isProcess(process.processIdentifier, ofProgram: second))
    }
}

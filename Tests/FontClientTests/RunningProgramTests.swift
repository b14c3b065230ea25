import FontClient
import Foundation
import TestSupport
import Testing

/// Over the bus, too, removing a font returns the programs that still use it.
@Suite(
    .needsBus,
    .enabled(if: MappingProgram.isPossible, "Needs Debian's python3."), .fewAtOnce,
    .timeLimit(.minutes(60)))
struct RunningProgramTests {
    private func font(revision: Double) -> SyntheticFont { SyntheticFont(family: "Shown") { $0.revision = revision } }

    @Test(arguments: PrivateBus.Kind.possible)
    func processesWithTheFileOpenAreNamed(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let (first, second) = (
            try service.home.write(font(revision: 1), as: "1.ttf"),
            try service.home.write(font(revision: 2), as: "2.ttf")
        )
        let fonts = try await service.open()
        /// Returns whether a step names the program that has the font mapped, and nothing else.
        func isNamed(by step: () async throws -> FontSummary) async throws -> Bool {
            let registered = try await fonts.register(URL(filePath: first), scope: .persistent)
            let program = try MappingProgram([try #require(registered.registration?.path)], in: service.home)
            defer { withExtendedLifetime(program) {} }
            let users = try await step().outcomes.map { $0.inUseBy.map(\.processIdentifier) }
            try await fonts.unregister([.name("Shown-Regular")])
            return users == [[program.identifier]]
        }
        let name = FontTarget.name("Shown-Regular")
        #expect(try await isNamed { try await fonts.setEnabled(false, [name], scope: nil) })
        #expect(try await isNamed { try await fonts.unregister([name]) })
        let replacing = RegistrationOptions(replaces: true)
        #expect(
            try await isNamed {
                try await fonts.register([.file(second)], scope: .persistent, options: replacing).summary()
            })
        // The command reports them too, and reports nothing if there are none.
        for mapped in [true, false] {
            let path = try await fonts.register(URL(filePath: first), scope: .persistent).registration?.path
            let program = mapped ? try MappingProgram([try #require(path)], in: service.home) : nil
            let result = try Command.run(
                Command.product("fontctl"), ["unregister", "Shown-Regular"],
                environment: service.bus.environment.merging(["FONTCTL_BUS": "1"]) { $1 })
            #expect(result.status == 0, "\(result)")
            if let program {
                let line = "(pid \(program.identifier)) shows it as before until it is restarted."
                #expect(result.errors.contains(line), "\(result)")
                withExtendedLifetime(program) {}
            } else {
                #expect(result.errors.isEmpty, "\(result)")
            }
        }
    }
}

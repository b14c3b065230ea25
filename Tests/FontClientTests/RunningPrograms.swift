import FontClient
import Foundation
import Glibc
import TestSupport
import Testing

/// Over the bus, too, removing a font returns the programs that still use it.
@Suite(
    .enabled(if: !PrivateBus.Kind.possible.isEmpty, "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(20)))
struct RunningPrograms {
    private func font(revision: Double) -> SyntheticFont { SyntheticFont(family: "Shown") { $0.revision = revision } }

    @Test(arguments: PrivateBus.Kind.possible)
    func processesWithTheFileOpenAreNamed(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let (first, second) = (
            try service.home.write(font(revision: 1), as: "1.ttf"),
            try service.home.write(font(revision: 2), as: "2.ttf")
        )
        let fonts = try await service.open()
        func users(after step: () async throws -> FontSummary) async throws -> [[Int32]] {
            let registered = try await fonts.register(URL(filePath: first), scope: .persistent)
            let mapped = try MappedFile(try #require(registered.registration?.path))
            defer { withExtendedLifetime(mapped) {} }
            let users = try await step().outcomes.map { $0.inUseBy.map(\.processIdentifier) }
            try await fonts.unregister([.name("Shown-Regular")])
            return users
        }
        let name = FontTarget.name("Shown-Regular")
        #expect(try await users { try await fonts.setEnabled(false, [name], scope: nil) } == [[getpid()]])
        #expect(try await users { try await fonts.unregister([name]) } == [[getpid()]])
        let replacing = RegistrationOptions(replaces: true)
        #expect(
            try await users {
                try await fonts.register([.file(second)], scope: .persistent, options: replacing).summary()
            } == [[getpid()]])
        // The command reports them too, and reports nothing if there are none.
        for mapped in [true, false] {
            let path = try await fonts.register(URL(filePath: first), scope: .persistent).registration?.path
            let file = mapped ? try MappedFile(try #require(path)) : nil
            let result = try Command.run(
                Command.product("fontctl"), ["unregister", "Shown-Regular"],
                environment: service.bus.environment.merging(["FONTCTL_BUS": "1"]) { $1 })
            #expect(result.status == 0, "\(result)")
            #expect(result.errors.contains("(pid \(getpid())) shows it as before until it is restarted.") == mapped)
            withExtendedLifetime(file) {}
        }
    }
}

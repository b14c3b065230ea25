import FontClient
import Foundation
import TestSupport
import Testing

/// Providers over the bus, with `fontctl` as the user's program and as a program of its own.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct ProviderTests {
    private let service: PrivateService

    init() throws { service = try PrivateService() }

    private func run(_ program: String, _ arguments: String...) throws -> Command.Result {
        try Command.run(
            program, arguments, environment: service.bus.environment.merging(["FONTCTL_BUS": "1"]) { $1 })
    }

    /// Copies `fontctl` to a path that gives it an identity of its own.
    private func copy(_ name: String) throws -> String {
        try service.home.copyProgram(Command.product("fontctl"), to: service.home.root + "/" + name)
    }

    @Test func aProviderTouchesNothingOfAnothers() async throws {
        let (reader, editor) = (try copy("reader"), try copy("editor"))
        let file = try service.home.write(SyntheticFont(family: "Reader Sans"))
        #expect(try run(reader, "register", file).status == 0)
        let foreign = try run(editor, "unregister", "ReaderSans-Regular")
        #expect(foreign.status == 1)
        #expect(foreign.errors.contains("(201)"), "\(foreign)")
        #expect(try run(editor, "disable", "ReaderSans-Regular").status == 1)
        #expect(try run(editor, "list").lines.isEmpty)
        #expect(try run(editor, "prune").errors.contains("(302)"))
        #expect(try run(editor, "resolve", "ReaderSans-Regular").status == 0)
        #expect(try run(editor, "list", "--provider", reader).lines.isEmpty)
        let named = try run(editor, "register", file, "--provider", reader)
        #expect(named.errors.contains("(302)"), "\(named)")
        let mine = try run(reader, "list", "--json")
        #expect(
            mine.output.contains(#""provider":"\#(reader.replacing("/", with: #"\/"#))""#)
                || mine.output.contains(reader))
        // The manager in this process is a third provider.
        let fonts = try await service.open()
        #expect(try await fonts.registered() == [])
        #expect(try await fonts.resolve("ReaderSans-Regular").match?.path?.hasPrefix(service.home.root) == true)
        #expect(try run(reader, "unregister", "ReaderSans-Regular").status == 0)
    }

    /// The service treats the installed `fontctl` as acting for the user.
    @Test func fontctlActsForTheUser() throws {
        let reader = try copy("reader")
        let file = try service.home.write(SyntheticFont(family: "Reader Sans"))
        #expect(try run(reader, "register", file).status == 0)
        let fontctl = Command.product("fontctl")
        #expect(try run(fontctl, "list").lines.count == 1)
        #expect(try run(fontctl, "doctor").status == 0)
        #expect(try run(fontctl, "unregister", "ReaderSans-Regular").status == 0)
        #expect(try service.fontctl("list").lines.isEmpty)
    }

    @Test func fontctlSaysThatThereIsNoBus() throws {
        let withoutBus = try Command.run(
            Command.product("fontctl"), ["list"],
            environment: service.home.environment.merging(
                ["FONTCTL_BUS": "1", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]) { $1 })
        #expect(withoutBus.status == 69, "\(withoutBus)")
    }
}

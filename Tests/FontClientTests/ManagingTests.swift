import FontBus
import FontClient
import Foundation
import TestSupport
import Testing

/// Programs that the user allows to manage fonts, such as a settings panel.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct ManagingTests {
    @Test(arguments: PrivateBus.Kind.possible)
    func aProgramThatMayManageActsForTheUser(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let panel = try service.home.copyProgram(Command.product("fontctl"), to: service.home.root + "/panel")
        func run(_ arguments: String...) throws -> Command.Result {
            try Command.run(
                panel, arguments, environment: service.bus.environment.merging(["FONTCTL_BUS": "1"]) { $1 })
        }
        let file = try service.home.write(SyntheticFont(family: "Reader Sans"))
        try service.fontctl("register", "--provider", "org.example.Reader", file)
        let client = try await service.connect()
        let id = try #require(try await client.fontd("Identity").first?.dictionary?["provider"]?.string)
        // Without permission the program can neither manage fonts nor grant itself the permission.
        #expect(try run("list").lines.isEmpty)
        #expect(try run("prune").errors.contains("(302)"))
        await denied { _ = try await client.fontd("SetPolicy", .string(id), .dictionary(["manage": .string("allow")])) }

        #expect(try service.fontctl("policy", panel, "--manage", "allow").status == 0)
        #expect(try run("list").output.contains("org.example.Reader"))
        #expect(try run("prune").status == 0)
        #expect(try run("disable", "ReaderSans-Regular").status == 0)
        #expect(try service.fontctl("list", "--disabled").lines.count == 1)
        #expect(try run("unregister", "ReaderSans-Regular").status == 0)
        #expect(try service.fontctl("list").lines.isEmpty)
        // Other programs keep their rights.
        #expect(try await client.fontd("Identity").first?.dictionary?["user"] == .boolean(false))

        // An open connection gains and loses the right.
        #expect(try service.fontctl("policy", id, "--manage", "allow").status == 0)
        #expect(try await client.fontd("Identity").first?.dictionary?["user"] == .boolean(true))
        // A permission for a program that nobody knows is a question.
        let unknown = await #expect(throws: BusFailure.self) {
            _ = try await client.fontd(
                "SetPolicy", .string("org.example.X"), .dictionary(["install": .string("deny")]))
        }
        #expect(unknown?.name == "org.fontd.FontRegistry1.Error.InsufficientInfo")
        for impossible in ["bad provider!", "flatpak:a.b"] {
            let refused = await #expect(throws: BusFailure.self) {
                _ = try await client.fontd(
                    "SetPolicy", .string(impossible), .dictionary(["use": .string("deny"), "new": .boolean(true)]))
            }
            #expect(refused?.message.contains("flatpak:org.example.Reader") == true, "\(impossible)")
        }
        _ = try await client.fontd("SetPolicy", .string("sandboxed"), .dictionary(["install": .string("deny")]))
        _ = try await client.fontd(
            "SetPolicy", .string("org.example.X"), .dictionary(["install": .string("deny"), "new": .boolean(true)]))
        _ = try await client.fontd("SetPolicy", .string("org.example.X"), .dictionary(["use": .string("deny")]))
        // Settings change one by one, and an empty text removes one.
        func set(_ settings: [String: BusValue]) async throws -> [String: BusValue]? {
            _ = try await client.fontd("SetPolicy", .string("org.example.X"), .dictionary(settings))
            return try await client.fontd("Policy", .string("org.example.X")).first?.dictionary
        }
        #expect(try await set(["install": .string("allow")])?["install"]?.string == "allow")
        // A setting that is removed has the value for all sandboxed programs.
        let limited = try await set(["maxFonts": .int64(7), "maxBytes": .int64(-1), "install": .string("")])
        #expect(limited?["maxFonts"]?.integer == 7 && limited?["maxBytes"] == nil)
        #expect(limited?["use"]?.string == "deny" && limited?["install"]?.string == "deny")
        let wrong: [(String, BusValue)] = [
            ("maxFonts", .string("7")), ("maxBytes", .boolean(true)), ("use", .string("maybe")), ("size", .int64(1)),
        ]
        for (key, value) in wrong {
            let refused = await #expect(throws: BusFailure.self) { _ = try await set([key: value]) }
            #expect(refused?.name == "org.freedesktop.DBus.Error.InvalidArgs", "\(key)")
        }
        let freed = try await set(["maxFonts": .string(""), "use": .string("")])
        #expect(freed?["maxFonts"]?.integer == 5_000 && freed?["use"]?.string == "allow")
        for target in [id, "org.example.X"] {
            await denied {
                _ = try await client.fontd("SetPolicy", .string(target), .dictionary(["manage": .string("allow")]))
            }
        }
        #expect(try service.fontctl("policy", id, "--reset").status == 0)
        #expect(try await client.fontd("Identity").first?.dictionary?["user"] == .boolean(false))
    }

    private func denied(_ body: () async throws -> Void) async {
        let failure = await #expect(throws: BusFailure.self) { try await body() }
        #expect(failure?.name.hasSuffix("Error.MissingEntitlement") == true)
    }

    /// Files that are found by their contents are one change, which is undone as a whole.
    @Test func filesFoundByTheirContentAreOneOperation() async throws {
        let service = try PrivateService()
        let client = try await service.open()
        #expect(try service.fontctl("policy", client.provider, "--manage", "allow").status == 0)
        let panel = try await client.requestManagement()
        let families = ["One", "Two", "Three"]
        for family in families {
            let file = try service.home.write(SyntheticFont(family: family))
            #expect(try service.fontctl("register", file).status == 0)
        }
        let twins = try families.map { family in
            try service.home.write(SyntheticFont(family: family).build(), as: "twin-\(family).ttf")
        }
        let summary = try await panel.unregister(twins.prefix(2).map { .file($0) })
        #expect(summary.outcomes.map(\.item) == Array(twins.prefix(2)))
        #expect(summary.outcomes.map(\.status) == [.unregistered, .unregistered])
        #expect(try await panel.undoableOperations().first?.number == summary.operation && summary.operation != nil)
        #expect(try await panel.undo(summary.operation).outcomes.count == 2)
        #expect(try await panel.registered().count == 3)
        // By name and by content at once: the number takes back the whole, or there is none.
        let both = try await panel.unregister([.name("One-Regular"), .file(twins[2])])
        #expect(both.isSuccess)
        #expect(try await panel.registered().map(\.faces[0].family) == ["Two"])
        if let operation = both.operation {
            #expect(try await panel.undo(operation).outcomes.count == 2)
            #expect(try await panel.registered().count == 3)
        }
    }
}

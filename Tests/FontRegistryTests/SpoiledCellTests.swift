import Foundation
import GRDB
import TestSupport
import Testing

@testable import FontRegistry

/// Invalid values in the database that SQLite accepts are found and repaired.
///
/// An operation that reads one reports a damaged database, the self-check finds it, and a repair restores all data.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct SpoiledCellTests {
    static let cells = [
        "state SET value = -7", "state SET value = 'many'", "content SET format = 'zip'",
        "content SET patternCount = -1", "content SET scanCost = 9000000000000000000", "face SET outlines = 'drawn'",
        "face SET glyphCount = -1", "face SET localizedNames = '['", "face SET axes = '{}'",
        "face SET instances = 'none'", "coverage SET ranges = x'FFFFFFFF'", "registration SET scope = 'moon'",
        "registration SET provider = 'somebody else'", "registration SET registeredAt = 9e99",
        "folder SET fontCount = -1", "folder SET scanCost = -5",
        "folder SET scope = 'moon'", "change SET kind = 'lost'", "change SET scope = 'moon'",
        "provider SET kind = 'moon'", "operation SET record = '{'", "operation SET time = 9e99",
        "operation SET record = replace(record, '\"id\":\"f', '\"id\":\"g')",
    ]

    @Test(
        "A hidden file in a place that is none is found and repaired",
        arguments: [
            "hiddenFile SET scope = 'moon'", "hiddenFile SET fileName = '../../x.ttf'",
        ])
    func hiddenFiles(_ cell: String) async throws {
        let home = try PrivateHome()
        let registration = try await home.user().add(try home.write(SyntheticFont()))
        let queue = try DatabaseQueue(path: home.paths.database)
        try await queue.write {
            try $0.execute(
                sql: """
                    INSERT INTO hiddenFile SELECT contentID, 'session', folderID, 'x.ttf', NULL, '', 0 FROM placement;
                    UPDATE \(cell)
                    """)
        }
        try queue.close()
        let found = try await home.user().diagnose(repair: false)
        #expect(found.findings.contains { $0.id == "database-damaged" }, "\(cell): \(found.findings)")
        #expect(try await home.user().diagnose(repair: true).isHealthy, "\(cell)")
        #expect(try await home.user().registered().map(\.id) == [registration.id])
    }

    @Test(arguments: ["collections", "hiddenFonts"], ["{", #"{"generation":-1}"#])
    func decisionsThatCannotBeReadAreFoundBeforeTheCommit(_ key: String, _ value: String) async throws {
        let home = try PrivateHome()
        let registration = try await home.user().add(try home.write(SyntheticFont()))
        try home.spoilDatabase("INSERT OR REPLACE INTO state VALUES ('\(key)', '\(value)')")
        let next = try home.user()
        let error = await #expect(throws: FontError.self) {
            try await next.setEnabled(false, [.id(registration.id)])
        }
        #expect(error?.storeFault == .damaged, "\(String(describing: error))")
        let found = try await home.user().diagnose(repair: false)
        #expect(found.findings.contains { $0.id == "database-damaged" }, "\(found.findings)")
        #expect(try await home.user().diagnose(repair: true).isHealthy)
        #expect(try await home.user().registered(state: .enabled).map(\.id) == [registration.id])
    }

    @Test(arguments: cells)
    func eachIsFoundAndRepaired(_ cell: String) async throws {
        let home = try PrivateHome()
        let user = FontManager(
            provider: "org.example.App", authority: .user, quota: nil, facts: ProviderFacts(kind: .unit),
            context: home.context)
        let file = try home.write(.variable(family: "Axis"))
        let registration = try await user.add(file)
        let queue = try DatabaseQueue(path: home.paths.database)
        try await queue.write { try $0.execute(sql: "PRAGMA ignore_check_constraints = ON; UPDATE " + cell) }
        try queue.close()

        let next = try home.user()
        func allow(_ body: () async throws -> Void) async {
            do {
                try await body()
            } catch let error as FontError {
                #expect(error.storeFault == .damaged, "\(cell): \(error)")
            } catch {
                Issue.record(error)
            }
        }
        await allow { _ = try await next.registered() }
        await allow { _ = try await next.resolve("Axis-Bold") }
        await allow { _ = try await next.fonts(matching: FontQuery(characters: "A")) }
        await allow {
            var events = next.changes(since: 0).makeAsyncIterator(); _ = try await events.next()
        }
        await allow { try await next.add(try home.write(SyntheticFont(family: "Next"))) }
        await allow { _ = try await next.undoableOperations() }
        await allow { _ = try await next.prune() }

        let found = try await home.user().diagnose(repair: false)
        #expect(found.findings.contains { $0.id == "database-damaged" && !$0.isRepaired }, "\(cell): \(found.findings)")
        // Texts are for people, without the descriptions of Swift's types.
        for finding in found.findings {
            for word in ["Error", "Context(", "rawValue", "Optional(", "Swift.", "CodingKey"] {
                #expect(!finding.message.contains(word), "\(cell): \(finding.message)")
            }
        }
        #expect(try await home.user().diagnose(repair: true).isHealthy, "\(cell)")
        let repaired = try await home.user().registered()
        #expect(repaired.first { $0.id == registration.id }?.faces == registration.faces, "\(cell)")
        #expect(try await home.user().diagnose(repair: false).isHealthy, "\(cell)")
    }

    /// A registration that contradicts its id keeps its own file from changing, and no other from being published.
    @Test func damageOfOneRegistrationKeepsNoOtherFromBeingPublished() async throws {
        let home = try PrivateHome()
        let file = try home.write(SyntheticFont(family: "Spoiled"))
        try await home.manager(provider: "org.example.App").add(file)
        let queue = try DatabaseQueue(path: home.paths.database)
        try await queue.write { try $0.execute(sql: "UPDATE registration SET provider = 'somebody else'") }
        try queue.close()

        let other = try home.manager(provider: "org.example.Other")
        let before = try await other.generation()
        let failure = await #expect(throws: FontError.self) { try await other.add(file) }
        #expect(failure?.storeFault == .damaged)
        #expect(try await other.generation() == before)
        try await other.add(try home.write(SyntheticFont(family: "Next")))
        #expect(try await other.generation() == before + 1)
        #expect(GenerationFile.read(home.paths) == before + 1)
    }
}

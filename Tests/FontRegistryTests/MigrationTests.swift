import FontRegistry
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FontStore

/// The first writer takes the steps of the schema that a store lacks, all or none; here with a step of the tests.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct MigrationTests {
    private static let added = "ALTER TABLE content ADD COLUMN note TEXT NOT NULL DEFAULT 'none'"
    private static let later = Schema(
        steps: Schema.present.steps + [{ database in try database.execute(sql: added) }])
    private static let failing = Schema(
        steps: Schema.present.steps + [
            { database in
                try database.execute(sql: added)
                throw CancellationError()
            }
        ])

    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    private func fill() async throws {
        let fonts = try home.manager()
        try await fonts.add(try home.write(.variable(family: "Axis")))
        try await fonts.add(try home.write(SyntheticFont(family: "Off")), .persistent, .init(isEnabled: false))
        let gone = try home.write(SyntheticFont(family: "Gone"))
        try await fonts.add(gone)
        _ = try await fonts.unregister([.file(gone)], scope: nil)
    }

    /// Opens the database as a program with another schema, under the lock, and closes it.
    private func write(_ schema: Schema) throws {
        let lock = try StoreLock(home.paths)
        defer { withExtendedLifetime(lock) {} }
        try RegistryDatabase.openForWriting(home.paths, schema: schema).close()
    }

    private func version() throws -> Int? {
        try read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    }

    private func statements() throws -> [String] {
        try read { database in
            try String.fetchAll(database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
        }
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: home.paths.database)
        defer { try? queue.close() }
        return try queue.read(body)
    }

    private func bytes() throws -> Data { try Data(contentsOf: URL(filePath: home.paths.database)) }

    @Test func theFirstWriterTakesTheStepsThatAStoreLacks() async throws {
        try await fill()
        let contents = try read { try String.fetchAll($0, sql: "SELECT sha256 FROM content ORDER BY sha256") }
        let present = try version()
        try write(Self.later)
        #expect(try version() == (present ?? 0) + 1)
        let rows = try read { database in
            try Row.fetchAll(database, sql: "SELECT sha256, note FROM content ORDER BY sha256").map { row in
                [row["sha256"] as String, row["note"] as String]
            }
        }
        #expect(rows == contents.map { [$0, "none"] })
        let registrations = try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM registration") }
        #expect(registrations == 2)
        // This program is now the older one.
        let before = try bytes()
        let file = try home.write(SyntheticFont(family: "New"))
        for ask: @Sendable (FontManager) async throws -> Void in [
            { _ = try await $0.registered() }, { try await $0.add(file) },
        ] {
            let fonts = try home.manager()
            let error = await #expect(throws: FontError.self) { try await ask(fonts) }
            #expect(error?.storeFault == .newerSchema, "\(String(describing: error))")
        }
        #expect(try bytes() == before)
    }

    @Test func aStepIsTakenOnce() async throws {
        try await fill()
        try write(Self.later)
        let before = try bytes()
        try write(Self.later)
        #expect(try bytes() == before)
    }

    @Test func aStepThatFailsLeavesTheStoreAsItWas() async throws {
        try await fill()
        let (registered, tables) = (try await home.manager().registered(), try statements())
        let error = #expect(throws: FontError.self) { try write(Self.failing) }
        #expect(error?.storeFault == .unavailable, "\(String(describing: error))")
        #expect(try statements() == tables)
        #expect(try await home.manager().registered() == registered)
        try await home.manager().add(try home.write(SyntheticFont(family: "New")))
        #expect(try await home.user().diagnose(repair: false).isHealthy)
    }

    @Test func aNewStoreTakesAllSteps() async throws {
        try await fill()
        try write(Self.later)
        let migrated = try statements()
        let new = try await DatabaseQueue().write { database in
            try Self.later.migrate(database)
            return try String.fetchAll(
                database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
        }
        #expect(new.count > 10)
        #expect(new == migrated)
    }

    @Test func aVersionBelowZeroIsDamage() async throws {
        try await fill()
        try home.spoilDatabase("PRAGMA user_version = -2")
        let (fonts, file) = (try home.manager(), try home.write(SyntheticFont()))
        let error = await #expect(throws: FontError.self) { try await fonts.add(file) }
        #expect(error?.storeFault == .damaged)
        #expect(try await home.user().diagnose(repair: true).isHealthy)
        #expect(try await fonts.registered().count == 2)
    }
}

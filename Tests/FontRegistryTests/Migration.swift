import Foundation
import GRDB
import TestSupport
import Testing

@testable import FontRegistry

/// A store of an older version is readable as it is; the first writer migrates it to the present schema.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct Migration {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    private func schema() throws -> (version: Int, columns: [String], knowsProviders: Bool) {
        let queue = try DatabaseQueue(path: home.paths.database)
        defer { try? queue.close() }
        return try queue.read { database in
            (
                try Int.fetchOne(database, sql: "PRAGMA user_version") ?? -1,
                try database.columns(in: "content").map(\.name), try database.tableExists("provider")
            )
        }
    }

    private func fill() async throws {
        let fonts = try home.manager()
        try await fonts.add(try home.write(.variable(family: "Axis")))
        try await fonts.add(try home.write(SyntheticFont(family: "Off")), .persistent, .init(isEnabled: false))
        let gone = try home.write(SyntheticFont(family: "Gone"))
        try await fonts.add(gone)
        _ = try await fonts.unregister([.file(gone)], scope: nil)
    }

    @Test(arguments: 1..<Schema.version) func aReaderTakesItAsItIs(_ version: Int) async throws {
        try await fill()
        let before = try await home.manager().registered()
        try home.takeBack(toSchema: version)
        let bytes = try Data(contentsOf: URL(filePath: home.paths.database))
        #expect(try await home.manager().registered() == before)
        #expect(try Data(contentsOf: URL(filePath: home.paths.database)) == bytes)
        let diagnosis = try await home.user().diagnose(repair: false)
        #expect(diagnosis.isHealthy, "\(diagnosis)")
        let provider = try #require(try await home.user().providers().first)
        #expect(provider.registrations == before.count)
        // Providers are recorded since schema 3.
        #expect(provider.kind == (version < 3 ? nil : .executable))
        #expect(try await home.user().sweepGoneProviders().isEmpty)
        #expect(try Data(contentsOf: URL(filePath: home.paths.database)) == bytes)
    }

    /// A fact of faces that a later version of fontd stores is a column that the older store lacks.
    @Test func aReaderNeedsNoColumnOfOptionalFacts() async throws {
        try await fill()
        try home.takeBack(toSchema: Schema.version - 1)
        try home.spoilDatabase("ALTER TABLE face DROP COLUMN axes; ALTER TABLE face DROP COLUMN legacyFamily")
        let fonts = try home.manager()
        let faces = try await fonts.registered().flatMap(\.faces)
        #expect(faces.contains { $0.family == "Axis" && $0.axes.isEmpty && !$0.instances.isEmpty })
        #expect(try await fonts.resolve(try #require(faces.first).postscriptName).match != nil)
    }

    @Test(arguments: 1..<Schema.version) func theFirstWriterBringsItUpToDate(_ version: Int) async throws {
        try await fill()
        let present = try schema()
        let before = try await home.manager().registered()
        try home.takeBack(toSchema: version)
        #expect(try schema() == (version, present.columns + (version < 2 ? ["isStored"] : []), version > 2))
        try await home.manager().add(try home.write(SyntheticFont(family: "New")))
        #expect(try schema() == present)
        #expect(try await home.manager().registered().prefix(before.count) == before[...])
        #expect(try await home.user().diagnose(repair: false).isHealthy)
    }

    /// Every earlier version migrates to the same tables as those of a new store.
    @Test(arguments: 0..<Schema.version) func theTablesAreThoseOfANewStore(_ version: Int) throws {
        func tables(_ versions: [Int]) throws -> [String] {
            try DatabaseQueue().write { database in
                for version in versions { try Schema.migrate(database, to: version) }
                return try String.fetchAll(
                    database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
            }
        }
        let new = try tables([Schema.version])
        #expect(new.count > 10)
        #expect(try tables([version, Schema.version]) == new)
    }

    @Test func aVersionBelowZeroIsDamage() async throws {
        try await fill()
        try await DatabaseQueue(path: home.paths.database).write { database in
            try database.execute(sql: "PRAGMA user_version = -2")
        }
        let (fonts, file) = (try home.manager(), try home.write(SyntheticFont()))
        let error = await #expect(throws: FontError.self) { try await fonts.add(file) }
        #expect(error?.storeFault == .damaged)
        #expect(try await home.user().diagnose(repair: true).isHealthy)
        #expect(try await fonts.registered().count == 2)
    }
}

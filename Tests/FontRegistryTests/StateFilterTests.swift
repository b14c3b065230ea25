import FontModel
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FontRegistry
@testable import FontStore

/// A list of the disabled registrations costs what it returns, however many others there are.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct StateFilterTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    /// Registers fonts of two providers, of which some are disabled.
    private func fill() async throws {
        for provider in ["one", "two"] {
            let fonts = try home.manager(provider: provider)
            for number in 0..<6 {
                let font = SyntheticFont(family: "\(provider) \(number)")
                let options = RegistrationOptions(isEnabled: number % 3 != 0)
                try await fonts.add(try home.write(font), .persistent, options)
            }
        }
    }

    /// The rows of enabled fonts hold values that fail wherever one is read.
    @Test(arguments: [nil, "one"] as [String?])
    func theRowsOfOtherFontsAreNotRead(provider: String?) async throws {
        try await fill()
        let expected = try await home.user().registered(provider: provider).filter { !$0.isEnabled }
        #expect(expected.count == (provider == nil ? 4 : 2))
        let queue = try DatabaseQueue(path: home.paths.database)
        try await queue.write { database in
            try database.execute(
                sql: """
                    UPDATE face SET outlines = 'drawn'
                    WHERE contentID IN (SELECT contentID FROM registration WHERE enabled);
                    UPDATE registration SET scope = 'moon' WHERE enabled
                    """)
        }
        try queue.close()
        let user = try home.user()
        #expect(try await user.registered(state: .disabled, provider: provider) == expected)
        let faces = try await user.listedFaces(scope: nil, state: .disabled, provider: provider)
        #expect(faces == expected.flatMap(\.listedFaces))
        // The values do fail.
        await #expect(throws: FontError.self) { try await user.registered(state: .enabled, provider: provider) }
    }

    /// SQLite walks the index of disabled registrations alone, and looks up the rest of each by its key.
    @Test(arguments: [nil, FontScope.persistent], [nil, "one"] as [String?])
    func theIndexHasTheDisabledOnesAlone(scope: FontScope?, provider: String?) async throws {
        try await fill()
        let database = try #require(try RegistryDatabase.openForReading(home.paths))
        let filter = RegistrationFilter.listed(scope: scope, state: .disabled, provider: provider)
        let plans = try await database.queue.read { connection in
            let statements = Statements()
            connection.trace { statements.add($0.description) }
            #expect(try connection.registrations(filter, session: nil).count == (provider == nil ? 4 : 2))
            #expect(try connection.faces(ofRegistrations: filter).count == (provider == nil ? 4 : 2))
            let faces = try connection.listedFaces(filter, session: nil, paths: home.paths)
            #expect(faces.count == (provider == nil ? 4 : 2))
            connection.trace(nil)
            let selects = statements.all.filter { $0.contains("SELECT") }
            #expect(selects.count == 3)
            return try selects.flatMap { sql in
                let count = sql.count { $0 == "?" }
                let arguments = StatementArguments([String?](repeating: nil, count: count))
                return try Row.fetchAll(connection, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
                    .map { $0["detail"] as String }
            }
        }
        try database.close()
        let scans = plans.filter { $0.contains("SCAN") }
        #expect(scans.count == 3)
        #expect(scans.allSatisfy { $0.contains("registrationDisabled") }, "\(plans)")
        #expect(!plans.contains { $0.contains("registrationByProvider") }, "\(plans)")
    }

    /// A list of one provider's fonts does not walk through those of others.
    @Test func theFontsOfAProviderHaveAnIndex() async throws {
        try await fill()
        let database = try #require(try RegistryDatabase.openForReading(home.paths))
        let filter = RegistrationFilter.listed(scope: nil, state: .any, provider: "one")
        let plan = try await database.queue.read { connection in
            try Row.fetchAll(
                connection,
                sql: "EXPLAIN QUERY PLAN SELECT r.id FROM registration r WHERE \(filter.condition)",
                arguments: filter.arguments
            ).map { $0["detail"] as String }
        }
        try database.close()
        #expect(plan.contains { $0.contains("registrationByProvider") }, "\(plan)")
    }
}

/// The statements that a connection ran.
private final class Statements: @unchecked Sendable {
    // Sendable: one connection alone adds to them, on its own queue.
    private(set) var all: [String] = []

    func add(_ statement: String) { all.append(statement) }
}

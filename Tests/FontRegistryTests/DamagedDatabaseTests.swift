import FontRegistry
import Foundation
import GRDB
import Glibc
import TestSupport
import Testing

@testable import FontStore

/// A database that is damaged, lost or from a newer version is refused with advice and kept, and rebuilt on request.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct DamagedDatabaseTests {
    enum Kind: String, CaseIterable, Sendable {
        case garbage, corruptPages, zeroLength, missing
        /// One byte of the header changed: the number of the schema, or that of the format, which SQLite then only reads.
        case schemaNumber, writeVersion

        /// Whether the database can still be read.
        var isReadable: Bool { self == .writeVersion }
    }

    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    /// Fills a store with everything that a rebuild must restore.
    private func fill() async throws {
        let (one, two) = (try home.manager(provider: "one"), try home.manager(provider: "two"))
        let shared = try home.write(SyntheticFont(family: "Shared"))
        try await one.add(shared, .persistent, RegistrationOptions(tag: "a tag"))
        try await two.add(shared)
        try await two.add(
            try home.write(SyntheticFont(family: "Shared", salt: 1)), .persistent, RegistrationOptions(isEnabled: false)
        )
        try await one.add(try home.write(.variable(family: "Axis")))
        try await two.add(try home.write(SyntheticCollection.faces(3, family: "Part").build(), as: "part.ttc"))
        try await one.add(try home.write(SyntheticFont(family: "Tonight")), .session)
    }

    private func damage(_ kind: Kind) throws {
        let file = home.paths.database
        switch kind {
        case .garbage: try Data(repeating: 0x2A, count: 8_192).write(to: URL(filePath: file))
        case .corruptPages:
            // Keeps the header and overwrites everything after it.
            let size = try Data(contentsOf: URL(filePath: file)).count
            let handle = try FileHandle(forUpdating: URL(filePath: file))
            try handle.seek(toOffset: 100)
            try handle.write(contentsOf: Data(repeating: 0xFF, count: size - 100))
            try handle.close()
        // https://www.sqlite.org/fileformat2.html#the_database_header
        case .schemaNumber: try setByte(at: 63, to: 99)
        case .writeVersion: try setByte(at: 18, to: 9)
        case .zeroLength: try #require(truncate(file, 0) == 0)
        case .missing: try remove(file)
        }
    }

    private func setByte(at offset: UInt64, to byte: UInt8) throws {
        let handle = try FileHandle(forUpdating: URL(filePath: home.paths.database))
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: Data([byte]))
        try handle.close()
    }

    private func bytes() -> Data? { try? Data(contentsOf: URL(filePath: home.paths.database)) }

    @Test(arguments: Kind.allCases.filter { !$0.isReadable })
    func itIsRefusedWithAdviceAndLeftAsItIs(_ kind: Kind) async throws {
        try await fill()
        try damage(kind)
        let (before, inventory) = (bytes(), try home.inventory())
        let fonts = try home.manager()
        let file = try home.write(SyntheticFont())
        func expectRefusal(_ body: () async throws -> Void) async {
            let error = await #expect(throws: FontError.self) { try await body() }
            #expect(error?.code.rawValue == 301)
            #expect(error?.storeFault == .damaged, "\(String(describing: error))")
            #expect(error?.recovery == [.repairStore], "\(String(describing: error))")
        }
        await expectRefusal { try await fonts.add(file) }
        await expectRefusal { try await fonts.unregister([.name("Shared-Regular")]) }
        await expectRefusal { _ = try await fonts.registered() }
        await expectRefusal { _ = try await fonts.resolve("Shared-Regular") }
        await expectRefusal { _ = try await fonts.fonts(matching: FontQuery()) }
        await expectRefusal {
            var events = fonts.changes.makeAsyncIterator(); _ = try await events.next()
        }
        #expect(bytes() == before)
        #expect(try home.inventory() == inventory)
        #expect(home.staged.isEmpty)
    }

    /// A truncated database is damaged, not new, both for a manager that has it open and for one that does not.
    @Test(arguments: [0, 1, 99, 100, 511, 1_000, 4_095, 4_096, 10_000], [true, false])
    func oneThatIsCutShortIsDamageAndNotAFreshStart(_ length: Int, _ isOpen: Bool) async throws {
        let open = try home.manager(authority: .user)
        let registration = try await open.add(try home.write(SyntheticFont()))
        try #require(truncate(home.paths.database, off_t(length)) == 0)
        let fonts = isOpen ? open : try home.manager(authority: .user)
        let before = bytes()
        let next = try home.write(SyntheticFont(family: "Next"))
        let refusal = await #expect(throws: FontError.self) { try await fonts.add(next) }
        #expect(refusal?.storeFault == .damaged, "\(String(describing: refusal))")
        let error = await #expect(throws: FontError.self) { try await fonts.registered() }
        #expect(error?.storeFault == .damaged, "\(String(describing: error))")
        #expect(bytes() == before)
        #expect(try await fonts.diagnose(repair: true).isHealthy)
        #expect(try await fonts.registered().map(\.id) == [registration.id])
    }

    @Test(arguments: Kind.allCases)
    func repairBringsEverythingBackAndKeepsTheDamagedFile(_ kind: Kind) async throws {
        try await fill()
        let user = try home.manager(provider: "user", authority: .user)
        let before = try await user.registered().sorted { $0.id < $1.id }
        let files = home.projected
        let generation = try await user.generation()
        for number in 1...2 {
            try damage(kind)
            let doctor = try home.manager(provider: "user", authority: .user)
            let found = try await doctor.diagnose(repair: false)
            #expect(!found.isHealthy)
            #expect(found.findings.contains { $0.id == "database-damaged" && !$0.isRepaired && $0.severity == .error })

            let damaged = bytes()
            let repaired = try await doctor.diagnose(repair: true)
            #expect(repaired.isHealthy, "\(repaired.findings)")
            #expect(repaired.findings.contains { $0.id == "database-damaged" && $0.isRepaired })
            let kept = home.paths.database + ".damaged~\(number)"
            #expect(exists(kept) == (kind != .missing))
            if kind != .missing { #expect(try Data(contentsOf: URL(filePath: kept)) == damaged) }

            let after = try await doctor.registered().sorted { $0.id < $1.id }
            #expect(after.map(\.id) == before.map(\.id))
            #expect(after.map(\.tags) == before.map(\.tags))
            #expect(after.map(\.provider) == before.map(\.provider))
            #expect(after.map(\.isEnabled) == before.map(\.isEnabled))
            #expect(after.map(\.file) == before.map(\.file))
            #expect(after.map(\.registeredAt) == before.map(\.registeredAt))
            #expect(after.map(\.faces) == before.map(\.faces))
            #expect(after.map(\.scope) == before.map(\.scope))
            for path in after.compactMap(\.path) { #expect(exists(path)) }
            #expect(
                home.projected.map { ($0 as NSString).lastPathComponent }.sorted()
                    == files.map { ($0 as NSString).lastPathComponent }.sorted())
            #expect(try await doctor.generation() > generation)
            #expect(try await doctor.diagnose(repair: false).findings.filter { $0.severity != .note } == [])
            // A manager that was open during the repair continues with the new database.
            #expect(try await user.registered().count == before.count)
            #expect(try await user.has("Axis-Bold"))
        }
    }

    @Test func objectsWithoutSidecarsComeBackAsTheUsers() async throws {
        let fonts = try home.manager()
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        try remove(home.paths.sidecars)
        try damage(.missing)
        let user = try home.manager(provider: "user", authority: .user)
        let repaired = try await user.diagnose(repair: true)
        #expect(repaired.isHealthy)
        let unknown = repaired.findings.filter { $0.id == "facts-unknown" }
        #expect(unknown.count == 1 && unknown.allSatisfy { $0.severity == .warning && !$0.isRepaired }, "\(repaired)")
        #expect(unknown.first?.message.contains(registration.faces[0].postscriptName) == true)
        #expect(try await user.diagnose(repair: false).findings.allSatisfy { $0.severity == .note }, "reported once")
        let found = try #require(try await user.registered().first)
        #expect(found.provider == "user")
        #expect(found.isEnabled)
        #expect(found.faces == registration.faces)
    }

    @Test func anObjectThatIsNoLongerWhatItWasIsNotTakenOver() async throws {
        let fonts = try home.manager(authority: .user)
        let good = try await fonts.add(try home.write(SyntheticFont(family: "Good")))
        let bad = try await fonts.add(try home.write(SyntheticFont(family: "Bad")))
        let object = ObjectStore(home.paths).path(bad.sha256)
        try #require(chmod(object, 0o600) == 0)
        try Data(SyntheticFont(family: "Evil").build()).write(to: URL(filePath: object))
        try remove(bad.file)
        try damage(.garbage)
        let diagnosis = try await fonts.diagnose(repair: true)
        #expect(diagnosis.findings.contains { $0.id == "object-unreadable" && $0.message.contains(bad.sha256) })
        #expect(try await fonts.registered().map(\.id) == [good.id])
        #expect(try await !fonts.has("Evil-Regular"))
        #expect(home.projected.count == 1)
        #expect(exists(object + ".damaged"))
    }

    @Test func aNewerSchemaKeepsEveryByte() async throws {
        try await fill()
        try home.paths.takeForward()
        let (before, inventory) = (bytes(), try home.inventory())
        let fonts = try home.manager(authority: .user)
        let file = try home.write(SyntheticFont())
        func expectRefusal(_ body: () async throws -> Void) async {
            let error = await #expect(throws: FontError.self) { try await body() }
            #expect(error?.storeFault == .newerSchema, "\(String(describing: error))")
            #expect(error?.message.contains("Update fontd") == true)
        }
        await expectRefusal { try await fonts.add(file) }
        await expectRefusal { try await fonts.unregister([.name("Shared-Regular")]) }
        await expectRefusal { _ = try await fonts.registered() }
        // A repair does not discard the data of a newer version.
        await expectRefusal { _ = try await fonts.diagnose(repair: true) }
        #expect(bytes() == before)
        #expect(try home.inventory() == inventory)
    }

    /// An index without its rows makes the fonts look unregistered, which must not spread to their traces.
    @Test func anEmptyIndexOfAnOlderDatabaseEndsNothing() async throws {
        let fonts = try home.manager(authority: .user)
        let registration = try await fonts.add(try home.write(SyntheticFont(family: "Kept")))
        let older = try Data(contentsOf: URL(filePath: home.paths.database))
        try await fonts.setEnabled(false, [.name("Kept-Regular")])
        try older.write(to: URL(filePath: home.paths.database))
        let queue = try DatabaseQueue(path: home.paths.database)
        let root = try await queue.read {
            try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'registrationByContent'")
        }
        try queue.close()
        // The number of cells in the header of the page, of which it is the first.
        let page = UInt64(try #require(root) - 1) * 4_096
        for offset: UInt64 in [3, 4] { try setByte(at: page + offset, to: 0) }
        let next = try home.manager(authority: .user)
        let error = await #expect(throws: FontError.self) {
            try await next.add(try home.write(SyntheticFont(family: "New")))
        }
        #expect(error?.storeFault == .damaged)
        #expect(try await next.diagnose(repair: true).isHealthy)
        let found = try await next.registered()
        #expect(found.map(\.id) == [registration.id])
        #expect(found.map(\.isEnabled) == [false])
    }

    @Test func aFontThatADamagedDatabaseDoesNotKnowKeepsItsBytes() async throws {
        let fonts = try home.manager(authority: .user)
        let file = try home.write(SyntheticFont(family: "Kept"))
        let registration = try await fonts.add(file)
        let queue = try DatabaseQueue(path: home.paths.database)
        try await queue.write { database in
            try database.execute(
                sql: """
                    DELETE FROM registration;
                    CREATE TRIGGER refusal BEFORE INSERT ON registration BEGIN SELECT raise(ABORT, 'no'); END;
                    """)
        }
        try queue.close()
        let next = try home.manager(authority: .user)
        await #expect(throws: FontError.self) { try await next.add(file) }
        #expect(exists(ObjectStore(home.paths).path(registration.sha256)))
    }

    @Test func somebodyElsesDatabaseIsRefused() async throws {
        try await fill()
        // Offset 68 of an SQLite file is `PRAGMA application_id`.
        let handle = try FileHandle(forUpdating: URL(filePath: home.paths.database))
        try handle.seek(toOffset: 68)
        try handle.write(contentsOf: Data([1, 2, 3, 4]))
        try handle.close()
        let before = bytes()
        let fonts = try home.manager()
        let error = await #expect(throws: FontError.self) { try await fonts.registered() }
        #expect(error?.storeFault == .damaged)
        await #expect(throws: FontError.self) { try await fonts.add(try home.write(SyntheticFont())) }
        #expect(bytes() == before)
    }

    @Test func aHealthyStoreHasNothingToRepair() async throws {
        try await fill()
        let fonts = try home.manager(authority: .user)
        let before = try await fonts.registered()
        let generation = try await fonts.generation()
        let diagnosis = try await fonts.diagnose(repair: true)
        #expect(diagnosis.findings.filter { $0.severity != .note } == [])
        #expect(try await fonts.registered() == before)
        #expect(try await fonts.generation() == generation)
    }
}

import FontModel
import FontRegistry
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import FontStore

/// Lists of a store whose registrations and faces are read at the same time, over two connections.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct LargeStoreTests {
    private let home: PrivateHome
    private let fonts: FontManager
    private let registrar: Registrar
    private let families: [String: String]

    init() async throws {
        let home = try PrivateHome()
        self.home = home
        fonts = try home.manager()
        registrar = Registrar(home.context)
        let files = try (0..<600).map { try home.write(SyntheticFont(family: "Large \($0)")) }
        families = Dictionary(uniqueKeysWithValues: files.indices.map { (files[$0], "Large \($0)") })
        try #require(try await fonts.register(files.map { .file($0) }, scope: .persistent).summary().isSuccess)
        let attributes = try FileManager.default.attributesOfItem(atPath: home.paths.database)
        try #require(try #require(attributes[.size] as? Int) >= Registrar.largeDatabase)
    }

    @Test func registrationsHaveTheirFaces() async throws {
        let listed = try await fonts.registered()
        #expect(listed.count == 600)
        #expect(listed.allSatisfy { $0.faces.map(\.family) == [families[$0.file]] })
        #expect(try await fonts.registered(provider: "test") == listed)
    }

    /// A writer commits before or after both parts, and never between them.
    @Test(.enabled(if: BlockingWork.hasSeveralCores, "needs two cores"))
    func bothPartsAreOfOneState() async throws {
        let file = try home.write(SyntheticFont(family: "Late"))
        let manager = fonts
        let writing = Mutex<Task<Void, any Error>?>(nil)
        let parts = try registrar.readInParts(
            { database, _ in
                let before = try database.generation()
                writing.withLock { $0 = Task { try await manager.add(file) } }
                // The writer waits for this lock now, or will.
                for _ in 0..<200 { #expect(try database.generation() == before) }
                return before
            }, { database in try database.generation() })
        let (first, second) = try #require(parts)
        #expect(first == second)
        try await writing.withLock { $0 }?.value
        #expect(try await fonts.generation() == first + 1)
    }

    @Test(.enabled(if: BlockingWork.hasSeveralCores, "needs two cores"))
    func theSecondPartHasAConnectionOfItsOwn() throws {
        // On a busy machine the first part may end before another thread has begun the second.
        for _ in 0..<20 {
            let parts = try registrar.readInParts(
                { database, _ in
                    for _ in 0..<200 { _ = try database.generation() }
                    return Int(bitPattern: database.sqliteConnection)
                }, { database in Int(bitPattern: database.sqliteConnection) })
            let (first, second) = try #require(parts)
            if first != second { return }
        }
        Issue.record("One connection read both parts 20 times.")
    }
}

import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FontRegistry

/// A change tail delivers each published operation of a store once and in order, including those of other processes.
@Suite(.tags(.unsafeMemory), .fewAtOnce, .timeLimit(.minutes(60))) struct ChangeTailTests {
    /// Records changes as "generation kind family".
    private final class Listener: Sendable {
        private let told = Mutex<[String]>([])
        private let read = Mutex<[String]>([])

        var lines: [String] { told.withLock { $0 } }

        /// Returns whether a change was read, published or not.
        func hasRead(_ line: String) -> Bool { read.withLock { $0.contains(line) } }

        func tail(_ store: RegistryStore, after generation: Int64?) -> ChangeTail<[String]> {
            ChangeTail(store, after: generation) { generation, changes in
                let lines = changes.map { $0.map(Self.line) } ?? ["\(generation) anything"]
                self.read.withLock { $0 += lines }
                return lines
            } handOver: { generation, lines in
                self.told.withLock { $0 += lines.isEmpty ? ["\(generation) nothing"] : lines }
            }
        }

        static func line(_ change: FontChange) -> String {
            "\(change.generation) \(change.kind) \(change.faces.map(\.face.family).joined(separator: ","))"
        }
    }

    private let home: PrivateHome
    private let store: RegistryStore
    private let own: FontManager
    private let other: FontManager
    private let listener = Listener()

    init() throws {
        home = try PrivateHome()
        store = RegistryStore(home.context)
        own = FontManager(Caller(provider: "test", authority: .provider), on: store)
        other = try home.manager()
    }

    private func font(_ family: String) throws -> String { try home.write(SyntheticFont(family: family)) }

    @Test func everybodysOperationsAreHandedOverOnceAndInOrder() async throws {
        try await own.add(try font("Before"))
        let tail = listener.tail(store, after: try await own.generation())
        try tail.start { Issue.record("the store could not be read") }
        for number in 0..<20 { try await (number % 3 == 0 ? other : own).add(try font("New \(number)")) }
        let batch = try (0..<100).map { URL(filePath: try font("Batch \($0)")) }
        #expect(try await other.register(batch, scope: .persistent).summary().isSuccess)
        #expect(await eventually { listener.lines.count >= 21 })
        let last = listener.lines.last
        #expect(listener.lines.dropLast() == (0..<20).map { "\($0 + 2) added New \($0)" }[...])
        #expect(last?.hasPrefix("22 added Batch ") == true)
        #expect(last?.count { $0 == "," } == 99)
    }

    /// An operation that is undone is delivered together with its reversal, not with the next operation.
    ///
    /// The tail reads it ahead, before it is published.
    @Test func rolledBackChangeIsReportedWithItsEnd() async throws {
        let tail = listener.tail(store, after: 0)
        try tail.start { Issue.record("the store could not be read") }
        try await own.add(try font("First"))
        for (manager, number) in [(own, 2), (other, 4)] {
            // Blocks the temporary name through which a new font file enters its folder.
            let folders = try FileManager.default.contentsOfDirectory(atPath: home.paths.persistentProjection)
            let bar = "\(home.paths.persistentProjection)/\(try #require(folders.first))/.fontd-incoming"
            try FileManager.default.createDirectory(atPath: bar, withIntermediateDirectories: false)
            await #expect(throws: FontError.self) { try await manager.add(try font("Undone")) }
            #expect(await eventually { listener.hasRead("\(number) added Undone") })
            #expect(listener.lines == ["1 added First"])
            try FileManager.default.removeItem(atPath: bar)
        }
        try await other.add(try font("Last"))
        #expect(await eventually { listener.lines.last == "6 added Last" })
        #expect(
            listener.lines == [
                "1 added First", "2 added Undone", "3 removed Undone", "4 added Undone", "5 removed Undone",
                "6 added Last",
            ])
    }

    /// An operation that was lost with its database is not delivered, although its generation is used again.
    @Test func changesOfALostDatabaseAreNotReported() async throws {
        let tail = listener.tail(store, after: 0)
        try tail.start { Issue.record("the store could not be read") }
        try await other.add(try font("First"))
        #expect(await eventually { listener.lines == ["1 added First"] })
        let (files, paths) = (FileManager.default, home.paths)
        try files.copyItem(atPath: paths.database, toPath: paths.database + ".kept")
        // The generation file cannot be replaced: the operation is committed but not published.
        try files.moveItem(atPath: paths.generationFile, toPath: paths.generationFile + ".kept")
        try files.createDirectory(atPath: paths.generationFile + "/x", withIntermediateDirectories: true)
        let error = await #expect(throws: FontError.self) { try await other.add(try font("Lost")) }
        #expect(error?.message.contains("recorded") == true)
        #expect(await eventually { listener.hasRead("2 added Lost") })
        // Uses a link, because renaming the file would cause an event.
        try files.removeItem(atPath: paths.generationFile)
        #expect(link(paths.generationFile + ".kept", paths.generationFile) == 0)
        #expect(rename(paths.database + ".kept", paths.database) == 0)
        try await other.add(try font("Second"))
        #expect(await eventually { listener.lines.count > 1 })
        #expect(listener.lines == ["1 added First", "2 added Second"])
    }
}

import Dispatch
import FontModel
import FontRegistry
import GRDB
import TestSupport
import Testing

/// Operations beside another process that keeps the database locked.
@Suite(.timeLimit(.minutes(60))) struct HeldLockTests {
    /// An executor of one thread: a task that blocks it keeps all others from running.
    private final class OneThread: TaskExecutor {
        private let queue = DispatchQueue(label: "one thread")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    enum Operation: CaseIterable {
        case resolve, resolveOther, unusable, generation, history, snapshot, registered, fonts, families

        func run(_ manager: FontManager) async throws {
            switch self {
            case .resolve: #expect(try await manager.resolve("Held-Regular").match != nil)
            case .resolveOther: #expect(try await manager.resolve("Nothing").match == nil)
            case .unusable: #expect(try await manager.resolve("Off-Regular").unusable != nil)
            case .generation: #expect(try await manager.generation() > 0)
            case .history: #expect(try await Self.first(manager.changes(since: 1)) != nil)
            // Generations that the log does not reach are answered with everything.
            case .snapshot: #expect(try await Self.first(manager.changes(since: -1)) != nil)
            case .registered: #expect(try await manager.registered().count == 2)
            case .fonts: #expect(try await manager.fonts(matching: FontQuery(family: "Held")).count == 1)
            case .families: #expect(try await manager.families().contains { $0.name == "Held" })
            }
        }

        private static func first(_ changes: FontChanges) async throws -> FontChangeEvent? {
            var iterator = changes.makeAsyncIterator()
            return try await iterator.next()
        }
    }

    @Test(arguments: Operation.allCases) func noTaskKeepsItsThreadWaiting(_ operation: Operation) async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        try await fonts.add(try home.write(SyntheticFont(family: "Held")))
        let off = try await fonts.add(try home.write(SyntheticFont(family: "Off")))
        try await fonts.setEnabled(false, [.id(off.id)])

        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: home.paths.database, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        let thread = OneThread()
        let waiting = Task(executorPreference: thread) {
            // A manager that has read nothing yet.
            try await operation.run(try home.manager())
        }
        let releasing = Task(executorPreference: thread) {
            try other.unsafeReentrantWrite { try $0.execute(sql: "COMMIT") }
        }
        try await releasing.value
        try await waiting.value
    }
}

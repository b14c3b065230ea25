import FontRegistry
import Foundation
import TestSupport
import Testing

extension FailingPrograms {
    /// Two processes with eight tasks each write to one store without losing a change.
    ///
    /// Every operation has its own generation, without gaps.
    @Suite(.timeLimit(.minutes(60)))
    struct ManyWritersTests {
        /// The number of operations of each task.
        private static let operations =
            ProcessInfo.processInfo.environment["FONTD_WRITER_OPERATIONS"].flatMap(Int.init) ?? 12

        private static let tasks = 8

        @Test func everyOperationHasItsNumber() async throws {
            let home = try PrivateHome()
            let operations = Self.operations
            async let first = #expect(processExitsWith: .success) {
                [root = home.root as String, operations = operations as Int] () async throws -> Void in
                try await Writer.work(root, process: 0, operations: operations)
            }
            async let second = #expect(processExitsWith: .success) {
                [root = home.root as String, operations = operations as Int] () async throws -> Void in
                try await Writer.work(root, process: 1, operations: operations)
            }
            _ = await (first, second)
            for process in 0..<2 {
                let failure = try? String(contentsOfFile: Writer.failure(home.root, process: process), encoding: .utf8)
                #expect(failure == nil)
            }

            let user = try home.user()
            let end = Int64(2 * Self.tasks * operations)
            try #require(try await user.generation() == end)
            // A replay is limited; a client that is further behind gets a snapshot.
            let begin = max(0, end - 4_000)
            var generations: [Int64] = []
            var changes = user.changes(since: begin).makeAsyncIterator()
            while generations.last != end, case .change(let change)? = try await changes.next() {
                generations.append(change.generation)
            }
            #expect(generations == Array((begin + 1)...end))

            // The result of each task's last operations is the final state.
            var expected: Set<String> = []
            for process in 0..<2 {
                for task in 0..<Self.tasks { expected.formUnion(Writer.outcome(process, task, operations)) }
            }
            let registered = try await user.registered()
            #expect(Set(registered.map(Writer.describe)) == expected)
            #expect(registered.count == expected.count)
            #expect(try Set(home.listed()) == Set(registered.filter(\.isEnabled).compactMap(\.path)))
            #expect(home.staged.isEmpty)
            #expect(try await user.diagnose(repair: false).findings == [])
        }
    }
}

/// One of the processes of ``FailingPrograms/ManyWritersTests``.
private enum Writer {
    /// A font of one task with its later revision, and a font shared with a task of the other process.
    private enum Font: CaseIterable {
        case own, shared

        /// The repeated steps of a task; each is one change.
        var steps: [Step] {
            switch self {
            case .own: [.register, .disable, .enable, .replace, .unregister]
            case .shared: [.register, .disable, .unregister]
            }
        }
    }

    private enum Step { case register, disable, enable, replace, unregister }

    private static func family(_ font: Font, _ process: Int, _ task: Int) -> String {
        font == .own ? "Own \(process) \(task)" : "Shared \(task)"
    }

    private static func provider(_ process: Int) -> String { "writer\(process)" }

    /// Returns the steps of a task in order, alternating between its two fonts.
    private static func steps(_ count: Int) -> [(font: Font, step: Step)] {
        var turns: [Font: Int] = [:]
        return (0..<count).map { number in
            let font = Font.allCases[number % Font.allCases.count]
            let turn = turns[font, default: 0]
            turns[font] = turn + 1
            return (font, font.steps[turn % font.steps.count])
        }
    }

    static func describe(_ registration: Registration) -> String {
        let face = registration.faces[0]
        return "\(registration.provider) \(face.postscriptName) \(face.revision) \(registration.isEnabled)"
    }

    /// Returns the registrations that a task leaves, in the form of ``describe(_:)``.
    static func outcome(_ process: Int, _ task: Int, _ count: Int) -> Set<String> {
        var last: [Font: Step] = [:]
        for (font, step) in steps(count) { last[font] = step }
        return Set(
            last.compactMap { font, step in
                guard step != .unregister else { return nil }
                let name = family(font, process, task).filter { $0 != " " } + "-Regular"
                return "\(provider(process)) \(name) \(step == .replace ? 2.0 : 1.0) \(step != .disable)"
            })
    }

    static func work(_ root: String, process: Int, operations: Int) async throws {
        let context = RegistryContext(
            paths: FontPaths(dataHome: root + "/data", configHome: root + "/config", runtimeDirectory: root + "/run"),
            fontconfigFile: root + "/fonts.conf", delayedTouches: .none)
        let fonts = FontManager(provider: provider(process), context: context)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask { try await work(fonts, root, process: process, task: task, operations: operations) }
                }
                try await group.waitForAll()
            }
        } catch {
            try "\(error)".write(toFile: failure(root, process: process), atomically: true, encoding: .utf8)
            throw error
        }
    }

    /// The file with the error of a process, of which the test sees only that it failed.
    static func failure(_ root: String, process: Int) -> String { "\(root)/failure-\(process)" }

    private static func work(
        _ fonts: FontManager, _ root: String, process: Int, task: Int, operations: Int
    ) async throws {
        func write(_ font: Font, revision: Double) throws -> URL {
            let file = "\(root)/given/\(process)-\(task)-\(font)-\(Int(revision)).ttf"
            let bytes = SyntheticFont(family: family(font, process, task)) { $0.revision = revision }.build()
            try Data(bytes).write(to: URL(filePath: file))
            return URL(filePath: file)
        }
        for (font, step) in steps(operations) {
            let name = family(font, process, task).filter { $0 != " " } + "-Regular"
            let old = try write(font, revision: 1)
            let new = try write(font, revision: 2)
            let summary: FontSummary
            switch step {
            case .register:
                summary = try await fonts.register([old], scope: .persistent).summary()
            case .replace:
                let options = RegistrationOptions(replaces: true)
                summary = try await fonts.register([new], scope: .persistent, options: options).summary()
            case .disable: summary = try await fonts.setEnabled(false, [.name(name)], scope: .persistent)
            case .enable: summary = try await fonts.setEnabled(true, [.name(name)], scope: .persistent)
            case .unregister: summary = try await fonts.unregister([.name(name)], scope: .persistent)
            }
            guard summary.isSuccess, summary.outcomes.count == 1 else {
                throw Failure(step: "\(step) of \(name): \(summary.outcomes)")
            }
        }
    }

    private struct Failure: Error {
        var step: String
    }
}

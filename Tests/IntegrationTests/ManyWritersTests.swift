import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// Two processes with eight tasks each write to one store at the same time: no change is lost, and every operation has
    /// a number of its own, without a gap.
    @Suite(.timeLimit(.minutes(60)))
    struct ManyWritersTests {
        /// How many operations each task carries out; the issue asks for 200.
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

            let user = try home.user()
            let end = Int64(2 * Self.tasks * operations)
            #expect(try await user.generation() == end)
            // A replay is not longer than so much; who is further behind is told to look for himself.
            let begin = max(0, end - 4_000)
            var generations: [Int64] = []
            var changes = user.changes(since: begin).makeAsyncIterator()
            while generations.last != end, case .change(let change)? = try await changes.next() {
                generations.append(change.generation)
            }
            #expect(generations == Array((begin + 1)...end))

            // What each task did last is how things are.
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

/// One of the processes of ``RealPrograms/ManyWritersTests``.
private enum Writer {
    /// A font of a task's own, its successor, and one that a task of the other process has as well.
    private enum Font: CaseIterable {
        case own, shared

        /// What a task does with it, again and again: each step is one change.
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

    /// The steps of a task in order: those of its two fonts take turns.
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

    /// What a task leaves behind, as ``describe(_:)`` says it.
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
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { try await work(fonts, root, process: process, task: task, operations: operations) }
            }
            try await group.waitForAll()
        }
    }

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

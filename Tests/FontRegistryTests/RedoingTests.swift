import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// What was undone can be redone, and its bytes are kept as long as those of unregistered fonts.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct RedoingTests {
    private let home: PrivateHome
    private let user: FontManager

    init() throws {
        home = try PrivateHome()
        user = try home.user()
    }

    /// The user has no other copy of the font.
    @Test func theOnlyCopyIsKept() async throws {
        let file = try home.write(SyntheticFont(family: "Lora"))
        let bytes = try Data(contentsOf: URL(filePath: file))
        let hash = try await user.add(file).sha256
        try FileManager.default.removeItem(atPath: file)
        #expect(try await user.undo().statuses == [.unregistered])
        #expect(home.removed == [hash])
        // An ordinary prune and other operations keep it.
        #expect(try await user.prune() == PruneReport())
        try await user.add(try home.write(SyntheticFont(family: "Other")))
        #expect(try await user.redo().statuses == [.registered])
        let path = try #require(try await user.resolve("Lora-Regular").match?.path)
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        #expect(home.removed.isEmpty)
        // The redone operation is the last one.
        #expect(try await user.undo().statuses == [.unregistered])
        #expect(try await user.has("Other-Regular"))
        #expect(try await user.prune(all: true).removedObjects == [hash])
        #expect(try await user.redoableOperations().map(\.isComplete) == [false])
        let gone = await #expect(throws: FontError.self) { try await user.redo() }
        #expect(gone?.code == .fileNotFound && gone?.message.contains("cannot be reversed") == true)
    }

    @Test func itIsKeptForThirtyDays() async throws {
        try await user.add(try home.write(SyntheticFont(family: "Lora")))
        try home.spoilDatabase("UPDATE operation SET time = time - \(2 * FontLimits.removedAge)")
        _ = try await user.undo()
        _ = try await user.prune()
        #expect(home.removed.count == 1, "the time counts from when it was undone")
        try home.spoilDatabase("UPDATE operation SET time = time - \(FontLimits.removedAge + 60)")
        _ = try await user.prune()
        #expect(home.removed.isEmpty)
    }

    @Test func withoutOneThereIsNothingToRepeat() async throws {
        for number in [nil, 7] as [Int64?] {
            let error = await #expect(throws: FontError.self) { try await user.redo(number) }
            #expect(error?.code == .insufficientInfo && error?.message.contains("to redo") == true)
        }
        #expect(!FileManager.default.fileExists(atPath: home.paths.store))
        try await user.add(try home.write(SyntheticFont(family: "Lora")))
        let number = try #require(try await user.undoableOperations().first).number
        // An operation that was not undone has no number here.
        await #expect(throws: FontError.self) { try await user.redo(number) }
        _ = try await user.undo()
        await #expect(throws: FontError.self) { try await user.undo(number) }
    }

    @Test func aLaterChangeIsRespected() async throws {
        let file = try home.write(SyntheticFont(family: "Lora"))
        try await user.add(file)
        _ = try await user.undo()
        try await user.add(file)
        let error = await #expect(throws: FontError.self) { try await user.redo() }
        #expect(error?.code == .notRegistered && error?.message.contains("cannot be reversed") == true)
        #expect(try await user.registered().count == 1)
    }

    @Test func aChangeOfThePolicyIsRepeated() async throws {
        let registrar = Registrar(home.context)
        try registrar.changePolicy { $0.unconfined.use = .deny }
        let file = try String(contentsOfFile: home.paths.policyFile, encoding: .utf8)
        _ = try await user.undo()
        #expect(!FileManager.default.fileExists(atPath: home.paths.policyFile))
        #expect(try await user.redoableOperations().map(\.kind) == [.policy])
        #expect(try await user.redo().outcomes.isEmpty)
        #expect(try String(contentsOfFile: home.paths.policyFile, encoding: .utf8) == file)
        _ = try await user.undo()
        #expect(!FileManager.default.fileExists(atPath: home.paths.policyFile))
    }

    @Test func filesAreMovedToTheTrashAgain() async throws {
        func write(_ family: String) throws -> String {
            let path = home.paths.userFonts + "/\(family).ttf"
            try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
            try Data(SyntheticFont(family: family).build()).write(to: URL(filePath: path))
            return path
        }
        let files = [try write("One"), try write("Two"), try write("Three")]
        _ = try await user.adopt()
        let before = try await user.registered()
        _ = try await user.undo()
        // One is changed meanwhile, one is gone.
        try Data(SyntheticFont(family: "Foreign").build()).write(to: URL(filePath: files[1]))
        try FileManager.default.removeItem(atPath: files[2])
        let trial = try await user.redo(isDryRun: true)
        let summary = try await user.redo()
        #expect(summary.outcomes == trial.outcomes)
        let expected: [String: FontOutcome.Status] = [files[0]: .movedToTrash, files[1]: .failed, files[2]: .unchanged]
        for (file, status) in expected {
            #expect(summary.outcomes.contains { $0.item == file && $0.status == status }, "\(summary.outcomes)")
        }
        #expect(summary.statuses.count { $0 == .registered } == 3)
        #expect(try await user.registered().map(\.id).sorted() == before.map(\.id).sorted())
        #expect(files.map { FileManager.default.fileExists(atPath: $0) } == [false, true, false])
        #expect(try await user.diagnose(repair: false).isHealthy)
    }
}

import FontRegistry
import Foundation
import GRDB
import Glibc
import TestSupport
import Testing

@testable import FontStore

/// The user's operations are undone: the last one first, each completely or not at all.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct UndoingTests {
    enum Operation: String, CaseIterable, Sendable {
        case register, registerMany, replace, replaceSeveral, retag, forSession, disable, enable, unregister
        case unregisterMany, unregisterDisabled, unregisterOthers, disableOthers, enableOthers, enableTagged
    }

    private let home: PrivateHome
    private let user: FontManager
    private let provider: FontManager

    init() async throws {
        home = try PrivateHome()
        user = try home.user()
        provider = try home.manager(provider: "org.example.App")
        try await user.add(try home.write(SyntheticFont(family: "Earlier")), .persistent, .init(tag: "first"))
        try await user.add(try home.write(SyntheticFont(family: "Other")))
        try await user.add(try home.write(SyntheticFont(family: "Hidden")), .persistent, .init(isEnabled: false))
        try await user.add(try home.write(SyntheticFont(family: "Tonight")), .session)
        try await provider.add(try home.write(SyntheticFont(family: "Theirs")))
        try await provider.add(try home.write(SyntheticFont(family: "Held")))
        try await user.setEnabled(false, [.name("Held-Regular")])
    }

    private func carryOut(_ operation: Operation) async throws -> FontSummary {
        func register(
            _ fonts: [SyntheticFont], _ scope: FontScope = .persistent, _ options: RegistrationOptions = .init()
        ) async throws -> FontSummary {
            let files = try fonts.map { try home.write($0) }
            return try await user.register(files.map { URL(filePath: $0) }, scope: scope, options: options).summary()
        }
        func targets(_ families: String...) -> [FontTarget] { families.map { .name($0 + "-Regular") } }
        switch operation {
        case .register: return try await register([SyntheticFont(family: "New")])
        case .registerMany: return try await register((0..<20).map { SyntheticFont(family: "New \($0)") })
        case .replace:
            return try await register(
                [SyntheticFont(family: "Earlier", salt: 1)], .persistent, .init(tag: "second", replaces: true))
        case .replaceSeveral:
            return try await register(
                [SyntheticFont(family: "Earlier", salt: 1), SyntheticFont(family: "Other", salt: 1)], .persistent,
                .init(replaces: true))
        case .retag:
            return try await register(
                [SyntheticFont(family: "Earlier")], .persistent, .init(tag: "second", replaces: true))
        case .forSession: return try await user.unregister(targets("Tonight"), scope: .session)
        case .disable: return try await user.setEnabled(false, targets("Earlier", "Other", "Tonight"))
        case .enable: return try await user.setEnabled(true, targets("Hidden"))
        case .unregister: return try await user.unregister(targets("Earlier"))
        case .unregisterMany: return try await user.unregister(targets("Earlier", "Other", "Tonight", "Theirs"))
        case .unregisterDisabled: return try await user.unregister(targets("Hidden"))
        case .unregisterOthers: return try await user.unregister(targets("Held"))
        case .disableOthers: return try await user.setEnabled(false, targets("Theirs"))
        case .enableOthers: return try await user.setEnabled(true, targets("Held"))
        case .enableTagged:
            return try await register([SyntheticFont(family: "Hidden")], .persistent, .init(tag: "second"))
        }
    }

    /// The state that undoing an operation restores: registrations with their paths, and the user's choices.
    private func state() async throws -> [Registration] { try await user.registered().sorted { $0.id < $1.id } }

    private func disabledByUser() throws -> [String] {
        try user.registrar.read { database, _ in
            try database.map {
                try String.fetchAll($0, sql: "SELECT provider || sha256 FROM disabledByUser ORDER BY 1")
            } ?? []
        }
    }

    /// The stored bytes are the same, but not the paths.
    @Test func registrationsOfTheSameBytesKeepTheirFiles() async throws {
        try await user.add(try home.write(SyntheticFont(family: "Twice"), as: "mine.ttf"))
        try await provider.add(try home.write(SyntheticFont(family: "Twice"), as: "theirs.ttf"))
        let before = try await state()
        #expect(try await user.unregister([.name("Twice-Regular")]).outcomes.count == 2)
        #expect(try await user.undo().isSuccess)
        #expect(try await state().map(\.file) == before.map(\.file))
    }

    @Test(arguments: Operation.allCases)
    func eachOperationIsUndone(_ operation: Operation) async throws {
        let (before, disabledBefore, recorded) = (
            try await state(), try disabledByUser(), try await user.undoableOperations()
        )
        #expect(try await carryOut(operation).isSuccess)
        let (after, disabledAfter) = (try await state(), try disabledByUser())
        #expect(after != before || operation == .disableOthers)
        let generation = try await user.generation()
        let last = try #require(try await user.undoableOperations().first)
        #expect(last.isComplete && last.count > 0 && last.names.count == last.count)

        let inventory = try home.inventory(of: home.root)
        let reported = try await user.undo(isDryRun: true)
        #expect(try home.inventory(of: home.root) == inventory)
        let summary = try await user.undo()
        #expect(summary.isSuccess && summary.outcomes.count == last.count)
        #expect(reported.outcomes == summary.outcomes)
        #expect(try await state() == before)
        // The outcomes have the state that is restored.
        for outcome in summary.outcomes where outcome.status != .unregistered {
            let restored = try #require(outcome.registration)
            let earlier = try #require(before.first { $0.id == restored.id })
            #expect(restored.isEnabled == earlier.isEnabled && restored.tags == earlier.tags)
        }
        #expect(try disabledByUser() == disabledBefore)
        #expect(try await user.generation() == generation + 1)
        #expect(try await user.undoableOperations() == recorded)
        #expect(try await user.diagnose(repair: false).findings.filter { $0.severity != .note } == [])
        #expect(home.staged.isEmpty)

        // It is redone without the files that were given, and undone again.
        let given = try home.setAsideGivenFiles()
        let again = try #require(try await user.redoableOperations().first)
        #expect(again.isComplete && again.kind == last.kind && again.names == last.names && again.number > last.number)
        let tried = try await user.redo(isDryRun: true)
        let redone = try await user.redo()
        #expect(redone.isSuccess && redone.outcomes == tried.outcomes)
        #expect(try await state() == after)
        #expect(try disabledByUser() == disabledAfter)
        #expect(try await user.redoableOperations().isEmpty)
        #expect(try await user.undoableOperations().map(\.kind) == [last.kind] + recorded.map(\.kind))
        #expect(try await user.undo().isSuccess)
        #expect(try await state() == before)
        #expect(try await user.diagnose(repair: false).findings.filter { $0.severity != .note } == [])
        try given()

        // The operation and its reversal can be redone.
        #expect(try await carryOut(operation).isSuccess)
        #expect(try await state().map(\.id) == after.map(\.id))
        _ = try await user.undo()
        #expect(try await state() == before)
        #expect(try disabledByUser() == disabledBefore)
    }

    @Test func eachHasItsKind() async throws {
        let kinds: [(Operation, FontOperation.Kind)] = [
            (.register, .register), (.replace, .replace), (.retag, .tag), (.disable, .disable), (.enable, .enable),
            (.unregisterOthers, .unregister),
        ]
        for (operation, kind) in kinds {
            _ = try await carryOut(operation)
            #expect(try await user.undoableOperations().first?.kind == kind)
            _ = try await user.undo()
        }
    }

    @Test func repeatedItUndoesTheOneBefore() async throws {
        var states = [try await state()]
        for operation in [Operation.register, .replace, .disable, .unregisterMany] {
            _ = try await carryOut(operation)
            states.append(try await state())
        }
        while let state = states.popLast(), !states.isEmpty {
            #expect(try await self.state() == state)
            _ = try await user.undo()
        }
        // The operations of the initializer are undone, too, but none of the provider.
        while try await !user.undoableOperations().isEmpty { _ = try await user.undo() }
        #expect(Set(try await user.registered().map(\.provider)) == ["org.example.App"])
        let nothing = await #expect(throws: FontError.self) { try await user.undo() }
        #expect(nothing?.code == .insufficientInfo)
        // All are redone in the opposite order.
        while try await !user.redoableOperations().isEmpty { _ = try await user.redo() }
        #expect(try await user.undoableOperations().map(\.kind).prefix(2) == [.unregister, .disable])
    }

    @Test func changesAreReportedAsAnyOthers() async throws {
        _ = try await carryOut(.unregisterMany)
        var changes = user.changes.makeAsyncIterator()
        _ = try await user.undo()
        var added: Set<String> = []
        while added.count < 4 {
            let change = try await changes.nextChange()
            #expect(change.kind == .added)
            added.formUnion(change.faces.map(\.face.family))
        }
        #expect(added == ["Earlier", "Other", "Tonight", "Theirs"])
    }

    /// Bytes of fonts that only providers unregistered are not kept, and providers undo nothing.
    @Test func providersHaveNoPartInIt() async throws {
        let recorded = try await user.undoableOperations()
        try await provider.unregister([.name("Theirs-Regular")])
        try await provider.add(try home.write(SyntheticFont(family: "Another")))
        try await provider.add(try home.write(SyntheticFont(family: "Local")), .process)
        try await user.add(try home.write(SyntheticFont(family: "Own local")), .process)
        #expect(try await user.undoableOperations() == recorded)
        #expect(home.removed.isEmpty)
        for body in [
            { _ = try await provider.undo() }, { _ = try await provider.undoableOperations() },
            { _ = try await provider.redo() }, { _ = try await provider.redoableOperations() },
        ] as [() async throws -> Void] {
            let refused = await #expect(throws: FontError.self) { try await body() }
            #expect(refused?.code == .missingEntitlement)
        }
    }

    private func expectRefusal(_ code: FontError.Code, of number: Int64? = nil) async throws {
        let (before, inventory) = (try await state(), try home.inventory())
        let recorded = try await user.undoableOperations()
        let error = await #expect(throws: FontError.self) { try await user.undo(number) }
        #expect(error?.code == code, "\(String(describing: error))")
        #expect(error?.message.contains("othing was changed") == true, "\(String(describing: error))")
        #expect(try await state() == before)
        #expect(try home.inventory() == inventory)
        #expect(try await user.undoableOperations() == recorded)
    }

    @Test func withoutTheBytesNothingIsUndone() async throws {
        _ = try await carryOut(.disable)
        _ = try await carryOut(.unregisterMany)
        let (kept, last) = (home.removed, try #require(try await user.undoableOperations().first))
        #expect(kept.count == 4)
        // An ordinary prune keeps them.
        #expect(try await user.prune() == PruneReport())
        #expect(home.removed == kept)
        let reported = try await user.prune(all: true, isDryRun: true)
        #expect(home.removed == kept)
        let report = try await user.prune(all: true)
        #expect(report == reported && Set(report.removedObjects) == Set(kept) && report.freedBytes > 0)
        #expect(home.removed.isEmpty)
        #expect(try await user.undoableOperations().first?.isComplete == false)
        try await expectRefusal(.fileNotFound)
        // The files are there to be registered again.
        _ = try await user.register(
            ["Earlier", "Other"].map { URL(filePath: home.root + "/given/\($0)-Regular-0.ttf") }, scope: .persistent
        ).summary()
        _ = try await user.undo()
        try await expectRefusal(.notRegistered, of: last.number - 1)
    }

    @Test(.enabled(if: geteuid() != 0, "Root reads every file."))
    func bytesThatCannotBeLookedUpAreNotGone() async throws {
        _ = try await carryOut(.unregister)
        let folder = home.paths.removed
        try #require(chmod(folder, 0) == 0)
        defer { chmod(folder, 0o700) }
        #expect(try await user.undoableOperations().first?.isComplete == true)
        let error = await #expect(throws: FontError.self) { try await user.undo() }
        #expect(error?.code == .registrationFailed && error?.message.contains(folder) == true)
        try #require(chmod(folder, 0o700) == 0)
        #expect(try await user.undo().isSuccess)
    }

    @Test func damagedBytesAreNotRegistered() async throws {
        _ = try await carryOut(.unregister)
        let path = home.paths.removed + "/" + (try #require(home.removed.first))
        try #require(chmod(path, 0o600) == 0)
        try Data(SyntheticFont(family: "Foreign").build()).write(to: URL(filePath: path))
        try await expectRefusal(.invalidFontData)
        try FileManager.default.removeItem(atPath: path)
        try #require(mkfifo(path, 0o600) == 0)
        #expect(try await user.diagnose(repair: false).findings.contains { $0.id == "misplaced" })
        try await expectRefusal(.invalidFilePath)
        #expect(try await user.diagnose(repair: true).isHealthy)
        try await expectRefusal(.fileNotFound)
    }

    @Test func aLaterChangeOfAnotherProgramIsRespected() async throws {
        _ = try await carryOut(.disableOthers)
        try await provider.unregister([.name("Theirs-Regular")])
        try await expectRefusal(.notRegistered)
        try await provider.add(try home.write(SyntheticFont(family: "Theirs")))
        try await expectRefusal(.notRegistered)
        // The operation before concerns other fonts.
        let number = try #require(try await user.undoableOperations().dropFirst().first?.number)
        #expect(try await user.undo(number).statuses == [.enabled])
        #expect(try await user.undoableOperations().map(\.number).contains(number) == false)
        let missing = await #expect(throws: FontError.self) { try await user.undo(number) }
        #expect(missing?.code == .insufficientInfo)
    }

    @Test func aNameThatIsTakenIsAConflict() async throws {
        _ = try await carryOut(.unregister)
        try await provider.add(try home.write(SyntheticFont(family: "Earlier", salt: 5)))
        let error = await #expect(throws: FontError.self) { try await user.undo() }
        #expect(error?.code == .duplicatedName && error?.conflict?.provider == "org.example.App")
        #expect(try await user.registered(provider: "user").count == 3)
        let id = try #require(error?.conflict?.id)
        _ = try await user.setEnabled(false, [.id(id)])
        let number = try #require(try await user.undoableOperations().dropFirst().first?.number)
        #expect(try await user.undo(number).isSuccess)
        #expect(try await user.registered(provider: "user").count == 4)
    }

    @Test func anEndedSessionIsNotRestored() async throws {
        _ = try await carryOut(.forSession)
        try Data("another".utf8).write(to: URL(filePath: try #require(home.paths.sessionMarker)))
        _ = try await user.registered()
        let last = try #require(try await user.undoableOperations().first).number
        try await expectRefusal(.unsupportedScope, of: last)
        // It is the last operation, so that none before it is undone in its place; nor is it in their way.
        let before = try await state()
        let ended = await #expect(throws: FontError.self) { try await user.undo() }
        #expect(ended?.code == .unsupportedScope && ended?.message.contains("no longer listed") == true)
        #expect(try await state() == before)
        #expect(try await user.undoableOperations().allSatisfy { $0.number < last })
        #expect(try await user.undo().isSuccess)
    }

    @Test func aDatabaseFromABackupTakesNothingBackThatItDoesNotKnow() async throws {
        _ = try await carryOut(.unregister)
        let backup = try Data(contentsOf: URL(filePath: home.paths.database))
        _ = try await user.undo()
        _ = try await carryOut(.replace)
        let files = try await state().map(\.sha256)
        try backup.write(to: URL(filePath: home.paths.database))
        let restored = try home.user()
        #expect(try await restored.diagnose(repair: true).isHealthy)
        let before = try await restored.registered()
        #expect(Set(before.map(\.sha256)) == Set(files))
        // The backup recorded the font as unregistered; it has been replaced since.
        let error = await #expect(throws: FontError.self) { try await restored.undo() }
        #expect(error != nil)
        #expect(try await restored.registered() == before)
        #expect(try await restored.diagnose(repair: false).isHealthy)
    }

    @Test func withoutTheDatabaseThereIsNothingToUndo() async throws {
        _ = try await carryOut(.unregister)
        let before = try await state()
        try FileManager.default.removeItem(atPath: home.paths.database)
        #expect(try await user.diagnose(repair: true).isHealthy)
        #expect(try await state().map(\.id) == before.map(\.id), "removed bytes are no lost registration")
        #expect(try await user.undoableOperations() == [])
        _ = try await user.prune()
        #expect(home.removed.isEmpty)
    }

    @Test func eachOfTwoAtOnceUndoesAnother() async throws {
        _ = try await carryOut(.register)
        let before = try await state()
        _ = try await carryOut(.disable)
        _ = try await carryOut(.unregister)
        let (one, two) = (try home.user(), try home.user())
        async let first = one.undo()
        async let second = two.undo()
        let done = try await [first, second]
        #expect(done.allSatisfy(\.isSuccess) && done[0].generation != done[1].generation)
        #expect(try await state() == before)
    }

    @Test func bytesAreKeptForThirtyDays() async throws {
        _ = try await carryOut(.unregister)
        try home.spoilDatabase("UPDATE operation SET time = time - \(FontLimits.removedAge - 60)")
        _ = try await user.prune()
        #expect(home.removed.count == 1)
        try home.spoilDatabase("UPDATE operation SET time = time - 120")
        // The next operation that removes frees them.
        try await user.unregister([.name("Other-Regular")])
        #expect(home.removed.count == 1)
        #expect(try await user.undoableOperations().map(\.isComplete).prefix(2) == [true, false])
    }

    @Test func atMostAGibibyteIsKept() async throws {
        _ = try await carryOut(.unregister)
        // A sparse file stands for a large font.
        let path = home.paths.removed + "/" + (try #require(home.removed.first))
        try #require(chmod(path, 0o600) == 0)
        try #require(truncate(path, off_t(FontLimits.removedBytes)) == 0)
        let report = try await user.prune()
        #expect(report == PruneReport())
        try await user.unregister([.name("Other-Regular")])
        #expect(home.removed.count == 1)
        #expect(try await user.undoableOperations().map(\.isComplete).prefix(2) == [true, false])
        #expect(try await user.undo().isSuccess)
    }

    @Test func theRecordIsBounded() async throws {
        let id = try #require(try await user.registered().first).id
        for _ in 0..<FontLimits.operationsKept { _ = try await toggle(id) }
        #expect(try await user.undoableOperations().count == FontLimits.operationsKept)
        try home.spoilDatabase("UPDATE operation SET count = \(FontLimits.changesKept)")
        _ = try await toggle(id)
        #expect(try await user.undoableOperations().count == 1)
    }

    @Test func aChangeOfThePolicyIsUndone() async throws {
        let registrar = Registrar(home.context)
        let file = PolicyFile(home.paths)
        let generation = try await user.generation()
        _ = try await carryOut(.disable)
        try registrar.changePolicy { $0.providers["org.example.App", default: .init()].install = .deny }
        let first = try String(contentsOfFile: file.path, encoding: .utf8)
        try registrar.changePolicy { $0.unconfined.use = .deny }
        try registrar.changePolicy { $0.unconfined.use = .deny }
        #expect(try await user.undoableOperations().map(\.kind).prefix(3) == [.policy, .policy, .disable])
        _ = try await user.undo(isDryRun: true)
        #expect(try file.read().unconfined.use == .deny)
        #expect(try await user.undo().outcomes.isEmpty)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == first)
        // An edit by hand is respected.
        try "{}".write(toFile: file.path, atomically: true, encoding: .utf8)
        try await expectRefusal(.insufficientInfo)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "{}")
        try first.write(toFile: file.path, atomically: true, encoding: .utf8)
        _ = try await user.undo()
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(try await user.undo().statuses == [.enabled, .enabled, .enabled])
        #expect(try await user.generation() == generation + 2)
    }

    private func toggle(_ id: String) async throws -> FontSummary {
        let isEnabled = try #require(try await user.registered().first { $0.id == id }).isEnabled
        return try await user.setEnabled(!isEnabled, [.id(id)])
    }

    /// The bytes of a font that is registered again are not freed with those that were kept of it.
    @Test func keptBytesOfARegisteredFontAreNoReasonToRemoveIt() async throws {
        _ = try await carryOut(.unregister)
        try await user.add(home.root + "/given/Earlier-Regular-0.ttf")
        _ = try await user.prune(all: true)
        #expect(try await user.has("Earlier-Regular"))
        #expect(try await user.diagnose(repair: false).isHealthy)
        #expect(home.removed.isEmpty)
    }
}

extension PrivateHome {
    /// The names of the files that are kept of unregistered fonts.
    var removed: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: paths.removed)) ?? []).sorted()
    }

    /// Moves the files that were given away, and returns what moves them back.
    func setAsideGivenFiles() throws -> () throws -> Void {
        let (folder, aside) = (root + "/given", root + "/set-aside")
        try FileManager.default.moveItem(atPath: folder, toPath: aside)
        return { try FileManager.default.moveItem(atPath: aside, toPath: folder) }
    }
}

import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// Changes name the registrations that they are about, and summaries the operation that undoes them.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ChangeIdentityTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.user()
    }

    // MARK: Registrations

    @Test(arguments: FontScope.allCases) func everyFaceHasItsRegistration(_ scope: FontScope) async throws {
        var events = fonts.changes.makeAsyncIterator()
        let one = try await fonts.add(try home.write(SyntheticFont(family: "One")), scope)
        #expect(try await events.nextChange().faces.map(\.id) == [one.id])
        let two = try await fonts.add(try home.write(SyntheticFont(family: "Two")), scope)
        #expect(try await events.nextChange().ids == [two.id])
        try await fonts.setEnabled(false, [.id(one.id), .id(two.id)], scope: scope)
        var disabled: Set<String> = []
        while disabled.count < 2 {
            let change = try await events.nextChange()
            #expect(change.kind == .disabled)
            disabled.formUnion(change.ids)
        }
        #expect(disabled == [one.id, two.id])
        try await fonts.unregister([.id(two.id)], scope: scope)
        let removed = try await events.nextChange()
        #expect(removed.kind == .removed && removed.ids == [two.id] && removed.replacedIDs.isEmpty)
    }

    @Test(arguments: FontScope.allCases) func aReplacementNamesWhatItEnded(_ scope: FontScope) async throws {
        let old = try await fonts.add(try home.write(SyntheticFont()), scope)
        var events = fonts.changes.makeAsyncIterator()
        let release = try home.write(SyntheticFont { $0.revision = 2 }, as: "2.ttf")
        let new = try await fonts.add(release, scope, RegistrationOptions(replaces: true))
        try #require(old.id != new.id)
        let change = try await events.nextChange()
        #expect(change.kind == .replaced && change.ids == [new.id] && change.replacedIDs == [old.id])
    }

    /// A replaced file with faces that the new one lacks is removed by a change of its own.
    @Test func aRegistrationEndsOnce() async throws {
        let faces = SyntheticCollection.faces(2, family: "Part")
        let old = try await fonts.add(try home.write(faces.build(), as: "all.ttc"))
        var events = fonts.changes.makeAsyncIterator()
        let part = try #require(old.faces.first)
        let release = try home.write(SyntheticFont(family: part.family, style: part.style) { $0.revision = 2 })
        let new = try await fonts.add(release, .persistent, RegistrationOptions(replaces: true))
        let changes = [try await events.nextChange(), try await events.nextChange()]
        #expect(changes.map(\.kind) == [.removed, .replaced])
        #expect(changes.map(\.ids) == [[old.id], [new.id]])
        #expect(changes[1].replacedIDs.isEmpty)
    }

    /// The log of another process's changes has the same ids as the events.
    @Test func aReplayHasTheIDs() async throws {
        let old = try await fonts.add(try home.write(SyntheticFont()))
        let release = try home.write(SyntheticFont { $0.revision = 2 }, as: "2.ttf")
        let new = try await fonts.add(release, .persistent, RegistrationOptions(replaces: true))
        try await fonts.changeTags(adding: ["talk"], of: [.id(new.id)])
        var events = try home.user().changes(since: 0).makeAsyncIterator()
        var replayed: [FontChange] = []
        for _ in 0..<3 { replayed.append(try await events.nextChange()) }
        #expect(replayed.map(\.kind) == [.added, .replaced, .tagged])
        #expect(replayed.map(\.ids) == [[old.id], [new.id], [new.id]])
        #expect(replayed.map(\.replacedIDs) == [[], [old.id], []])
    }

    // MARK: Operations

    private var last: Int64? { get async throws { try await fonts.undoableOperations().first?.number } }

    @Test func everySummaryHasItsOperation() async throws {
        let path = try home.write(SyntheticFont())
        let registered = try await fonts.register([.file(path)], scope: .persistent).summary()
        let id = try #require(registered.registrations.first?.id)
        #expect(try await last == registered.operation && registered.operation != nil)
        let tagged = try await fonts.changeTags(adding: ["talk"], of: [.id(id)])
        #expect(try await last == tagged.operation && tagged.operation != registered.operation)
        let disabled = try await fonts.setEnabled(false, [.id(id)])
        #expect(try await last == disabled.operation && disabled.operation != tagged.operation)
        let unregistered = try await fonts.unregister([.id(id)])
        #expect(try await last == unregistered.operation && unregistered.operation != disabled.operation)
        // An operation that is not the last one is undone by its number, and redone by that of the undo.
        let other = try await fonts.register(
            [.file(try home.write(SyntheticFont(family: "Other")))], scope: .persistent
        ).summary()
        let undone = try await fonts.undo(unregistered.operation)
        #expect(undone.outcomes.map(\.status) == [.registered])
        #expect(try await fonts.redoableOperations().map(\.number) == [undone.operation].compactMap(\.self))
        let redone = try await fonts.redo(undone.operation)
        #expect(try await last == redone.operation && redone.operation != other.operation)
        #expect(try await fonts.registeredNames() == ["Other-Regular"])
    }

    @Test func whatCannotBeUndoneHasNoOperation() async throws {
        let path = try home.write(SyntheticFont())
        let rehearsed = try await fonts.register(
            [.file(path)], scope: .persistent, options: RegistrationOptions(isDryRun: true)
        ).summary()
        #expect(rehearsed.isSuccess && rehearsed.operation == nil)
        let local = try await fonts.register([.file(path)], scope: .process).summary()
        #expect(local.isSuccess && local.operation == nil)
        let provided = try await home.manager().register([.file(path)], scope: .session).summary()
        #expect(provided.isSuccess && provided.operation == nil)
        let first = try await fonts.register([.file(path)], scope: .persistent).summary()
        #expect(first.operation != nil)
        let again = try await fonts.register([.file(path)], scope: .persistent).summary()
        #expect(again.statuses == [.alreadyRegistered] && again.operation == nil)
        let nothing = try await fonts.setEnabled(true, first.registrations.map { .id($0.id) })
        #expect(nothing.statuses == [.unchanged] && nothing.operation == nil)
    }

    @Test func anAdoptionHasItsOperation() async throws {
        try home.put(SyntheticFont(family: "Loose").build(), at: home.paths.userFonts + "/Loose.ttf")
        #expect(try await fonts.adopt(isDryRun: true).operation == nil)
        let report = try await fonts.adopt()
        #expect(report.fonts.count == 1)
        #expect(try await last == report.operation && report.operation != nil)
        let undone = try await fonts.undo(report.operation)
        #expect(undone.isSuccess && undone.operation != nil)
        #expect(try await fonts.registered().isEmpty)
    }
}

import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// Whether a font of the system was hidden with its family or on its own, which decides what shows it again.
@Suite(.fewAtOnce) struct HidingDecisionTests {
    private let system: SystemFolder
    private let home: PrivateHome
    private let user: FontManager

    init() throws {
        system = try SystemFolder([
            SyntheticFont(family: "Seen"), SyntheticFont(family: "Noisy"),
            SyntheticFont(family: "Noisy", style: "Bold"),
        ])
        home = try PrivateHome(fontFolders: [system.path])
        user = try home.user()
    }

    @discardableResult
    private func hide(_ target: FontTarget) async throws -> FontOutcome.Status? {
        try await user.setEnabled(false, [target]).outcomes.first?.status
    }

    /// Shows the family beside registered fonts of both styles, and returns the names that remain hidden.
    ///
    /// Only fonts that were hidden on their own remain hidden.
    private func hiddenAfterShowing(in home: PrivateHome) async throws -> [String] {
        let user = try home.user()
        for style in ["Regular", "Bold"] {
            try await user.add(try home.write(SyntheticFont(family: "Noisy", style: style, salt: 3)))
        }
        _ = try await user.setEnabled(true, [.family("Noisy")])
        return try await user.hiddenFonts().map(\.postscriptName)
    }

    @Test(arguments: [true, false]) func aFaceIsHiddenOnItsOwnBeforeOrAfterItsFamily(_ isAfter: Bool) async throws {
        let targets = [FontTarget.family("Noisy"), .name("Noisy-Bold")]
        for target in isAfter ? targets : targets.reversed() { #expect(try await hide(target) == .disabled) }
        for target in targets { #expect(try await hide(target) == .unchanged) }
        #expect(try await user.hiddenFonts().count == 2)
        #expect(try await hiddenAfterShowing(in: home) == ["Noisy-Bold"])
    }

    @Test func theDecisionIsUndoneAndRedone() async throws {
        try await hide(.family("Noisy"))
        try await hide(.name("Noisy-Bold"))
        let operations = try await user.undoableOperations()
        #expect(operations.map(\.count) == [1, 2] && operations.map(\.kind) == [.disable, .disable])
        // An undo keeps later decisions.
        let first = try #require(operations.last?.number)
        await #expect(throws: FontError.self) { try await user.undo(first) }
        #expect(try await user.undo().outcomes.map(\.status) == [.disabled])
        _ = try await user.redo()
        #expect(try await user.hiddenFonts().count == 2)
        await #expect(throws: FontError.self) { try await user.undo(first) }
        _ = try await user.undo()
        #expect(try await user.undo().outcomes.map(\.status) == [.enabled])
        #expect(try await user.hiddenFonts().isEmpty)
    }

    @Test func undoingTheDecisionHidesWithTheFamilyAgain() async throws {
        try await hide(.family("Noisy"))
        try await hide(.name("Noisy-Bold"))
        _ = try await user.undo()
        #expect(try await hiddenAfterShowing(in: home).isEmpty)
    }

    /// An import gives the decisions of the export also to fonts that are hidden already.
    @Test(arguments: [[], [FontTarget.family("Noisy")], [.name("Noisy-Bold"), .name("Noisy-Regular")]])
    func theDecisionIsExported(_ hiddenThere: [FontTarget]) async throws {
        try await hide(.family("Noisy"))
        try await hide(.name("Noisy-Bold"))
        let file = URL(filePath: home.root + "/given/fonts.json")
        try await user.export(to: file, includesFonts: false)
        let there = try PrivateHome(fontFolders: [system.path])
        for target in hiddenThere { _ = try await there.user().setEnabled(false, [target]) }
        let export = try FontExport(contentsOf: file)
        _ = try await there.user().importFonts(export)
        #expect(try await there.user().hiddenFonts().count == 2)
        let again = try await there.user().importFonts(export)
        #expect(again.outcomes.allSatisfy { $0.status == .unchanged }, "\(again)")
        let copy = URL(filePath: there.root + "/given/fonts.json")
        try await there.user().export(to: copy, includesFonts: false)
        #expect(try Data(contentsOf: copy) == Data(contentsOf: file))
        #expect(try await hiddenAfterShowing(in: there) == ["Noisy-Bold"])
    }
}

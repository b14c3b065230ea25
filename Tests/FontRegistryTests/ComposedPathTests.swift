import TestSupport
import Testing

@testable import FontRegistry

/// Files beside each other whose names differ in the form of a letter alone: `é` composed and decomposed.
///
/// Their paths are equal as `String`, so the tests compare bytes.
@Suite(.fewAtOnce) struct ComposedPathTests {
    private let home: PrivateHome
    private let user: FontManager
    private let composed: String
    private let decomposed: String

    init() throws {
        home = try PrivateHome()
        user = try home.user()
        composed = try home.put(SyntheticFont(family: "Composed").build(), "data/fonts/\u{E9}.ttf")
        decomposed = try home.put(SyntheticFont(family: "Decomposed").build(), "data/fonts/e\u{301}.ttf")
    }

    private func font(_ report: AdoptionReport, _ path: String) -> AdoptedFont? {
        report.fonts.first { $0.files.contains { Array($0.path.utf8) == Array(path.utf8) } }
    }

    @Test func aQueryFindsTheFileWithItsBytes() async throws {
        for (path, family) in [(composed, "Composed"), (decomposed, "Decomposed")] {
            #expect(try await user.fonts(matching: FontQuery(file: path)).map(\.face.family) == [family])
        }
    }

    @Test func oneOfThemIsHiddenAndAdopted() async throws {
        let outcomes = try await user.setEnabled(false, [.file(decomposed)]).outcomes
        #expect(outcomes.map(\.status) == [.disabled])
        #expect(try await user.hiddenFonts().map(\.face.family) == ["Decomposed"])
        #expect(try await user.fonts(matching: FontQuery(file: composed)).map(\.face.family) == ["Composed"])
        #expect(try await user.fonts(matching: FontQuery(file: decomposed)).isEmpty)
        let report = try await user.adopt()
        #expect(report.left == [] && report.fonts.allSatisfy { $0.files.map(\.isMoved) == [true] }, "\(report)")
        #expect(font(report, composed)?.registration.isEnabled == true)
        #expect(font(report, decomposed)?.reason == .disabledBefore)
        #expect(!exists(composed) && !exists(decomposed))
    }

    /// A rule of each file, though both paths are equal as texts.
    @Test func bothAreHidden() async throws {
        _ = try home.put(SyntheticFont(family: "Other").build(), "data/fonts/Other.ttf")
        for path in [composed, decomposed] {
            #expect(try await user.setEnabled(false, [.file(path)]).outcomes.map(\.status) == [.disabled])
        }
        let seen = try await user.systemFonts().map(\.face.family)
        #expect(seen == ["Other"])
        #expect(try await user.setEnabled(true, [.file(composed)]).outcomes.map(\.status) == [.enabled])
        #expect(try await user.hiddenFonts().map(\.face.family) == ["Decomposed"])
    }
}

import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// Taking in fonts that the user has hidden by `disable`.
@Suite(.fewAtOnce) struct AdoptingHiddenFonts {
    private let home: PrivateHome
    private let user: FontManager

    init() throws {
        home = try PrivateHome()
        user = try home.user()
        try home.configure(folder: home.root + "/.fonts")
    }

    private func font(_ report: AdoptionReport, _ path: String) -> AdoptedFont? {
        report.fonts.first { $0.files.contains { $0.path == path } }
    }

    /// A font that `disable` hides is registered as disabled, and the rule for its file ends.
    @Test func whatIsHiddenStaysDisabled() async throws {
        let file = try home.put(SyntheticFont(family: "Lora").build(), "data/fonts/Lora.ttf")
        let both = try home.put(SyntheticFont(family: "Both").build(), "data/fonts/Both.ttf")
        let copy = try home.put(SyntheticFont(family: "Both").build(), ".fonts/Both.ttf")
        _ = try home.put(SyntheticFont(family: "Other").build(), "data/fonts/Other.ttf")
        #expect(try await user.setEnabled(false, [.name("Lora-Regular"), .file(both)]).isSuccess)
        #expect(try await user.hiddenFonts().count == 2)
        let report = try await user.adopt()
        #expect(font(report, file)?.reason == .disabledBefore && font(report, file)?.registration.isEnabled == false)
        // A copy is not hidden.
        #expect(font(report, copy)?.registration.isEnabled == true && font(report, copy)?.files.count == 2)
        #expect(try await user.hiddenFonts().isEmpty)
        #expect(try await user.registered().count == 3)
        _ = try await user.undo()
        #expect(try await user.hiddenFonts().compactMap(\.path).sorted() == [both, file])
        #expect(try await user.registered().isEmpty)
    }

    /// A registered file is shown with all its faces, so those of a collection that were hidden alone are named.
    @Test func hiddenFacesOfACollectionAreNamed() async throws {
        let bytes = SyntheticCollection.faces(2, family: "Pair").build()
        let file = try home.put(bytes, "data/fonts/Pair.ttc")
        _ = try home.put(SyntheticFont(family: "Other").build(), "data/fonts/Other.ttf")
        let name = try FontFile(contentsOf: file).faces[0].postscriptName
        #expect(try await user.setEnabled(false, [.name(name)]).isSuccess)
        for isDryRun in [true, false] {
            let report = try await user.adopt(isDryRun: isDryRun)
            #expect(font(report, file)?.registration.isEnabled == true && font(report, file)?.shownAgain == [name])
            #expect(report.fonts.filter { !$0.shownAgain.isEmpty }.count == 1)
        }
        #expect(try await user.hiddenFonts().isEmpty)
        _ = try await user.undo()
        #expect(try await user.hiddenFonts().map(\.postscriptName) == [name])
        // Programs saw the face from another copy.
        let copy = try home.put(bytes, ".fonts/Pair.ttc")
        #expect(font(try await user.adopt(), copy)?.shownAgain == [])
    }

    /// A hidden file that cannot be moved stays hidden, and the adoption can be undone.
    @Test func whatCannotBeMovedStaysHidden() async throws {
        let file = try home.put(SyntheticFont(family: "Lora").build(), "data/fonts/Lora.ttf")
        _ = try home.put(SyntheticFont(family: "Other").build(), "data/fonts/Other.ttf")
        #expect(try await user.setEnabled(false, [.name("Lora-Regular")]).isSuccess)
        _ = try home.put([], "data/Trash")
        let report = try await user.adopt()
        #expect(font(report, file)?.registration.isEnabled == false && font(report, file)?.files[0].isMoved == false)
        #expect(try await user.hiddenFonts().map(\.path) == [file])
        _ = try await user.undo()
        #expect(try await user.hiddenFonts().map(\.path) == [file])
        #expect(try await user.registered().isEmpty)
    }
}

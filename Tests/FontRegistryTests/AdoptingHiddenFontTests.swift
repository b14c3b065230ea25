import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// Taking in fonts that the user has hidden by `disable`.
@Suite(.fewAtOnce) struct AdoptingHiddenFontTests {
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

    /// A registered file is shown with all its faces, so a collection stays of which some were hidden alone.
    @Test func aCollectionThatIsHiddenInPartStays() async throws {
        let bytes = SyntheticCollection.faces(2, family: "Pair").build()
        let file = try home.put(bytes, "data/fonts/Pair.ttc")
        _ = try home.put(SyntheticFont(family: "Other").build(), "data/fonts/Other.ttf")
        let name = try FontFile(contentsOf: file).faces[0].postscriptName
        #expect(try await user.setEnabled(false, [.name(name)]).isSuccess)
        for isDryRun in [true, false] {
            let report = try await user.adopt(isDryRun: isDryRun)
            #expect(report.fonts.count == 1 && report.left.map(\.file) == [file])
            #expect(report.left.allSatisfy { $0.code == .insufficientInfo && $0.message.contains(name) })
        }
        #expect(exists(file))
        #expect(try await user.hiddenFonts().map(\.postscriptName) == [name])
        #expect(try await user.resolve(name).match == nil)
        // Programs see the face from another copy.
        let copy = try home.put(bytes, ".fonts/Pair.ttc")
        #expect(font(try await user.adopt(), copy)?.registration.isEnabled == true)
        #expect(try await user.hiddenFonts().isEmpty)
        _ = try await user.undo()
        #expect(try await user.hiddenFonts().map(\.postscriptName) == [name])
    }

    /// A rule of the user for a path ends when the file is moved.
    @Test func whatARuleHidesStaysHidden() async throws {
        let file = try home.put(SyntheticFont(family: "Lora").build(), "data/fonts/unwanted/Lora.ttf")
        let other = try home.put(SyntheticFont(family: "Other").build(), "data/fonts/Other.ttf")
        let pair = try home.put(SyntheticCollection.faces(2, family: "Pair").build(), "data/fonts/Pair.ttc")
        let name = try FontFile(contentsOf: pair).faces[1].postscriptName
        try Data(
            """
            <fontconfig><selectfont>
              <rejectfont><glob>*/unwanted/*</glob></rejectfont>
              <rejectfont><pattern><patelt name="postscriptname"><string>\(name)</string></patelt></pattern></rejectfont>
            </selectfont></fontconfig>
            """.utf8
        ).write(to: URL(filePath: home.root + "/config/fontconfig/conf.d/60-reject.conf"))
        let report = try await home.user().adopt()
        #expect(font(report, file)?.registration.isEnabled == false && font(report, file)?.reason == .disabledBefore)
        #expect(font(report, other)?.registration.isEnabled == true)
        #expect(report.left.map(\.file) == [pair] && report.left.first?.message.contains(name) == true)
    }

    /// The rule has the path by which fontconfig finds the file.
    @Test func whatIsHiddenStaysDisabledByAnotherPath() async throws {
        let file = try home.put(SyntheticFont(family: "Lora").build(), "data/fonts/Lora.ttf")
        _ = try home.put(SyntheticFont(family: "Other").build(), "data/fonts/Other.ttf")
        #expect(try await user.setEnabled(false, [.file(file)]).isSuccess)
        let link = home.root + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home.root + "/data")
        let report = try await user.adopt([URL(filePath: link + "/fonts")])
        #expect(font(report, link + "/fonts/Lora.ttf")?.registration.isEnabled == false)
        #expect(try await user.hiddenFonts().isEmpty)
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

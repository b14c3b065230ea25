import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// Fonts of the system that the user hides from programs by a rule of fontconfig.
@Suite(.fewAtOnce) struct HidingFontTests {
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

    private func listed() throws -> Set<String> {
        Set(
            try Command.run("fc-list", [":", "postscriptname"], environment: home.environment).lines.map {
                $0.replacing(":postscriptname=", with: "")
            })
    }

    private func hide(_ target: FontTarget, isDryRun: Bool = false) async throws -> FontOutcome {
        try #require(try await user.setEnabled(false, [target], isDryRun: isDryRun).outcomes.first)
    }

    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"))
    func aFamilyIsHiddenAndShownAgain() async throws {
        let tried = try await hide(.any("Noisy"), isDryRun: true)
        #expect(tried.status == .disabled && tried.systemFonts.count == 2)
        #expect(try listed().contains("Noisy-Bold"))
        let hidden = try await hide(.any("noisy"))
        #expect(hidden.status == .disabled && hidden.registration == nil, "\(hidden)")
        #expect(hidden.systemFonts.map(\.postscriptName).sorted() == ["Noisy-Bold", "Noisy-Regular"])
        #expect(try listed() == ["Seen-Regular"])
        #expect(try await user.resolve("Noisy-Bold").match == nil)
        #expect(try await user.fonts(matching: FontQuery(family: "Noisy")).isEmpty)
        #expect(try await user.hiddenFonts().count == 2)
        #expect(try await hide(.any("Noisy")).status == .unchanged)
        let shown = try #require(try await user.setEnabled(true, [.any("Noisy")]).outcomes.first)
        #expect(shown.status == .enabled && shown.systemFonts.count == 2)
        #expect(try listed().count == 3)
        #expect(try await user.resolve("Noisy-Bold").match != nil)
        #expect(!FileManager.default.fileExists(atPath: home.paths.rejectRules))
    }

    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"), arguments: ["Noisy-Bold", "Noisy Bold", "file"])
    func oneFaceIsHidden(_ name: String) async throws {
        #expect(try await hide(.any(name == "file" ? system.file(2) : name)).status == .disabled)
        #expect(try listed() == ["Seen-Regular", "Noisy-Regular"])
    }

    /// In a collection, the other faces are seen.
    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"))
    func aFaceOfACollectionIsHidden() async throws {
        let collection = SyntheticCollection([SyntheticFont(family: "One"), SyntheticFont(family: "Two")])
        try Data(collection.build()).write(to: URL(filePath: system.path + "/both.ttc"))
        #expect(try await hide(.any("Two")).status == .disabled)
        #expect(try listed().isSuperset(of: ["One-Regular"]) && !listed().contains("Two-Regular"))
        #expect(try await hide(.any("One")).status == .disabled)
        #expect(try !listed().contains("One-Regular"))
    }

    /// A registered font of the same names is the one that is seen.
    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-match"))
    func aRegisteredFontTakesThePlace() async throws {
        #expect(try await hide(.any("Noisy")).status == .disabled)
        let mine = try await user.add(try home.write(SyntheticFont(family: "Noisy", salt: 3)))
        let shown = try Command.run("fc-match", ["Noisy", "file"], environment: home.environment).output
        #expect(shown.contains(try #require(mine.path)), "\(shown)")
        // The name means the registered font then.
        #expect(try await user.setEnabled(false, [.any("Noisy-Regular")]).outcomes.first?.registration?.id == mine.id)
    }

    /// Programs see a font of the system at its own path, also while the copy that was registered from there is disabled.
    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"))
    func theFileOfADisabledRegistrationIsHidden() async throws {
        let file = system.file(2)
        let mine = try await user.add(file)
        #expect(try await hide(.name("Noisy-Bold")).registration?.id == mine.id)
        #expect(try listed().contains("Noisy-Bold"))
        #expect(try await hide(.name("Noisy-Bold")).status == .unchanged)
        #expect(try await hide(.file(file), isDryRun: true).status == .disabled)
        #expect(try await hide(.file(file)).systemFonts.map(\.path) == [file])
        #expect(try !listed().contains("Noisy-Bold"))
        #expect(try await hide(.file(file)).status == .unchanged)
        #expect(try await user.undo().outcomes.map(\.status) == [.enabled])
        #expect(try listed().contains("Noisy-Bold"))
    }

    /// A family to show means its registered and its hidden fonts, without those that were hidden on their own and whose
    /// style a registered one shows.
    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"))
    func aFamilyIsShownAsAWhole() async throws {
        for number in [1, 2] { #expect(try await hide(.file(system.file(number))).systemFonts.count == 1) }
        let mine = try await user.add(try home.write(SyntheticFont(family: "Noisy", salt: 3)))
        #expect(try await hide(.family("Noisy")).registration?.id == mine.id)
        let shown = try await user.setEnabled(true, [.family("Noisy")]).outcomes
        #expect(shown.map(\.status) == [.enabled, .enabled])
        #expect(shown.first?.registration?.id == mine.id)
        #expect(shown.last?.systemFonts.map(\.postscriptName) == ["Noisy-Bold"])
        #expect(try await user.hiddenFonts().map(\.postscriptName) == ["Noisy-Regular"])
        #expect(try await user.setEnabled(true, [.family("Noisy")]).outcomes.map(\.status) == [.unchanged])
        _ = try await user.undo()
        #expect(try await user.hiddenFonts().count == 2)
        #expect(try await user.registered(state: .enabled).isEmpty)
    }

    /// A font that was hidden with its family is shown with it, also beside a registered one of its style.
    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"))
    func whatWasHiddenWithTheFamilyIsShownWithIt() async throws {
        let mine = try await user.add(try home.write(SyntheticFont(family: "Noisy", salt: 3)))
        #expect(try await hide(.family("Noisy")).registration?.id == mine.id)
        #expect(try await user.hiddenFonts().count == 2)
        let shown = try await user.setEnabled(true, [.family("Noisy")]).outcomes
        #expect(shown.map(\.status) == [.enabled, .enabled])
        #expect(try await user.hiddenFonts().isEmpty)
    }

    /// A family to hide means its registered fonts and those of the system, as one operation.
    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"), arguments: [FontTarget.family("Noisy"), .any("noisy")])
    func aFamilyIsHiddenAsAWhole(_ target: FontTarget) async throws {
        let light = SyntheticFont(family: "Noisy", style: "Light")
        let mine = try await user.add(try home.write(light))
        // A provider changes its own fonts only.
        let other = try home.manager()
        #expect(try await other.setEnabled(false, [target]).codes == [201])
        let outcomes = try await user.setEnabled(false, [target]).outcomes
        #expect(outcomes.map(\.status) == [.disabled, .disabled])
        #expect(outcomes.first?.registration?.id == mine.id)
        #expect(outcomes.last?.systemFonts.map(\.postscriptName).sorted() == ["Noisy-Bold", "Noisy-Regular"])
        #expect(try listed() == ["Seen-Regular"])
        #expect(try await user.setEnabled(false, [target]).outcomes.map(\.status) == [.unchanged])
        #expect(try await user.setEnabled(true, [target]).outcomes.map(\.status) == [.enabled, .enabled])
        #expect(try listed().count == 4)
        _ = try await user.undo()
        #expect(try listed() == ["Seen-Regular"])
        _ = try await user.undo()
        #expect(try listed().count == 4)
    }

    @Test func theLastFontIsNotHidden() async throws {
        for targets in [[FontTarget.any("*")], [.any("Seen"), .any("Noisy")], [.file(system.path)]] {
            let summary = try await user.setEnabled(false, targets, isDryRun: true)
            #expect(summary.codes.last == 203, "\(summary)")
        }
        #expect(try await hide(.any("Seen")).status == .disabled)
        #expect(try await hide(.any("Noisy")).error?.code == .systemRequired)
        #expect(try await user.resolve("Noisy-Bold").match != nil)
    }

    @Test func onlyTheUserHides() async throws {
        let provider = try home.manager()
        #expect(try await provider.setEnabled(false, [.any("Noisy")]).codes == [203])
        #expect(try await user.setEnabled(false, [.any("Noisy")], scope: .session).codes == [203])
        #expect(try await user.unregister([.any("Noisy-Bold")]).codes == [203])
        #expect(try home.inventory().isEmpty)
    }

    /// Hiding what is not there makes no store.
    @Test func anUnknownNameIs201() async throws {
        #expect(try await user.setEnabled(false, [.any("Nobody")]).codes == [201])
        #expect(try home.inventory().isEmpty)
    }

    /// A text that is a family and the name of one of its faces is not guessed.
    @Test func anAmbiguousTextIsRefused() async throws {
        try Data(SyntheticFont(family: "Double") { $0.postscriptName = "Double" }.build())
            .write(to: URL(filePath: system.path + "/double.ttf"))
        try Data(SyntheticFont(family: "Double", style: "Bold").build())
            .write(to: URL(filePath: system.path + "/double-bold.ttf"))
        let refused = try await hide(.any("Double"))
        #expect(refused.error?.code == .insufficientInfo)
        #expect(refused.error?.message.contains("fontctl disable --family Double") == true, "\(refused)")
        #expect(try await hide(.family("Double")).systemFonts.count == 2)
    }

    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"))
    func bothDirectionsAreUndoneAndRedone() async throws {
        _ = try await hide(.any("Noisy"))
        _ = try await user.setEnabled(true, [.any("Noisy-Bold")])
        #expect(try await user.undoableOperations().map(\.kind) == [.enable, .disable])
        #expect(try await user.undo().outcomes.map(\.status) == [.disabled])
        #expect(try listed() == ["Seen-Regular"])
        #expect(try await user.undo().outcomes.map(\.status) == [.enabled])
        #expect(try listed().count == 3)
        #expect(try await user.redo().outcomes.map(\.status) == [.disabled])
        #expect(try listed() == ["Seen-Regular"])
        #expect(try await user.redo().outcomes.map(\.status) == [.enabled])
        #expect(try listed() == ["Seen-Regular", "Noisy-Bold"])
        // What was changed since is not undone.
        _ = try await hide(.any("Noisy"))
        let number = try #require(try await user.undoableOperations().first?.number)
        _ = try await user.setEnabled(true, [.any("Noisy-Bold")])
        await #expect(throws: FontError.self) { try await user.undo(number) }
    }

    /// The sidecar file has them, too.
    @Test(.enabled(if: hasFontconfigPrograms, "needs fc-list"), arguments: [true, false])
    func aLostDatabaseKeepsThem(_ isRemoved: Bool) async throws {
        let database = home.paths.store + "/registry.sqlite"
        _ = try await user.add(try home.write(SyntheticFont(family: "Mine")))
        let backup = try Data(contentsOf: URL(filePath: database))
        _ = try await hide(.any("Noisy"))
        if isRemoved {
            try FileManager.default.removeItem(atPath: database)
        } else {
            try backup.write(to: URL(filePath: database))
        }
        let later = try home.user()
        _ = try await later.diagnose(repair: true)
        #expect(try await later.hiddenFonts().count == 2)
        #expect(try listed() == ["Seen-Regular", "Mine-Regular"])
        #expect(try await later.diagnose(repair: false).isHealthy)
    }

    /// An operation that was killed after its commit is completed by the next one.
    @Test func aMissingRuleIsReportedAndWritten() async throws {
        _ = try await hide(.any("Noisy"))
        try FileManager.default.removeItem(atPath: home.paths.rejectRules)
        #expect(try await user.diagnose(repair: false).findings.contains { $0.id == "rules-stale" })
        _ = try await user.diagnose(repair: true)
        #expect(try await user.diagnose(repair: false).isHealthy)
        #expect(FileManager.default.fileExists(atPath: home.paths.rejectRules))
    }

    /// A file of the user's own, or a link to one, is neither replaced nor removed.
    @Test(arguments: [false, true]) func aFileOfTheUserAtThePlaceOfTheRulesStays(_ isLink: Bool) async throws {
        let (rules, own) = (home.paths.rejectRules, Array("<fontconfig><!-- mine --></fontconfig>".utf8))
        let file = isLink ? home.root + "/dotfiles/mine.conf" : rules
        try home.put(own, at: file)
        if isLink {
            let folder = (rules as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: rules, withDestinationPath: file)
        }
        func isUntouched() throws -> Bool {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: rules)
            return try [UInt8](Data(contentsOf: URL(filePath: rules))) == own && target == (isLink ? file : nil)
        }
        // With nothing to hide, the file is no fault.
        let font = try await user.add(try home.write(SyntheticFont(family: "Mine")))
        #expect(try await user.unregister(font).isSuccess)
        #expect(try isUntouched())
        #expect(try await user.diagnose(repair: true).findings.filter { $0.severity != .note } == [])
        let refused = try await hide(.any("Noisy"))
        #expect(refused.status == .failed && refused.error?.code == .invalidFilePath)
        #expect(refused.error?.message.contains(rules) == true)
        #expect(try await user.hiddenFonts().isEmpty)
        #expect(try isUntouched())
        try FileManager.default.removeItem(atPath: rules)
        // A file that came later stays, too, and is reported.
        #expect(try await hide(.any("Noisy")).status == .disabled)
        try home.put(own, at: rules)
        let findings = try await user.diagnose(repair: true).findings.filter { $0.severity != .note }
        #expect(findings.map(\.id) == ["rules-stale"] && findings.allSatisfy { !$0.isRepaired })
        _ = try await user.undo()
        #expect(try await user.hiddenFonts().isEmpty)
        #expect(try [UInt8](Data(contentsOf: URL(filePath: rules))) == own)
    }

    /// So does one in the place of the rules for the next login.
    @Test func aFileOfTheUserAtThePlaceOfTheRulesForTheLoginStays() async throws {
        let (login, own) = (try #require(home.paths.loginRules), Array("d %h/mine\n".utf8))
        try home.put(own, at: login)
        let font = try await user.add(try home.write(SyntheticFont(family: "Mine")))
        #expect(try await user.unregister(font).isSuccess)
        #expect(try await hide(.any("Noisy")).status == .disabled)
        _ = try await user.undo()
        #expect(try [UInt8](Data(contentsOf: URL(filePath: login))) == own)
    }
}

import FontAdvice
import FontClient
import FontRegistry
import Foundation
import TestSupport
import Testing

/// The same call explains a font with the store and through the service.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct ExplanationCallTests {
    private let service: PrivateService
    private let home: PrivateHome

    init() throws {
        service = try PrivateService()
        home = service.home
    }

    /// Returns an explanation without what depends on the time and on the processes that run.
    private func steady(_ explained: ExplainedFont) -> ExplainedFont {
        var explained = explained
        (explained.hasPendingTouches, explained.toRestart) = (false, [])
        for place in explained.styles.indices where explained.styles[place].isVisible {
            explained.styles[place].adviceText = ""
        }
        return explained
    }

    @Test func answersAreTheSame() async throws {
        for (family, style) in [("Pair", "Regular"), ("Pair", "Bold"), ("Off", "Regular"), ("On", "Regular")] {
            let file = try home.write(SyntheticFont(family: family, style: style), as: "\(family)-\(style).ttf")
            #expect(try service.fontctl("register", file).status == 0)
        }
        #expect(try service.fontctl("disable", "Pair-Bold", "Off-Regular").status == 0)
        try home.put(SyntheticFont(family: "Loose").build(), at: home.paths.userFonts + "/loose/loose.ttf")
        let new = URL(filePath: try home.write(SyntheticFont(family: "New"), as: "new.ttf"))
        let page = URL(filePath: try home.write(Array("<html>".utf8), as: "page.ttf"))
        let provider = try await service.open()
        #expect(try service.fontctl("policy", provider.provider, "--manage", "allow").status == 0)
        let overBus = try await provider.requestManagement()
        let inStore = FontManager(provider: "user", authority: .user, context: home.context)
        let situations: [(String, ExplainedFont.Situation)] = [
            ("Pair", .disabled), ("Off-Regular", .disabled), ("Loose-Regular", .system), ("serif", .generic),
            ("Nnoe", .notFound),
        ]
        for (name, situation) in situations {
            let explained = try await overBus.explanation(of: name)
            #expect(explained.situation == situation, "\(name)")
            #expect(try await steady(explained) == steady(inStore.explanation(of: name)), "\(name)")
        }
        #expect(try await overBus.explanation(of: "On-Regular", for: "gtk").program?.follows == .settingsDaemon)
        let styles = try await overBus.explanation(of: "Pair").styles
        #expect(styles.count == 2 && styles.filter(\.isVisible).map(\.postscriptName) == ["Pair-Regular"])
        for (file, situation) in [(new, ExplainedFont.Situation.notRegistered), (page, .invalid)] {
            let explained = try await overBus.explanation(ofFile: file)
            #expect(explained.situation == situation)
            #expect(try await steady(explained) == steady(inStore.explanation(ofFile: file)))
        }
    }

    @Test func errorsAreTheSame() async throws {
        let managers = [
            try await service.open(), FontManager(provider: "user", authority: .user, context: home.context),
        ]
        let none = URL(filePath: home.root + "/none.ttf")
        for fonts in managers {
            let empty = await #expect(throws: FontError.self) { _ = try await fonts.explanation(of: "") }
            #expect(empty?.code == .insufficientInfo)
            let program = await #expect(throws: FontError.self) {
                _ = try await fonts.explanation(of: "serif", for: "no-such-program")
            }
            #expect(program?.code == .fileNotFound)
            let file = await #expect(throws: FontError.self) { _ = try await fonts.explanation(ofFile: none) }
            #expect(file?.code == .fileNotFound)
        }
    }

    /// A program in a sandbox explains what it finds and the files that it has, and learns nothing of the machine.
    @Test(
        .enabled(if: PrivateBus.Kind.possible.contains(.daemon), "Needs dbus-daemon (Debian's dbus)."),
        .enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap, xdg-dbus-proxy, and the right to make namespaces."))
    func aSandboxLearnsNothingOfTheMachine() async throws {
        let file = try home.write(SyntheticFont(family: "Theirs"))
        #expect(try service.fontctl("register", file).status == 0)
        let sandbox = try FlatpakSandbox("org.example.Reader", in: home, bus: service.bus)
        let fonts = try await FontManager.open(
            provider: "ignored", route: .bus(address: sandbox.filteredBus), context: home.context)
        let explained = try await fonts.explanation(of: "Theirs-Regular", for: "libreoffice")
        #expect(explained.situation == .system && explained.program?.id == "libreoffice")
        #expect(explained.fault == nil && explained.isShownInSandboxes == nil && explained.package == nil)
        let new = try home.write(SyntheticFont(family: "New"), as: "new.ttf")
        #expect(try await fonts.explanation(ofFile: URL(filePath: new)).situation == .notRegistered)
        // It does not learn which programs run.
        let running = await #expect(throws: FontError.self) {
            _ = try await fonts.explanation(of: "Theirs-Regular", for: "dbus-daemon")
        }
        #expect(running?.code == .fileNotFound)
    }

    /// Every reason of the store has its word in the public value.
    @Test func wordsAreTheSame() {
        let hiding: [ProgramView.Reason] = [.rejected, .folderNotConfigured]
        for reason in ProgramView.Reason.allCases {
            #expect((ExplainedFont.Preference(rawValue: reason.rawValue) == nil) == hiding.contains(reason))
        }
    }
}

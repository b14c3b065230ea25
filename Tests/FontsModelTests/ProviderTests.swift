import FontFiles
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontsModel

/// Programs with their permissions, and questions of consent.
@Suite struct ProviderTests {
    private static let sandboxed = FontPolicy().rules(for: "flatpak:org.a.Writer", isSandboxed: true)

    @Test func programsHavePermissionsAndLimits() throws {
        var settings = FontPolicy.Entry()
        settings.download = .allow
        let row = ProviderRow(
            ProviderFacts(
                id: "flatpak:org.a.Writer", name: "Writer", icon: "org.a.Writer", registrations: 2, bytes: 1_500_000,
                isGone: true, announced: ["Lora"], rules: Self.sandboxed, settings: settings))
        #expect(row.title == "Writer" && row.icon == "org.a.Writer" && row.announced == ["Lora"] && row.canRemoveAll)
        #expect(row.subtitle == "2 fonts, 1.5 MB · uninstalled")
        #expect(row.permissions.map(\.id) == [.install, .use, .activation, .download, .manage, .maxFonts, .maxBytes])
        #expect(row.permissions.map(\.shown) == ["Ask", "Allow", "Allow", "Ask", "Don’t Allow", "5,000", "2.1 GB"])
        #expect(row.permissions.filter(\.isOwn).map(\.id) == [.download])
        for permission in row.permissions where !permission.choices.isEmpty {
            #expect(permission.choices.contains(permission.value))
        }
        let many = ProviderFacts(id: "snap:a", announced: ["A", "B"], announcedCount: 5, rules: Self.sandboxed)
        #expect(ProviderRow(many).announced == ["A", "B", "3 more"])
        let user = ProviderRow(ProviderFacts(id: "user", name: "Hostile", rules: Self.sandboxed))
        #expect(user.title == "You" && user.permissions.isEmpty && !user.canRemoveAll)
        #expect(ProviderRow(ProviderFacts(id: "catalog:x", rules: Self.sandboxed)).permissions.isEmpty)
    }

    @Test func permissionsAreSet() {
        let id = "flatpak:org.a.Writer"
        var policy = FontPolicy()
        policy.set(.install, of: id, to: "deny")
        policy.set(.maxFonts, of: id, to: "10")
        policy.set(.maxBytes, of: id, to: "none")
        #expect(policy.providers[id]?.install == .deny && policy.providers[id]?.maxFonts == .atMost(10))
        #expect(policy.providers[id]?.maxBytes == .unlimited)
        for (member, value) in [
            (ProviderRow.Permission.Member.install, "perhaps"), (.maxFonts, "-1"), (.maxBytes, "x"), (.use, "ask"),
        ] {
            let before = policy
            let isKnown = policy.set(member, of: id, to: value)
            #expect(!isKnown && policy == before, "\(value)")
        }
        for member in ProviderRow.Permission.Member.allCases { policy.set(member, of: id, to: "") }
        #expect(policy == FontPolicy(), "an entry without settings is none")
    }

    @Test(.fewAtOnce) func permissionsAreKept() async throws {
        let test = try TestLibrary()
        let id = "flatpak:org.a.Writer"
        try await test.library.changePolicy { _ = $0.set(.install, of: id, to: "allow") }
        let provider = try #require(try await test.library.providers().first { $0.id == id })
        #expect(provider.registrations == 0 && provider.rules.install == .allow && provider.settings.install == .allow)
        var preferences = Preferences(try await test.library.policy())
        #expect(preferences.helpsDesktop && preferences.sandboxedInstall == .ask)
        preferences.helpsDesktop = false
        preferences.sandboxedInstall = .deny
        try await test.library.changePolicy { [preferences] in preferences.apply(to: &$0) }
        let policy = try await test.library.policy()
        #expect(policy.desktopHelper == .off && policy.sandboxed.install == .deny && policy.sandboxed.download == nil)
        #expect(policy.providers[id]?.install == .allow && Preferences(policy) == preferences)
    }

    /// Programs have the name and the icon of their desktop entry, and what they announce.
    @Test(.fewAtOnce) func programsAreKnownByTheirEntries() async throws {
        let home = try PrivateHome()
        try home.put(
            Array("[Desktop Entry]\nType=Application\nName=The Writer\nIcon=writer\nExec=writer\n".utf8),
            at: home.root + "/own/org.example.Writer.desktop")
        var context = home.context
        context.applications = ApplicationFolders(folders: [home.root + "/own"])
        let writer = FontManager(provider: "org.example.Writer", context: context)
        try await writer.register(URL(filePath: try home.write(SyntheticFont(family: "Lora"))), scope: .persistent)
        try home.put(
            Array(
                #"{"version":1,"announcements":[{"provider":"org.example.Writer","busName":"a.b","names":["Inter*"]}]}"#
                    .utf8), at: home.paths.announcements)
        let user = FontManager(provider: FontManager.userProvider, authority: .user, context: context)
        let library = ManagerLibrary(user, in: context, locale: Locale(identifier: "en"))
        let known = try #require(try await library.providers().first { $0.id == "org.example.Writer" })
        #expect(known.title == "The Writer" && known.iconName == "writer" && known.registrations == 1)
        #expect(known.announced == ["Inter*"] && known.announcedCount == 1 && known.bytes > 0)
        let made = MadeSnapshot(try await library.families(nil))
        var snapshot = made.snapshot
        snapshot.providers = [known]
        let entry = try #require(snapshot.sidebar().first { $0.id == .providers }?.entries.first)
        #expect(entry.title == "The Writer" && entry.icon == "writer" && entry.count == 1)
    }

    @Test func questionsNameProgramFamiliesAndSize() {
        let text = ConsentText(
            ConsentRequest(
                .register, provider: "flatpak:org.a.Writer", name: "Writer", icon: "org.a.Writer", isSandboxed: true,
                families: ["Lora", "Lato\u{202E}"], count: 5, bytes: 2_000_000))
        #expect(text.title == "Install 5 Fonts?" && text.icon == "org.a.Writer")
        #expect(
            text.body
                == "“Writer” would like to make fonts available to all your programs. They take 2 MB.")
        #expect(text.families == ["Lora", "Lato\\u{202e}", "3 more"] && text.remember != nil)
        let one = ConsentText(ConsentRequest(.register, provider: "/usr/bin/python3.11", families: ["Lora"]))
        #expect(one.title == "Install a Font?" && one.families == ["Lora"])
        #expect(one.body.contains("“python3.11”") && one.body.hasSuffix("/usr/bin/python3.11"))
        let download = ConsentText(
            ConsentRequest(
                .download, provider: "snap:a", isSandboxed: true, families: ["Lora"], bytes: 10, isMetered: true))
        #expect(download.title == "Download 1 Family?" && download.body.hasSuffix("The connection is metered."))
        let manage = ConsentText(ConsentRequest(.manage, provider: "snap:a", isSandboxed: true))
        #expect(manage.remember == nil && manage.families.isEmpty && manage.agree == "Allow")
        #expect(!ConsentAnswer.closed.isAgreed && !ConsentAnswer.closed.isRemembered)
        let many = ConsentRequest(.register, provider: "a", families: (0..<100).map { "F\($0)" })
        #expect(many.families.count == 20 && many.count == 100)
    }

    @Test func permissionsHaveChoices() throws {
        var settings = FontPolicy.Entry()
        settings.install = .deny
        settings.maxFonts = .atMost(7)
        settings.maxBytes = .unlimited
        var rules = Self.sandboxed
        (rules.install, rules.maxFonts, rules.maxBytes) = (.deny, 7, nil)
        let row = ProviderRow(ProviderFacts(id: "snap:a", rules: rules, settings: settings))
        func offered(_ member: ProviderRow.Permission.Member) throws -> ProviderRow.Permission {
            try #require(row.permissions.first { $0.id == member })
        }
        let install = try offered(.install)
        #expect(install.offered.map(\.value) == ["", "allow", "ask", "deny"] && install.chosen == 3)
        #expect(install.offered[0].title == "Default")
        let download = try offered(.download)
        #expect(download.chosen == 0 && download.offered[0].title == "Default (Ask)")
        let fonts = try offered(.maxFonts)
        #expect(fonts.offered.map(\.value) == ["", "none", "7", "100", "1000", "5000", "20000"] && fonts.chosen == 2)
        #expect(try offered(.maxBytes).chosen == 1)
        for permission in row.permissions {
            for choice in permission.offered {
                var policy = FontPolicy()
                let isKnown = policy.set(permission.id, of: "snap:a", to: choice.value)
                #expect(isKnown, "\(permission.id) \(choice.value)")
            }
        }
    }

    @Test func programsFollowThePolicy() {
        var policy = FontPolicy()
        policy.set(.download, of: "snap:a", to: "never")
        let facts = ProviderFacts(id: "snap:a", name: "A", registrations: 3, rules: Self.sandboxed).following(policy)
        #expect(facts.name == "A" && facts.registrations == 3 && facts.rules.download == .never)
        #expect(facts.settings.download == .never && facts.settings.install == nil)
    }

    @Test func programsAreSortedByTitle() {
        let ids = ["snap:zebra", "user", "snap:Äpfel", "snap:b"]
        let sorted = ids.map { ProviderFacts(id: $0, rules: Self.sandboxed) }.byTitle.map(\.id)
        #expect(sorted == ["snap:Äpfel", "snap:b", "user", "snap:zebra"])
    }

    @Test func anAnnouncementIsNoInstallation() {
        var request = ConsentRequest(.register, provider: "snap:a", isSandboxed: true, families: ["Lora"])
        request.isAnnouncement = true
        let text = ConsentText(request)
        #expect(text.title == "Offer 1 Font?" && text.body.contains("when programs ask for them"))
        #expect(text.agree == "Allow" && text.remember != nil)
    }
}

import DesktopSettings
import ReaderFonts
import TestSupport
import Testing

/// The settings portal on a real bus.
@Suite(.tags(.unsafeMemory), .enabled(if: FakePortal.isPossible)) struct DesktopPortalTests {
    @Test func theFactorDecidesTheCategory() async throws {
        let portal = try FakePortal()
        let expected: [(Double, ContentSizeCategory)] = [
            (1, .large), (1.25, .extraExtraLarge), (1.5, .accessibilityMedium), (2, .accessibilityLarge),
        ]
        for (scale, category) in expected {
            try portal.setTextScale(scale)
            let size = SizeChoice(textScale: await portal.source().appearance(within: FakePortal.patience).textScale)
            #expect(size.category == category)
            #expect(size.origin == .desktop && size.factor == scale)
        }
    }

    @Test func allSettings() async throws {
        let portal = try FakePortal()
        try portal.set("org.freedesktop.appearance", "color-scheme", "u", "1")
        try portal.set("org.freedesktop.appearance", "contrast", "u", "0")
        try portal.set("org.gnome.desktop.a11y.interface", "high-contrast", "b", "true")
        try portal.set("org.freedesktop.appearance", "accent-color", "(ddd)", "0.25", "0.5", "1")
        try portal.set("org.gnome.desktop.interface", "color-scheme", "s", "prefer-light")
        try portal.set("org.gnome.desktop.interface", "enable-animations", "b", "false")
        try portal.set("org.gnome.desktop.interface", "font-name", "s", "Cantarell 11")
        try portal.set("org.gnome.desktop.interface", "document-font-name", "s", "Lora 12")
        try portal.set("org.gnome.desktop.interface", "monospace-font-name", "s", "Hack 10")
        try portal.set("org.kde.kdeglobals.General", "font", "s", "Noto Sans,10,-1,5,50,0,0,0,0,0")
        try portal.set("org.example", "other", "s", "not read")
        // A value in two variants, as some portals have.
        try portal.set("org.gnome.desktop.interface", "text-scaling-factor", "v", "d", "1.25")
        let values = await portal.source().appearance(within: FakePortal.patience)
        #expect(values.scheme == .dark)
        #expect(values.prefersHighContrast == true)
        #expect(values.prefersReducedMotion == true)
        #expect(values.accent == DesktopAppearance.Accent(red: 0.25, green: 0.5, blue: 1))
        #expect(values.interfaceFont == FontSetting(family: "Cantarell", pointSize: 11))
        #expect(values.documentFont?.family == "Lora")
        #expect(values.monospaceFont?.family == "Hack")
        #expect(values.textScale == 1.25)
        let kde = await portal.source(["XDG_CURRENT_DESKTOP": "KDE"]).appearance(within: FakePortal.patience)
        #expect(kde.interfaceFont?.family == "Noto Sans")
        #expect(kde.documentFont?.family == "Lora")
    }

    @Test func valuesOfOtherTypesAreNone() async throws {
        let portal = try FakePortal()
        try portal.set("org.freedesktop.appearance", "color-scheme", "s", "dark")
        try portal.set("org.freedesktop.appearance", "accent-color", "(dd)", "0.25", "0.5")
        try portal.set("org.gnome.desktop.interface", "font-name", "u", "7")
        try portal.set("org.gnome.desktop.interface", "text-scaling-factor", "s", "1.25")
        #expect(await portal.source().appearance(within: FakePortal.patience) == DesktopAppearance())
    }

    /// No service, a service without the interface, and one that does not answer.
    @Test(arguments: [nil, "none", "silent"]) func absencesAreDefaults(mode: String?) async throws {
        let portal = try FakePortal(mode)
        if mode != nil { try portal.setTextScale(2) }
        #expect(await portal.source().appearance(within: .milliseconds(200)) == DesktopAppearance())
    }

    @Test func aCommandDoesNotStartAPortal() async throws {
        let portal = try FakePortal()
        #expect(
            await portal.source().appearance(within: FakePortal.patience, startsPortal: false) == DesktopAppearance())
        #expect(try !portal.isRunning)
        _ = await portal.source().appearance(within: FakePortal.patience)
        #expect(try portal.isRunning)
    }

    @Test func changesAreReportedOnce() async throws {
        let portal = try FakePortal()
        try portal.setTextScale(1)
        var updates = portal.source().updates(within: FakePortal.patience).makeAsyncIterator()
        #expect(await updates.next()?.textScale == 1)
        try portal.setTextScale(1)
        try portal.set("org.example", "other", "u", "1")
        try portal.setTextScale(1.25)
        #expect(await updates.next()?.textScale == 1.25)
        try portal.set("org.freedesktop.appearance", "color-scheme", "u", "1")
        let last = await updates.next()
        #expect(last?.textScale == 1.25 && last?.scheme == .dark)
    }

    @Test func aPortalThatStartsLaterIsFound() async throws {
        let portal = try FakePortal(nil)
        var updates = portal.source().updates(within: FakePortal.patience).makeAsyncIterator()
        #expect(await updates.next() == DesktopAppearance())
        try portal.install("settings")
        try portal.setTextScale(1.5)
        #expect(await updates.next()?.textScale == 1.5)
    }

    @Test func theSettingsOfAPortalThatEndsStayInForce() async throws {
        let portal = try FakePortal()
        try portal.setTextScale(1.25)
        var updates = portal.source().updates(within: FakePortal.patience).makeAsyncIterator()
        #expect(await updates.next()?.textScale == 1.25)
        try portal.end()
        #expect(try eventually { try !portal.isRunning })
        try portal.bus.stop()
        #expect(await updates.next() == nil)
    }

    @Test func updatesEndWithTheBus() async throws {
        let portal = try FakePortal()
        try portal.setTextScale(2)
        var updates = portal.source().updates(within: FakePortal.patience).makeAsyncIterator()
        #expect(await updates.next()?.textScale == 2)
        try portal.bus.stop()
        #expect(await updates.next() == nil)
    }

    /// One change of the desktop is one event of a model.
    @Test func aModelFollowsTheDesktop() async throws {
        let portal = try FakePortal()
        let document = try TypographyDocument(
            .init(
                ##"""
                {"typography-colors": {"ink": {"light": "black", "dark": "white"}},
                 "ui-font-text-styles": {"body": {"font-name": "System", "point-size": 17},
                    "fixed": {"point-size": 10, "scaling-mode": "disabled"}}}
                """##.utf8), name: "app")
        try portal.setTextScale(1)
        let model = TypographyModel(TypographyInputs(documents: [document], environment: [:]))
        var changes = model.changes.makeAsyncIterator()
        let source = portal.source()
        let task = Task { await model.follow(source.updates(within: FakePortal.patience)) }
        defer { task.cancel() }
        try portal.setTextScale(1.25)
        let first = await changes.next()
        #expect(first?.styles == ["body"] && first?.colors == [] && first?.scheme == nil)
        #expect(first?.size?.category == .extraExtraLarge && first?.size?.origin == .desktop)
        try portal.set("org.freedesktop.appearance", "color-scheme", "u", "1")
        let second = await changes.next()
        #expect(second?.colors == ["ink"] && second?.styles == [] && second?.size == nil && second?.scheme == .dark)
        try portal.set("org.gnome.desktop.interface", "font-name", "s", "Inter 11")
        let third = await changes.next()
        #expect(third?.styles == ["body"] && third?.size == nil && third?.scheme == nil)
        #expect(model.snapshot.styles["body"]?.systemFamily == "Inter")
    }
}

import ReaderFonts
import Testing

/// The choice of a text size among the app, the environment and the desktop.
@Suite struct SizeChoiceTests {
    @Test func theAppPrecedesTheEnvironmentAndTheDesktop() {
        let all = SizeChoice(app: .small, variable: "AX2", textScale: 1.25)
        #expect(all.category == .small && all.origin == .app)
        let environment = SizeChoice(variable: "AX2", textScale: 1.25)
        #expect(environment.category == .accessibilityLarge && environment.origin == .environment)
        let desktop = SizeChoice(textScale: 1.25)
        #expect(desktop.category == .extraExtraLarge && desktop.origin == .desktop)
        let none = SizeChoice()
        #expect(none.category == .large && none.origin == .standard && none.factor == 1)
    }

    @Test(arguments: ["HUGE", "L ", "ax2"]) func anUnusableVariableIsNamedAndIgnored(value: String) {
        let size = SizeChoice(variable: value, textScale: 2)
        #expect(size.category == .accessibilityLarge && size.origin == .desktop && size.unusableVariable == value)
        #expect(SizeChoice(variable: "").unusableVariable == nil)
    }

    @Test(
        arguments: [
            (0.5, .extraSmall), (0.9, .small), (1, .large), (1.1, .extraLarge), (1.25, .extraExtraLarge),
            (23.0 / 17, .extraExtraExtraLarge), (1.36, .extraExtraExtraLarge), (1.5, .accessibilityMedium),
            (2, .accessibilityLarge), (3, .accessibilityExtraExtraExtraLarge),
        ] as [(Double, ContentSizeCategory)])
    func theNearestCategory(factor: Double, category: ContentSizeCategory) {
        #expect(SizeChoice(textScale: factor).category == category)
    }

    @Test func theFactorIsTheDesktopsOrThatOfTheCategory() {
        #expect(SizeChoice(textScale: 1.1).factor == 1.1)
        #expect(SizeChoice(app: .extraExtraLarge, textScale: 1.1).factor == 21.0 / 17)
        for scale in [0, -1, .nan, .infinity] { #expect(SizeChoice(textScale: scale).origin == .standard) }
    }

    @Test func sizesMayFollowTheFactorItself() throws {
        let json = """
            {"ui-font-text-styles": {"body": {"point-size": 20}, "limited": {"point-size": 20, "maximum-point-size": 20.5},
                "fixed": {"point-size": 20, "scaling-mode": "disabled"}}}
            """
        var inputs = TypographyInputs(
            documents: [try TypographyDocument(.init(json.utf8), name: "app")], environment: [:])
        inputs.desktopTextScale = 1.05
        inputs.isContinuous = true
        let styles = TypographyModel(inputs).snapshot.styles.mapValues(\.pointSize)
        #expect(styles == ["body": 21, "limited": 20.5, "fixed": 20])
        inputs.isContinuous = false
        #expect(TypographyModel(inputs).snapshot.styles["body"]?.pointSize == 20)
    }
}

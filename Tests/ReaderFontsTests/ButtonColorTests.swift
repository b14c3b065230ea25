import ReaderFonts
import Testing

/// The colour of a style on the states of a button.
@Suite struct ButtonColorTests {
    private static let own: [ControlState: String] = [.normal: "own", .disabled: "gray"]

    @Test func allStatesTakeTheColor() {
        let colors = TitleColorApplyMode.all.applied("style", to: Self.own)
        #expect(colors == Dictionary(uniqueKeysWithValues: ControlState.allCases.map { ($0, "style") }))
    }

    @Test func noStateTakesTheColor() {
        #expect(TitleColorApplyMode.none.applied("style", to: Self.own) == Self.own)
    }

    @Test func onlyTheNormalStateTakesTheColor() {
        #expect(TitleColorApplyMode.normal.applied("style", to: Self.own) == [.normal: "style", .disabled: "gray"])
    }

    @Test func onlyStatesWithoutAColorTakeIt() {
        let colors = TitleColorApplyMode.whereUnspecified.applied("style", to: Self.own)
        #expect(colors[.normal] == "own" && colors[.disabled] == "gray")
        #expect([.hover, .active, .focus, .checked].allSatisfy { colors[$0] == "style" })
    }

    @Test func aButtonWithoutColorsTakesItInItsNormalState() {
        let mode = TypographySettings().titleColorApplyMode
        #expect(mode.applied("style", to: [:])[.normal] == "style")
    }
}

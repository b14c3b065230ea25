import FontModel
import FontNames
import Testing

/// What a check notes about fonts.
@Suite struct FontNoteTests {
    private func face(_ family: String, weight: Double = 400, axes: [VariationAxis] = []) -> FontFace {
        FontFace(
            postscriptName: "\(family)-\(Int(weight))", family: family, style: "", fullName: family, weight: weight,
            axes: axes)
    }

    private func notes(_ files: (path: String, faces: [FontFace])...) -> [String] {
        FontNotes.notes(about: files).map { "\($0.path): \($0.text)" }
    }

    @Test func aFamilyWithoutBoldIsNotedOnce() {
        let files = ["a/One-400.ttf", "b/One-500.ttf"]
        #expect(
            notes((files[0], [face("One")]), (files[1], [face("One", weight: 500)])) == [
                "a/One-400.ttf: The family One has no bold face. Add one, or programs embolden another."
            ])
        #expect(notes((files[0], [face("One")]), ("One-600.ttf", [face("One", weight: 600)])).isEmpty)
    }

    @Test func variableFontsCanBeBold() {
        let axes = { (greatest: Double) in
            [VariationAxis(tag: "wght", name: "", minimum: 100, defaultValue: 400, maximum: greatest)]
        }
        #expect(notes(("One[wght].ttf", [face("One", axes: axes(700))])).isEmpty)
        #expect(notes(("One[wght].ttf", [face("One", axes: axes(500))])).count == 1)
    }

    @Test func filesAreNamedAsTheirFonts() {
        let bold = face("One", weight: 700)
        #expect(
            notes(("a/b.c.otf", [bold])) == ["a/b.c.otf: The font of this file is One-700. Name the file One-700.otf."])
        #expect(notes(("x/One-700", [bold])).isEmpty)
        #expect(notes(("x", [bold])) == ["x: The font of this file is One-700. Name the file One-700."])
        // A collection has several names, and a derived name is none.
        #expect(notes(("Both.ttc", [bold, face("Two", weight: 700)])).isEmpty)
        var nameless = bold
        nameless.hasDerivedName = true
        #expect(notes(("x.ttf", [nameless])).isEmpty)
    }
}

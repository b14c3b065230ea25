import FontModel
import Testing

@testable import ReaderFonts

/// The category of a family by its evidence.
@Suite struct CategoryTests {
    @Test func strongerEvidencePrevails() {
        var facts = CategoryFacts(
            names: ["Lora"], hasEqualAdvances: true, panose: [3, 0, 0, 0, 0, 0, 0, 0, 0, 0], familyClass: 9 << 8,
            outlines: OutlineFacts(ratios: ["H": 1]))
        #expect(facts.category(user: .display) == CategoryFinding(.display, .user))
        #expect(facts.category() == CategoryFinding(.serif, .known))
        #expect(facts.category(known: [:]) == CategoryFinding(.monospace, .advances))
        facts.hasEqualAdvances = false
        #expect(facts.category(known: [:]) == CategoryFinding(.handwriting, .panose))
        facts.panose = []
        #expect(facts.category(known: [:]) == CategoryFinding(.display, .familyClass))
        facts.familyClass = 0
        facts.names = ["Some Grotesk"]
        #expect(facts.category(known: [:]) == CategoryFinding(.sansSerif, .name))
        facts.names = ["Lora"]
        #expect(facts.category(known: [:]) == CategoryFinding(.sansSerif, .outline))
        facts.outlines = nil
        #expect(facts.category(known: [:]) == nil)
    }

    @Test(
        arguments: [
            ([2, 2], FontCategory.serif), ([2, 10], .serif), ([2, 11], .sansSerif), ([2, 15], .sansSerif),
            ([2, 0], nil),
            ([2, 1], nil), ([0, 0], nil), ([3, 5], .handwriting), ([4, 2], .display), ([5, 2], nil),
            ([2, 2, 0, 9], .monospace),
        ] as [([UInt8], FontCategory?)])
    func panose(start: [UInt8], category: FontCategory?) {
        let panose = start + Array(repeating: 0, count: 10 - start.count)
        #expect(CategoryFacts(names: [], panose: panose).category()?.category == category)
    }

    @Test(
        arguments: [
            (1, FontCategory.serif), (5, .serif), (6, nil), (7, .serif), (8, .sansSerif), (9, .display),
            (10, .handwriting),
            (0, nil), (12, nil),
        ] as [(Int, FontCategory?)])
    func familyClass(number: Int, category: FontCategory?) {
        #expect(CategoryFacts(names: [], familyClass: number << 8 | 3).category()?.category == category)
    }

    @Test(
        arguments: [
            ("DejaVu Sans Mono", FontCategory.monospace), ("MS Sans Serif", .sansSerif), ("Noto Serif Display", .serif),
            ("GFS Artemisia", nil), ("Sansation", nil), ("Roboto Slab", .serif), ("Ume P Gothic", .sansSerif),
            ("クレー One", nil), ("Noto Kufi Arabic", .sansSerif), ("Droid Arabic Naskh", .serif),
        ] as [(String, FontCategory?)])
    func words(name: String, category: FontCategory?) {
        #expect(CategoryFacts(names: [name]).category(known: [:])?.category == category)
    }

    @Test(
        arguments: [
            (["H": 2.59], true), (["H": 1.0], false), (["H": 1.49, "n": 2, "p": 1.6], true),
            (["H": 1.2, "n": 2], false),
            ([:], nil),
        ] as [([String: Double], Bool?)])
    func outlines(ratios: [String: Double], hasSerifs: Bool?) {
        #expect(OutlineFacts(ratios: ratios).hasSerifs == hasSerifs)
    }

    private typealias Shape = LetterShape

    /// Shapes as measured: Cantarell, EB Garamond, Kaushan Script, Dancing Script, Cabin Sketch, Averia, DSEG 14, a heavy
    /// face, Averia Serif, Humor Sans, Cardo, IM Fell English, Almendra.
    @Test(
        arguments: [
            (Shape(alongAxes: 1), 1.0, FontCategory.sansSerif),
            (Shape(alongAxes: 0.44, headSpread: 0.015, joined: 0.2, points: 32), 2.5, .serif),
            (Shape(alongAxes: 0.02, baseSpread: 0.027, joined: 1), 1, .handwriting),
            (Shape(alongAxes: 0.02, baseSpread: 0.037, joined: 1), 2, .handwriting),
            (Shape(alongAxes: 0.21, holes: 9, points: 155), 1, .display),
            (Shape(alongAxes: 0.1, baseSpread: 0.008), 1, .display),
            (Shape(alongAxes: 0.9, stroke: 0.25), 1, .display),
            (Shape(alongAxes: 0.26, points: 23), 2, nil), (Shape(alongAxes: 0.63, baseSpread: 0.094), 1, nil),
            (Shape(alongAxes: 0.73, headSpread: 0.01, joined: 0.2, points: 89), 2, .serif),
            (Shape(alongAxes: 0.14, headSpread: 0.027, joined: 0.4, points: 564), 2, nil),
            (Shape(alongAxes: 0.16), 2, nil),
        ] as [(Shape, Double, FontCategory?)])
    private func shapes(shape: Shape, stem: Double, category: FontCategory?) {
        var facts = CategoryFacts(names: ["Any"], outlines: OutlineFacts(ratios: ["H": stem], shape: shape))
        #expect(facts.category() == category.map { CategoryFinding($0, .outline) })
        // A claim to have serifs or none does not make a face one for reading.
        facts.panose = [2, 11, 0, 0, 0, 0, 0, 0, 0, 0]
        let isForFewWords = category == .display || category == .handwriting
        #expect(facts.category()?.category == (isForFewWords ? category : .sansSerif))
        facts.names = ["Any Sans"]
        #expect(facts.category()?.category == .sansSerif)
    }

    /// The PANOSE numbers of a font without Latin letters, or of a template, say less than names and letters.
    @Test func panoseMayBeOfOtherLetters() {
        var facts = CategoryFacts(names: ["Any"], panose: [2, 2, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(facts.category() == CategoryFinding(.serif, .panose))
        facts.outlines = OutlineFacts(ratios: ["H": 1], shape: LetterShape(alongAxes: 1))
        #expect(facts.category() == CategoryFinding(.sansSerif, .outline))
        facts.names = ["Any Serif"]
        #expect(facts.category() == CategoryFinding(.serif, .name))
        facts.outlines = OutlineFacts(ratios: [:])
        #expect(facts.category() == CategoryFinding(.serif, .name))
        facts.names = ["Any"]
        #expect(facts.category() == nil)
    }

    @Test func theTableHasEachFamilyOnce() {
        #expect(KnownFamilies.categories["sourceserif4"] == .serif)
        #expect(KnownFamilies.categories[KnownFamilies.key("JETBRAINS Mono")] == .monospace)
        #expect(Set(KnownFamilies.categories.values) == Set(FontCategory.allCases))
    }
}

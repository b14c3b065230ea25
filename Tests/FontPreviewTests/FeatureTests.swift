import CCairo
import FontModel
import FontSpecimens
import TestSupport
import Testing

@testable import FontPreview

/// OpenType features that a request turns on and off.
@Suite struct FeatureTests {
    /// A font in which `smcp` shows a W for an A.
    private static var capitals: SyntheticFont { SyntheticFont { $0.addFeature("smcp", showing: "W", for: "A") } }
    /// A font in which `liga`, which is on by default, does so.
    private static var ligatures: SyntheticFont { SyntheticFont { $0.addFeature("liga", showing: "W", for: "A") } }
    /// EB Garamond, whose `smcp` has small capitals and whose `liga` has other letters f before others.
    private static let garamond = "/usr/share/fonts/opentype/ebgaramond/EBGaramond12-Regular.otf"

    private func draw(
        _ text: String, in drawing: Drawing, _ features: FontFeatureSetting..., format: Specimen.Format = .png
    ) throws -> [UInt8] {
        var drawing = drawing
        drawing.features = features
        return try drawing.draw(text, as: format).bytes
    }

    @Test func aFeatureIsOffUntilItIsTurnedOn() throws {
        let drawing = Drawing(Self.capitals)
        let (plain, other) = (try draw("BAB", in: drawing), try draw("BWB", in: drawing))
        #expect(plain != other)
        #expect(try draw("BAB", in: drawing, .init("smcp")) == other)
        #expect(try draw("BAB", in: drawing, .init("smcp", value: 0)) == plain)
        #expect(try draw("BAB", in: drawing, .init("c2sc"), .init("none", value: 65_535)) == plain)
    }

    @Test func aFeatureThatIsOnIsTurnedOff() throws {
        let drawing = Drawing(Self.ligatures)
        let other = try draw("W", in: drawing)
        #expect(try draw("A", in: drawing) == other)
        #expect(try draw("A", in: drawing, .init("liga", value: 0)) != other)
        #expect(try draw("A", in: drawing, .init("liga", value: 0), .init("liga")) == other)
    }

    /// The font that has what another lacks gets the settings, too.
    @Test func allFacesOfALineHaveTheFeatures() throws {
        let kana = SyntheticFont { $0.characters = [0x3042...0x3044] }
        let drawing = Drawing(kana, Self.capitals)
        #expect(try draw("あA", in: drawing, .init("smcp")) == draw("あW", in: drawing))
        #expect(try draw("あA", in: drawing) != draw("あW", in: drawing))
    }

    @Test func linesOfAPictureHaveFeaturesOfTheirOwn() throws {
        let files = [FontMemory(Self.capitals.build())]
        func line(_ text: String, _ features: [FontFeatureSetting] = []) -> Specimen.Line {
            .init(text: text, size: 32, faces: [.init(file: 0, index: 0)], features: features)
        }
        func draw(_ cells: [Specimen.Line]) throws -> [UInt8] {
            try SpecimenRenderer.draw(Specimen(format: .png, rows: [.init(cells)]), files: files).bytes
        }
        #expect(try draw([line("A"), line("A", [.init("smcp")])]) == draw([line("A"), line("W")]))
    }

    /// A document has the characters of the text, whatever glyphs show them.
    @Test(.enabled(if: Command.find("pdftotext") != nil)) func aDocumentHasTheTextAndTheGlyphs() throws {
        let home = try PrivateHome()
        let drawing = Drawing(Self.capitals)
        let file = try home.write(try draw("BAB", in: drawing, .init("smcp"), format: .pdf), as: "text.pdf")
        let text = try Command.run("pdftotext", [file, "-"], environment: home.environment)
        #expect(text.output.split(whereSeparator: \.isWhitespace) == ["BAB"])
        #expect(try draw("BAB", in: drawing, format: .pdf) != draw("BAB", in: drawing, .init("smcp"), format: .pdf))
    }

    @Test(.enabled(if: InstalledFonts.isInstalled(garamond))) func realFontsHaveSmallCapitalsAndLigatures() throws {
        var drawing = Drawing([try InstalledFonts.bytes(Self.garamond)])
        func glyphs(_ text: String, _ features: FontFeatureSetting...) throws -> [UInt] {
            drawing.features = features
            return try drawing.runs(text).runs.flatMap { $0.glyphs.map(\.index) }
        }
        let capitals = try glyphs("abc", .init("smcp"))
        let letters = try glyphs("abcABC")
        #expect(capitals.count == 3 && Set(capitals).isDisjoint(with: letters))
        #expect(try glyphs("ffi") != glyphs("ffi", .init("liga", value: 0)))
        let plain = try #require(Picture(try draw("abc", in: drawing)))
        drawing.features = [.init("smcp")]
        let small = try #require(Picture(try drawing.draw("abc").bytes))
        #expect(small.inkedLines != plain.inkedLines && small.ink != plain.ink)
    }
}

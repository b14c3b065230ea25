import FontModel
import OpenType
import TestSupport
import Testing

@Suite struct StyleTests {
    @Test(arguments: [
        (1, 100.0), (4, 400), (9, 900), (10, 10), (100, 100), (400, 400), (558, 558), (950, 950), (1_000, 1_000),
        (1_001, 1_000), (65_535, 1_000), (0, 400),
    ])
    func weightClassesAreWeights(_ weightClass: Int, _ weight: Double) throws {
        #expect(try face(SyntheticFont { $0.weight = weightClass }).weight == weight)
    }

    @Test(arguments: [
        (1, 50.0), (2, 62.5), (3, 75), (4, 87.5), (5, 100), (6, 112.5), (7, 125), (8, 150), (9, 200), (0, 100),
        (10, 100), (500, 100),
    ])
    func widthClassesArePercent(_ widthClass: Int, _ width: Double) throws {
        let face = try face(SyntheticFont { $0.widthClass = widthClass })
        #expect(face.width == width)
        #expect(face.traits.contains(.condensed) == (width < 100))
        #expect(face.traits.contains(.expanded) == (width > 100))
    }

    @Test(arguments: [(0, 0), (500, 0), (1_001, 1), (65_535, 1)])
    func oddWeightClassesAreAWarning(_ weightClass: Int, _ isOver: Int) throws {
        let findings = try read(SyntheticFont { $0.weight = weightClass }.build()).findings
        #expect(findings.contains { $0.table == "OS/2" } == (weightClass == 0 || isOver == 1))
    }

    @Test func withoutOS2TheMacintoshStyleCounts() throws {
        let bold = try face(
            SyntheticFont { font in
                font.isBold = true
                font.droppedTables = ["OS/2"]
            })
        #expect(bold.weight == 700)
        #expect(bold.traits.contains(.bold))
        let plain = try contents(SyntheticFont { $0.droppedTables = ["OS/2"] })
        #expect(plain.face.weight == 400)
        #expect(plain.face.width == 100)
        #expect(plain.details.fsType == nil)
        #expect(plain.details.panose == nil)
    }

    @Test func slantIsTheAngleToTheRight() throws {
        #expect(try face(SyntheticFont { $0.italicAngle = -12.5 }).slant == 12.5)
        #expect(try face(SyntheticFont { $0.italicAngle = 8 }).slant == -8)
        #expect(try face(SyntheticFont()).slant.sign == .plus)
        #expect(try face(SyntheticFont { $0.italicAngle = 4_000 }).slant == 0)
    }

    @Test func traitsFollowFlagsAndTables() throws {
        let traits: [(FontTraits, (inout SyntheticFont) -> Void)] = [
            ([], { _ in }), (.bold, { $0.isBold = true }), (.italic, { $0.isItalic = true }),
            (.italic, { $0.isOblique = true }), (.italic, { $0.italicAngle = -3 }),
            (.vertical, { $0.isVertical = true }),
            (.colorGlyphs, { $0.isColor = true }), (.monospace, { $0.isFixedPitch = true }),
            (.symbolic, { $0.isSymbol = true }),
            (
                [.bold, .italic, .condensed],
                { font in
                    font.isBold = true
                    font.isItalic = true
                    font.widthClass = 3
                }
            ),
        ]
        for (index, (expected, change)) in traits.enumerated() {
            #expect(try face(SyntheticFont().with(change)).traits == expected, "\(index)")
        }
        // The weight class does not make a face bold.
        #expect(try !face(SyntheticFont { $0.weight = 900 }).traits.contains(.bold))
    }

    @Test func aFixedPitchIsMeasured() throws {
        // The flag has no effect if letters can be measured.
        let liar = SyntheticFont { $0.declaresFixedPitch = true }
        #expect(try !face(liar).traits.contains(.monospace))
        let modest = SyntheticFont { font in
            font.isFixedPitch = true
            font.declaresFixedPitch = false
        }
        #expect(try face(modest).traits.contains(.monospace))
    }

    @Test func widthsMayBeOffByAUnitOrTwo() throws {
        func font(_ second: UInt8) -> [UInt8] {
            let bytes = SyntheticFont { $0.declaresFixedPitch = false }.build()
            let metrics = SyntheticDirectoryEntry.find("hmtx", in: bytes).range
            return stride(from: metrics.lowerBound, to: metrics.upperBound, by: 4).reduce(bytes) { bytes, place in
                Damage.patched(bytes, at: place, with: [2, place.isMultiple(of: 8) ? 0 : second])
            }
        }
        for (second, isMonospaced) in [(0, true), (15, true), (17, false)] as [(UInt8, Bool)] {
            let face = try #require(try read(font(second)).faces.first?.face)
            #expect(face.traits.contains(.monospace) == isMonospaced, "\(second)")
        }
    }

    /// `post.isFixedPitch` decides if there are no Latin letters.
    ///
    /// Digits have equal widths in most fonts, so they do not count.
    @Test(arguments: [[0x4E00...0x4E10], [0x30...0x39, 0x0A85...0x0AB9]] as [[ClosedRange<UInt32>]])
    func withoutLettersTheFlagCounts(_ characters: [ClosedRange<UInt32>]) throws {
        for isFixedPitch in [false, true] {
            let font = SyntheticFont { font in
                font.characters = characters
                font.isFixedPitch = !isFixedPitch
                font.declaresFixedPitch = isFixedPitch
            }
            #expect(try face(font).traits.contains(.monospace) == isFixedPitch)
        }
    }
}

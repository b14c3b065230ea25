import FontModel
import TestSupport
import Testing

@testable import OpenType

/// Features of `GSUB` and `GPOS`, with the names in their parameters.
struct FeatureTests {
    private static let names: [SyntheticFont.LocalizedName] = [
        .init(256, language: 0x409, "Open a"), .init(256, language: 0x407, "Offenes a"),
        .init(257, language: 0x409, "Forms of g"), .init(258, language: 0x409, "Chooses the form of g."),
        .init(259, language: 0x409, "gag"), .init(260, language: 0x409, "Single"),
        .init(261, language: 0x409, "Double"),
        .init(5, language: 0x407, "no label"),
    ]

    private static func font(
        _ features: [SyntheticFeature], positions: [SyntheticFeature] = [], _ change: ([UInt8]) -> [UInt8] = { $0 }
    ) -> SyntheticFont {
        SyntheticFont(family: "Featured") { font in
            font.localizedNames = names
            font.extraTables["GSUB"] = change(SyntheticFeature.table(features))
            if !positions.isEmpty { font.extraTables["GPOS"] = SyntheticFeature.table(positions) }
        }
    }

    private func features(_ font: SyntheticFont) throws -> [FontFeature] { try contents(font).features }

    @Test func namesComeFromTheParametersOrTheRegistry() throws {
        let font = Self.font(
            [
                SyntheticFeature("smcp"), .stylisticSet("ss01", name: 256), SyntheticFeature("ss02"),
                .characterVariant("cv07", label: 257, explanation: 258, sample: 259, choices: 2, first: 260),
                SyntheticFeature("XYZW"), SyntheticFeature("kern"),
            ], positions: [SyntheticFeature("kern"), SyntheticFeature("kern")])
        let features = try features(font)
        #expect(features.map(\.tag) == ["XYZW", "cv07", "kern", "smcp", "ss01", "ss02"])
        #expect(features.map(\.name) == [nil, "Forms of g", "Kerning", "Small Capitals", "Open a", "Stylistic Set 2"])
        #expect(features.map(\.tables) == [["GSUB"], ["GSUB"], ["GSUB", "GPOS"], ["GSUB"], ["GSUB"], ["GSUB"]])
        #expect(features.map(\.isOnByDefault) == [false, false, true, false, false, false])
        let set = features[4]
        #expect(set.names == [.init(language: "en", text: "Open a"), .init(language: "de", text: "Offenes a")])
        #expect(features[5].names.isEmpty)
        let variant = features[1]
        #expect(variant.choices == ["Single", "Double"])
        #expect(variant.explanation == "Chooses the form of g." && variant.sampleText == "gag")
    }

    /// The same facts without the rest of the file.
    @Test func partsOfTheFileAreEnough() throws {
        let font = Self.font([.stylisticSet("ss20", name: 256), SyntheticFeature("liga")])
        let bytes = font.build()
        var loaded = 0
        let read = try bytes.withUnsafeBytes { bytes in
            try FontReader.features(ofFace: 0, in: bytes) { loaded += $0.count }
        }
        #expect(try read == features(font))
        #expect(read.map(\.name) == ["Standard Ligatures", "Open a"])
        #expect(loaded < bytes.count)
        let absent = #expect(throws: FontError.self) {
            try bytes.withUnsafeBytes { try FontReader.features(ofFace: 1, in: $0) { _ in } }
        }
        #expect(absent?.code == .invalidFontData)
    }

    /// Only stylistic sets and character variants have names, and only of the font's own ids.
    @Test(arguments: [
        SyntheticFeature.stylisticSet("ss01", name: 5), .stylisticSet("ss01", name: 999),
        .stylisticSet("ss01", name: 0xFFFF), SyntheticFeature("ss01", parameters: words(1, 256)),
        SyntheticFeature("ss01", parameters: [0]), .characterVariant("cv01", label: 5, choices: 3, first: 5),
        .characterVariant("cv01", label: 0, choices: 0xFFFF, first: 0xFFFF),
    ])
    func otherParametersGiveTheRegisteredName(_ feature: SyntheticFeature) throws {
        let found = try #require(try features(Self.font([feature])).first)
        #expect(found.name == (feature.tag == "ss01" ? "Stylistic Set 1" : "Character Variant 1"))
        #expect(found.names.isEmpty && found.choices.isEmpty)
    }

    @Test func otherFeaturesHaveNoParameters() throws {
        let tags = ["ss21", "ss00", "cv00", "ssab", "size", "salt"]
        let found = try features(Self.font(tags.map { .stylisticSet($0, name: 256) }))
        #expect(found.count == tags.count)
        #expect(found.allSatisfy { $0.names.isEmpty })
        #expect(found.first { $0.tag == "ss21" }?.name == nil)
    }

    /// A choice without a name ends the list, so that the others keep their values.
    @Test func choicesAreNumberedWithoutGaps() throws {
        let variant = SyntheticFeature.characterVariant("cv01", label: 257, choices: 5, first: 259)
        #expect(try features(Self.font([variant])).first?.choices == ["gag", "Single", "Double"])
    }

    /// Every truncation and every changed byte of the table gives features or none, never a trap or a refusal.
    @Test func damageIsSkipped() throws {
        let whole = SyntheticFeature.table([
            .stylisticSet("ss01", name: 256), .characterVariant("cv01", label: 257, choices: 2, first: 260),
        ])
        func read(_ table: [UInt8]) throws -> [FontFeature] { try features(Self.font([]) { _ in table }) }
        #expect(try read(whole).compactMap(\.name) == ["Forms of g", "Open a"])
        var (kept, lost) = (0, 0)
        for length in 0..<whole.count {
            let found = try read(Array(whole.prefix(length)))
            #expect(found.count <= 2)
            if found.count == 2 { kept += 1 } else { lost += 1 }
        }
        for place in whole.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var table = whole
                table[place] = value
                for feature in try read(table) {
                    #expect(feature.names.allSatisfy { isDisplayed($0.text) })
                    #expect(isTag(feature.tag))
                }
            }
        }
        #expect(kept > 0 && lost > 10)
    }

    /// Collections share a `name` table and may list as many features as fit.
    @Test func theNumberOfFeaturesIsLimited() throws {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let many = (0..<1_500).map { number in
            SyntheticFeature("A" + String([number / 676, number / 26 % 26, number % 26].map { digits[$0] }))
        }
        #expect(try features(Self.font(many)).count == FontFeature.most)
    }

    @Test func namesAreInDisplayForm() throws {
        var font = Self.font([.stylisticSet("ss01", name: 300)])
        font.localizedNames.append(.init(300, language: 0x409, "A\u{202E}b\nc"))
        let feature = try #require(try features(font).first)
        #expect(feature.name.map(isDisplayed) == true)
        #expect(feature.name != "A\u{202E}b\nc")
    }
}

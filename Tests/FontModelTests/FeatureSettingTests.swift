import Testing

@testable import FontModel

/// The notation of settings of OpenType features.
@Suite struct FeatureSettingTests {
    @Test(arguments: [
        ("smcp", "smcp", 1, "smcp"), ("+smcp", "smcp", 1, "smcp"), ("-liga", "liga", 0, "-liga"),
        ("liga=0", "liga", 0, "-liga"), ("ss01=1", "ss01", 1, "ss01"), ("cv11=12", "cv11", 12, "cv11=12"),
        ("aalt=65535", "aalt", 65_535, "aalt=65535"), ("a=b ", "a=b ", 1, "a=b "),
    ])
    func aSettingIsRead(_ text: String, _ tag: String, _ value: Int, _ shortest: String) throws {
        let setting = try #require(FontFeatureSetting(notation: text))
        #expect(setting == FontFeatureSetting(tag, value: value) && setting.isValid)
        #expect(setting.description == shortest)
        #expect(FontFeatureSetting(notation: setting.description) == setting)
    }

    @Test(arguments: [
        "", "-", "abc", "abcde", "smcp=", "smcp=-1", "smcp=+1", "smcp=65536", "smcp=000001", "smcp=1.5", "smcp=on",
        "-liga=1", "+liga=1", "--lig", "smcp ", " smcp", "smc\u{E9}", "sm\u{0}p", "smcp=\u{661}",
    ])
    func whatIsNoSettingIsRefused(_ text: String) { #expect(FontFeatureSetting(notation: text) == nil) }

    @Test func tagsAndValuesHaveRanges() {
        for setting in [
            FontFeatureSetting("abc"), .init("abcde"), .init("-abc"), .init("smcp", value: -1),
            .init("smcp", value: 65_536),
        ] { #expect(!setting.isValid, "\(setting)") }
    }

    /// Encodings have the notation; one setting that is none, or too many, refuses the record.
    @Test func recordsHaveSettingsInTheirNotation() throws {
        let settings = [FontFeatureSetting("smcp"), .init("liga", value: 0), .init("ss01", value: 3)]
        let options = PictureOptions(features: settings, isVertical: true)
        #expect(options.fieldMembers["features"] == .texts(["smcp", "-liga", "ss01=3"]))
        #expect(options.fieldMembers["vertical"] == .flag(true))
        #expect(PictureOptions().fieldMembers["features"] == nil && PictureOptions().fieldMembers["vertical"] == nil)
        #expect(try PictureOptions(fieldMembers: options.fieldMembers) == options)
        let limit = FontFeatureSetting.limit
        func read(_ texts: [String]) throws -> [FontFeatureSetting] {
            try PictureOptions(fieldMembers: [FieldMember("features", .texts(texts))]).features
        }
        #expect(try read(Array(repeating: "smcp", count: limit)).count == limit)
        for texts in [["smcp", "abc"], Array(repeating: "smcp", count: limit + 1)] {
            #expect(throws: FieldFault.self) { try read(texts) }
        }
    }
}

import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// The typographic features that `info` lists.
@Suite(.fewAtOnce) struct InfoFeatureTests {
    @Test func featuresHaveTheirNames() async throws {
        let home = try PrivateHome()
        let font = SyntheticFont(family: "Featured") { font in
            font.localizedNames = [
                .init(256, language: 0x409, "Open a"), .init(257, language: 0x409, "Single"),
                .init(258, language: 0x409, "Double"),
            ]
            font.extraTables["GSUB"] = SyntheticFeature.table([
                SyntheticFeature("smcp"), .stylisticSet("ss01", name: 256),
                .characterVariant("cv02", label: 0, choices: 2, first: 257),
            ])
        }
        let path = try home.write(font)
        let session = Session(home)
        let text = await session("info", path)
        #expect(text.status == 0)
        let start = try #require(text.lines.firstIndex { $0 == "  features" }, "\(text)")
        let rows = text.lines[(start + 1)...].prefix(3).map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            rows == [
                "cv02 Character Variant 2 GSUB 1 Single, 2 Double", "smcp Small Capitals GSUB", "ss01 Open a GSUB",
            ])
        let json = await session("info", "--json", path)
        #expect(json.output.contains(#"{"tag":"smcp","name":"Small Capitals","names":[],"tables":["GSUB"],"#))
        let plain = await session("info", try home.write(SyntheticFont(family: "Plain")))
        #expect(plain.status == 0 && !plain.output.contains("features"))
    }
}

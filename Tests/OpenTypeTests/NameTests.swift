import FontModel
import OpenType
import TestSupport
import Testing

@Suite struct NameTests {
    @Test func namesAreRead() throws {
        let face = try face(SyntheticFont(family: "Plain Sans", style: "Bold") { $0.revision = 2.5 })
        #expect(face.family == "Plain Sans")
        #expect(face.style == "Bold")
        #expect(face.fullName == "Plain Sans Bold")
        #expect(face.postscriptName == "PlainSans-Bold")
        #expect(face.version == "Version 2.500")
        #expect(face.revision == 2.5)
        #expect(face.legacyFamily == nil)
        #expect(face.legacyStyle == nil)
        #expect(!face.hasDerivedName)
    }

    @Test func typographicNamesGoBeforeLegacyOnes() throws {
        let face = try face(
            SyntheticFont(family: "Plain", style: "SemiBold Italic") { font in
                font.legacyFamily = "Plain SemiBold"
                font.legacyStyle = "Italic"
            })
        #expect(face.family == "Plain")
        #expect(face.style == "SemiBold Italic")
        #expect(face.legacyFamily == "Plain SemiBold")
        #expect(face.legacyStyle == "Italic")
    }

    /// Names are selected in fontconfig's order: WWS names (21, 22), typographic names (16, 17), legacy names (1, 2).
    @Test func wwsNamesGoBeforeTypographicOnes() throws {
        let plain = try face(
            SyntheticFont(family: "Plain", style: "Caption Bold") { font in
                font.legacyFamily = "Plain Capt"
                font.legacyStyle = "Bold"
                font.rawNames = [.windows(21, "Plain Caption"), .windows(22, "Heavy")]
            })
        #expect(plain.family == "Plain Caption")
        #expect(plain.style == "Heavy")
        #expect(plain.legacyFamily == "Plain Capt")
        #expect(plain.legacyStyle == "Bold")
        #expect(
            plain.localizedNames == [
                LocalizedName(kind: .family, language: "en", text: "Plain"),
                LocalizedName(kind: .style, language: "en", text: "Caption Bold"),
            ])
        // A WWS style without a WWS family, as in Zebrawood, does not change the family.
        let styled = try face(SyntheticFont(family: "Wood") { $0.rawNames = [.windows(22, "Bold")] })
        #expect(styled.family == "Wood")
        #expect(styled.style == "Bold")
        #expect(styled.legacyStyle == "Regular")
        #expect(styled.localizedNames.isEmpty)
    }

    @Test func wwsNamesOfInstancesDoNotBeginThem() throws {
        let font = SyntheticFont(family: "Plain") { font in
            font.rawNames = [.windows(21, "Plain Caption")]
            font.axes = [.weight]
            font.instances = [.init("Bold", ["wght": 700])]
        }
        #expect(try face(font).instances.map(\.postscriptName) == ["Plain-Bold"])
    }

    @Test func windowsNamesPrecedeMacintoshNames() throws {
        let left = try face(SyntheticFont(family: "Artemisia") { $0.rawNames = [.macintosh(16, "Didot")] })
        #expect(left.family == "Artemisia")
        let old = try face(
            SyntheticFont(family: "") { $0.rawNames = [.macintosh(1, "Old Light"), .macintosh(16, "Old")] })
        #expect(old.family == "Old")
    }

    @Test(arguments: SyntheticFont.NamePlatform.allCases)
    func onePlatformIsEnough(_ platform: SyntheticFont.NamePlatform) throws {
        let face = try face(SyntheticFont(family: "Lonely") { $0.namePlatforms = [platform] })
        #expect(face.family == "Lonely")
        #expect(face.postscriptName == "Lonely-Regular")
    }

    @Test func englishForWindowsIsPreferred() throws {
        let records: [(SyntheticFont.RawName, String)] = [
            (.windows(1, "Deutsch", language: 0x407), "Deutsch"),
            (.unicode(1, "Unicode"), "Unicode"),
            (.macintosh(1, "Macintosh"), "Macintosh"),
            (.windows(1, "British", language: 0x809), "British"),
            (.windows(1, "American"), "American"),
        ]
        // Each record takes precedence over all earlier ones.
        for count in 1...records.count {
            let font = SyntheticFont(family: "") { $0.rawNames = records.prefix(count).map(\.0) }
            #expect(try face(font).family == records[count - 1].1)
        }
    }

    @Test func missingNamesFollowFromTheOthers() throws {
        let face = try face(
            SyntheticFont(family: "Only Family", style: "") { font in
                font.fullName = nil
                font.postscriptName = nil
                font.versionText = nil
            })
        #expect(face.style == "Regular")
        #expect(face.fullName == "Only Family Regular")
        #expect(face.postscriptName == "Only-Family")
        #expect(face.version.isEmpty)
    }

    @Test(arguments: [
        ("No PS Two", "No-PS-Two"), ("Quartet", "Quartet"), ("/etc/passwd", "-etc-passwd"),
        ("A(B)<C>[D]{E}", "A-B--C--D--E-"), ("Fünf%Prozent", "Fünf%Prozent"),
    ])
    func aMissingPostScriptNameIsFormedAsFontconfigDoes(_ family: String, _ expected: String) throws {
        let contents = try read(SyntheticFont(family: family) { $0.postscriptName = nil }.build())
        #expect(contents.faces.first?.face.postscriptName == expected)
        #expect(contents.findings.contains { $0.table == "name" && $0.message.contains("PostScript") })
    }

    @Test(arguments: ["With Space", "Ünïcode", "Br(ac)kets", "Per%cent", "Sl/ash", "Nul\0l", ""])
    func anInvalidPostScriptNameIsNotUsed(_ name: String) throws {
        let font = SyntheticFont(family: "Fall Back") { $0.postscriptName = name }
        #expect(try face(font).postscriptName == "Fall-Back")
    }

    @Test func oneValidPostScriptNameIsEnough() throws {
        let font = SyntheticFont(family: "Two") { font in
            font.rawNames = [.windows(6, "not valid"), .macintosh(6, "Valid-Name")]
        }
        #expect(try face(font).postscriptName == "Valid-Name")
    }

    @Test func shellCharactersAreNoHarm() throws {
        let font = SyntheticFont(family: "$(touch`id`;|&'") { $0.postscriptName = "Shell'Quote-Regular" }
        #expect(try face(font).family == "$(touch`id`;|&'")
        #expect(try face(font).postscriptName == "Shell'Quote-Regular")
    }

    @Test func aFaceWithoutFamilyIsCalledAsItsFileByItsOtherNames() throws {
        let named = try face(
            SyntheticFont(family: "") { font in
                font.fullName = "Full Only"
                font.postscriptName = nil
            })
        let suffix = "-" + hash.prefix(12)
        #expect(named.family == "FullOnly" + suffix)
        #expect(named.postscriptName == "FullOnly" + suffix)
        #expect(named.fullName == "Full Only")
        #expect(!named.hasDerivedName)
        let coded = try face(
            SyntheticFont(family: "") { font in
                font.fullName = nil
                font.postscriptName = "PSOnly-Regular"
            })
        #expect(coded.family == "PSOnly-Regular" + suffix)
        #expect(coded.postscriptName == "PSOnly-Regular")
        #expect(!coded.hasDerivedName)
    }

    @Test func allRecordsAreKept() throws {
        let license = SyntheticFont.RawName.windows(13, String(repeating: "licence ", count: 2_000))
        let contents = try contents(SyntheticFont { $0.rawNames = [license, .macintosh(0, "© nobody")] })
        let record = try #require(contents.names.first { $0.nameID == 13 })
        #expect(record.raw == license.bytes)
        #expect(record.display.count == FontLimits.displayNameLength)
        #expect(record.display.hasSuffix("…"))
        #expect(record.language == "en")
        #expect(contents.names.contains { $0.nameID == 0 && $0.platformID == 1 })
        #expect(contents.names.map(\.nameID).contains(6))
    }
}

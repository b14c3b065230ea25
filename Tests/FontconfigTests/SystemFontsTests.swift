import FontModel
import Fontconfig
import Glibc
import TestSupport
import Testing

@Suite struct SystemFontsTests {
    private let world: PrivateFontconfig

    init() throws { world = try PrivateFontconfig() }

    @Test func instancesAreFoldedIntoTheirFace() throws {
        let path = try world.add(SyntheticFont.variable.build(), as: "a.ttf")
        let fonts = try world.systemFonts()
        #expect(fonts.count == 1)
        let entry = try #require(fonts.entries.first)
        #expect(entry.path == path)
        #expect(entry.face.index == 0)
        #expect(entry.face.weight == 400)
        #expect(entry.face.style == "Regular")
        #expect(fonts.entries(postscriptName: entry.face.postscriptName) == [0])
        #expect(fonts.entries(postscriptName: "SyntheticVariable-Bold") == [])
        #expect(fonts.variableEntries == [0])
    }

    @Test func everyFaceOfACollectionIsAnEntry() throws {
        let path = try world.add(SyntheticCollection.faces(3).build(), as: "a.ttc")
        let entries = try world.systemFonts().entries
        #expect(entries.map(\.path) == [path, path, path])
        #expect(Set(entries.map(\.face.index)) == [0, 1, 2])
        #expect(try world.systemFonts().variableEntries == [])
    }

    @Test func namesAreFound() throws {
        try world.add(SyntheticFont(family: "Synthetic Grotesk", style: "Bold").build(), as: "a.ttf")
        try world.add(SyntheticFont(family: "Synthetic Grotesk", style: "Light").build(), as: "b.ttf")
        try world.add(SyntheticFont.japanese.build(), as: "c.ttf")
        let fonts = try world.systemFonts()
        func names(_ found: [Int]) -> Set<String> { Set(found.map { fonts.entry($0).face.postscriptName }) }
        #expect(names(fonts.entries(postscriptName: "SyntheticGrotesk-Bold")) == ["SyntheticGrotesk-Bold"])
        #expect(fonts.entries(postscriptName: "syntheticgrotesk-bold") == [])
        #expect(fonts.variableEntries == [])
    }

    @Test func theFactsOfAFace() throws {
        let font = SyntheticFont(family: "Synthetic Facts", style: "Light Italic") { font in
            font.legacyFamily = "Synthetic Facts Light"
            font.legacyStyle = "Italic"
            font.weight = 300
            font.widthClass = 4
            font.isItalic = true
            font.italicAngle = -9
            font.isFixedPitch = true
            font.revision = 2.5
        }
        try world.add(font.build(), as: "a.ttf")
        let face = try #require(try world.systemFonts().entries.first).face
        #expect(face.family == "Synthetic Facts")
        #expect(face.style == "Light Italic")
        #expect(face.legacyFamily == "Synthetic Facts Light")
        #expect(face.legacyStyle == "Italic")
        #expect(face.fullName == "Synthetic Facts Light Italic")
        #expect(face.postscriptName == "SyntheticFacts-LightItalic")
        #expect(face.weight == 300)
        #expect(face.width == 87.5)
        #expect(face.slant == 12)
        #expect(face.traits == [.italic, .condensed, .monospace])
        #expect(face.revision == 2.5)
        #expect(face.outlines == .trueType)
        #expect(face.languages.contains("sw"))
    }

    @Test func otherLanguagesAreKept() throws {
        try world.add(SyntheticFont.japanese.build(), as: "a.ttf")
        let face = try #require(try world.systemFonts().entries.first).face
        #expect(face.family == "Synthetic Mincho")
        #expect(
            Set(face.localizedNames) == [
                LocalizedName(kind: .family, language: "ja", text: "合成明朝"),
                LocalizedName(kind: .style, language: "ja", text: "標準"),
                LocalizedName(kind: .fullName, language: "ja", text: "合成明朝 標準"),
            ])
    }

    @Test func languagesOfPlacesAreTagged() throws {
        let font = SyntheticFont(family: "Synthetic Ming") { font in
            font.localizedNames = [.init(1, language: 0x404, "合成明體")]
        }
        try world.add(font.build(), as: "a.ttf")
        let face = try #require(try world.systemFonts().entries.first).face
        #expect(face.localizedNames == [LocalizedName(kind: .family, language: "zh-TW", text: "合成明體")])
    }

    @Test(arguments: [
        (SyntheticFont.Outlines.trueType, OutlineFormat.trueType), (.cff, .cff), (.cff2, .cff), (.bitmap, .bitmap),
    ])
    func outlinesAreTold(_ outlines: SyntheticFont.Outlines, _ expected: OutlineFormat) throws {
        try world.add(SyntheticFont { $0.outlines = outlines }.build(), as: "a.ttf")
        #expect(try world.systemFonts().entries.map(\.face.outlines) == [expected])
    }

    @Test(arguments: zip(1...9, [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]))
    func widthsAreOpenTypes(_ widthClass: Int, _ percentage: Double) throws {
        try world.add(SyntheticFont { $0.widthClass = widthClass }.build(), as: "a.ttf")
        let face = try #require(try world.systemFonts().entries.first).face
        #expect(face.width == percentage)
        #expect(face.traits.contains(.condensed) == (widthClass < 5))
        #expect(face.traits.contains(.expanded) == (widthClass > 5))
    }

    /// fontconfig's weights range from 0 to 215; every OpenType weight below 100 becomes 100.
    @Test(arguments: [100, 200, 300, 350, 380, 400, 500, 600, 700, 800, 900, 950, 1000])
    func weightsAreOpenTypes(_ weight: Int) throws {
        try world.add(SyntheticFont { $0.weight = weight }.build(), as: "a.ttf")
        let face = try #require(try world.systemFonts().entries.first).face
        #expect(abs(face.weight - Double(weight)) < 0.5)
    }

    @Test func hostileNamesAreCleaned() throws {
        let font = SyntheticFont { font in
            font.rawNames = [.windows(1, "Evil\u{202E}\u{1B}[2J\u{9B}Font")]
        }
        try world.add(font.build(), as: "a.ttf")
        let face = try #require(try world.systemFonts().entries.first).face
        #expect(face.family == "Evil\\u{202e}\\u{1b}[2J\\u{9b}Font")
    }

    @Test func oneEntryIsTheSameAsOneOfAll() throws {
        try world.add(SyntheticFont.variable.build(), as: "a.ttf")
        try world.add(SyntheticFont.japanese.build(), as: "b.ttf")
        let fonts = try world.systemFonts()
        let single = (0..<fonts.count).map { fonts.entry($0) }
        #expect(single == fonts.entries)
        #expect(single == (0..<fonts.count).map { fonts.entry($0) })
        #expect(single.contains { !$0.face.languages.isEmpty })
    }

    @Test func coverageIsWhatTheFaceMaps() throws {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xC0...0xC1, 0xC5...0xC5, 0xDF...0xE0, 0xFE...0x101, 0x4E00...0x4E1F, 0x4E40...0x4E40,
            0x1F600...0x1F6FF,
        ]
        try world.add(SyntheticFont { $0.characters = ranges }.build(), as: "a.ttf")
        let fonts = try world.systemFonts()
        #expect(fonts.covers(0, "Az\u{FE}\u{101}\u{4E1F}\u{1F600}"))
        #expect(!fonts.covers(0, "A\u{4E20}"))
        #expect(fonts.covers(0, ""))
    }

    /// With a wildcard in the path no rule can name the folder, and `&` would need an entity.
    @Test(arguments: [true, false], ["fontd", "font d", "f?ntd", "*", "[f]ontd", "f&ntd", "fontđ"])
    func excludedFoldersAreLeftOut(_ loadsExcluded: Bool, _ name: String) throws {
        let world = try PrivateFontconfig()
        let excluded = world.folder(name)
        let inside = world.folder(name + "/a")
        let beside = world.folder("fontd-other")
        let below = world.folder("fontd-other/fontd")
        try world.add(SyntheticFont(family: "Outside").build(), as: "a.ttf")
        try world.add(SyntheticFont(family: "Excluded").build(), as: name + "/a.ttf")
        try world.add(SyntheticFont(family: "Inside").build(), as: name + "/a/a.ttf")
        try world.add(SyntheticFont(family: "Beside").build(), as: "fontd-other/a.ttf")
        try world.add(SyntheticFont(family: "Below").build(), as: "fontd-other/fontd/a.ttf")
        let all = try world.systemFonts(loadsExcluded: loadsExcluded)
        #expect(Set(all.entries.map(\.face.family)) == ["Outside", "Excluded", "Inside", "Beside", "Below"])
        #expect(Set(all.fontDirectories) == [world.fonts, excluded, inside, beside, below])
        let fonts = try world.systemFonts(excluding: [excluded + "/"], loadsExcluded: loadsExcluded)
        #expect(Set(fonts.entries.map(\.face.family)) == ["Outside", "Beside", "Below"])
        #expect(fonts.entries(postscriptName: "Inside-Regular") == [])
        #expect(Set(fonts.fontDirectories) == [world.fonts, beside, below])
        #expect(fonts.configuration.configurationFiles == all.configuration.configurationFiles)
        #expect(fonts.entries.map(\.path) == all.entries.map(\.path).filter { !$0.hasPrefix(excluded + "/") })
        // Changes in excluded folders do not cause a reload.
        #expect(fonts.isUpToDate())
        world.settle(inside)
        #expect(fonts.isUpToDate())
        #expect(!all.isUpToDate())
    }

    /// fontconfig neither scans nor maps them: their caches are not even written.
    @Test func excludedFoldersNeedNotBeLoaded() throws {
        let excluded = world.folder("fontd")
        world.folder("fontd/a")
        try world.add(SyntheticFont(family: "Outside").build(), as: "a.ttf")
        try world.add(SyntheticFont(family: "Inside").build(), as: "fontd/a/a.ttf")
        let fonts = try world.systemFonts(excluding: [excluded], loadsExcluded: false)
        #expect(fonts.entries.map(\.face.family) == ["Outside"])
        #expect(fonts.substitute(for: "Inside")?.face.family == "Outside")
        #expect(try world.configuration().cache(of: excluded + "/a") == nil)
        #expect(try world.systemFonts(excluding: [excluded]).substitute(for: "Inside")?.face.family == "Inside")
        #expect(try world.configuration().cache(of: excluded + "/a") != nil)
    }

    /// A rule of the user that accepts everything precedes, and the fonts are left out afterwards.
    @Test func excludedFoldersAreLeftOutInSpiteOfARule() throws {
        let world = try PrivateFontconfig(extra: "<selectfont><acceptfont><glob>*</glob></acceptfont></selectfont>")
        let excluded = world.folder("fontd")
        try world.add(SyntheticFont(family: "Outside").build(), as: "a.ttf")
        try world.add(SyntheticFont(family: "Excluded").build(), as: "fontd/a.ttf")
        let fonts = try world.systemFonts(excluding: [excluded], loadsExcluded: false)
        #expect(fonts.entries.map(\.face.family) == ["Outside"])
    }

    @Test func aFileWhoseNameIsNotUTF8IsLeftOut() throws {
        try world.add(SyntheticFont().build(), as: "a.ttf")
        let name = Array((world.fonts + "/b").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        #expect(link(world.fonts + "/a.ttf", name) == 0)
        world.settle(world.fonts)
        #expect(try world.configuration().buildCache(of: world.fonts).patternCount == 2)
        #expect(try world.systemFonts().entries.map(\.path) == [world.fonts + "/a.ttf"])
    }

    @Test func noFontsAreNoFonts() throws {
        let fonts = try world.systemFonts()
        #expect(fonts.count == 0)
        #expect(fonts.entries == [])
        #expect(fonts.substitute(for: "Anything") == nil)
    }

    @Test func aSubstituteIsAlwaysGiven() throws {
        try world.add(SyntheticFont(family: "Synthetic One").build(), as: "a.ttf")
        try world.add(SyntheticFont(family: "Synthetic-Two: x").build(), as: "b.ttf")
        world.folder("fontd")
        try world.add(SyntheticFont.variable.build(), as: "fontd/c.ttf")
        let fonts = try world.systemFonts(excluding: [world.fonts + "/fontd"])
        #expect(fonts.substitute(for: "synthetic one") == fonts.entries.first { $0.path.hasSuffix("a.ttf") })
        #expect(fonts.substitute(for: "Synthetic-Two: x")?.path.hasSuffix("b.ttf") == true)
        #expect(fonts.substitute(for: "Nonesuch") != nil)
        let excluded = fonts.substitute(for: "Synthetic Variable")
        #expect(excluded?.path == world.fonts + "/fontd/c.ttf")
        #expect(excluded?.face.family == "Synthetic Variable")
    }

    @Test func threadsShareTheFonts() async throws {
        for index in 0..<8 {
            try world.add(SyntheticFont(family: "Synthetic \(index)").build(), as: "\(index).ttf")
        }
        let fonts = try world.systemFonts()
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                let family = "Synthetic \(index % 8)"
                group.addTask {
                    fonts.entries(postscriptName: "Synthetic\(index % 8)-Regular").map { fonts.entry($0).face.family }
                        == [family]
                        && fonts.substitute(for: family)?.face.family == family && fonts.entries.count == 8
                        && fonts.covers(index % 8, "Az")
                }
            }
            for await agrees in group { #expect(agrees) }
        }
    }
}

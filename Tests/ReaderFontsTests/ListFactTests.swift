import FontModel
import FontRegistry
import Foundation
import ReaderFonts
import StyleSheets
import TestSupport
import Testing

/// The facts of families that a list shows: state, sample text and format.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ListFactTests {
    private let home: PrivateHome
    private static let all = FontQuerySet(including: [FontQuery()], options: .includeDisabled)

    init() throws {
        home = try PrivateHome()
        try home.configure(folder: home.root + "/given")
    }

    private func register(
        _ font: SyntheticFont, isEnabled: Bool = true, provider: String = "test"
    ) async throws {
        let file = try home.put(font.build(), at: home.root + "/taken/\(font.postscriptName ?? "")-\(font.salt).ttf")
        let options = RegistrationOptions(isEnabled: isEnabled)
        let outcome = try await home.manager(provider: provider)
            .register(URL(filePath: file), scope: .persistent, options: options)
        #expect(outcome.registration != nil, "\(outcome)")
    }

    /// Returns the styles of families, with a minus for those that programs do not see.
    private func states(_ families: [ReadingFamily]) -> [String: [String]] {
        let states = families.map { family in
            let styles = zip(family.family.fonts, family.fontFacts).map { ($1.isEnabled ? "" : "-") + $0.style }
            return (family.family.name, styles)
        }
        return Dictionary(uniqueKeysWithValues: states)
    }

    // MARK: State

    @Test func disabledFontsAreListedIfTheQueryAsks() async throws {
        try home.put(
            Array(
                "<fontconfig><selectfont><rejectfont><glob>*/Refused-*</glob></rejectfont></selectfont></fontconfig>"
                    .utf8),
            at: home.paths.configHome + "/fontconfig/conf.d/60-reject.conf")
        for family in ["Noisy", "Plain"] { try home.write(SyntheticFont(family: family)) }
        let bold = SyntheticFont(family: "Both", style: "Bold") { $0.weight = 700 }
        try await register(SyntheticFont(family: "Both"))
        try await register(bold, isEnabled: false)
        for (family, isEnabled) in [("On", true), ("Off", false), ("Refused", true)] {
            try await register(SyntheticFont(family: family), isEnabled: isEnabled)
        }
        let user = try home.user()
        #expect(try await user.setEnabled(false, [.any("Noisy")]).isSuccess)

        let seen = try await user.readingFamilies()
        #expect(states(seen) == ["Both": ["Regular"], "On": ["Regular"], "Plain": ["Regular"]])
        let listed = try await user.readingFamilies(matching: Self.all)
        #expect(
            states(listed) == [
                "Both": ["Regular", "-Bold"], "Noisy": ["-Regular"], "Off": ["-Regular"], "On": ["Regular"],
                "Plain": ["Regular"], "Refused": ["-Regular"],
            ])
        #expect(listed.map(\.family.name) == listed.map(\.family.name).sorted())
        #expect(Set(listed.filter { !$0.isEnabled }.map(\.family.name)) == ["Noisy", "Off", "Refused"])
        // Also fonts without a file that programs open have all facts.
        for family in listed {
            #expect(family.sample?.text == family.family.name, "\(family.family.name)")
            #expect(family.fontFacts.allSatisfy { $0.format == .trueType }, "\(family.family.name)")
        }
        // A query selects among hidden fonts, too.
        let query = FontQuerySet(including: [FontQuery(family: "noisy", characters: "Aa")], options: .includeDisabled)
        #expect(try await states(user.readingFamilies(matching: query)) == ["Noisy": ["-Regular"]])
        let other = FontQuerySet(including: [FontQuery(family: "noisy", characters: "Ж")], options: .includeDisabled)
        #expect(try await user.readingFamilies(matching: other).isEmpty)

        // A provider sees neither what others disabled nor what the user hides.
        let provider = try home.manager(provider: "org.example.Other")
        #expect(
            try await states(provider.readingFamilies(matching: Self.all)) == [
                "Both": ["Regular"], "On": ["Regular"], "Plain": ["Regular"], "Refused": ["-Regular"],
            ])
    }

    // MARK: Samples

    @Test(arguments: [true, false]) func aFamilyIsShownInItsOwnLetters(isRegistered: Bool) async throws {
        let own = SyntheticFont(family: "With Sample") { font in
            font.characters = SyntheticFont.characters(of: "永遠の国")
            font.rawNames = [
                .init(nameID: 19, platformID: 3, encodingID: 1, languageID: 0x409, bytes: SyntheticFont.utf16("\n国の永遠"))
            ]
        }
        let unable = SyntheticFont(family: "Lying Sample") { font in
            font.characters = [0x370...0x3FF]
            font.rawNames = [
                .init(nameID: 19, platformID: 3, encodingID: 1, languageID: 0x409, bytes: SyntheticFont.utf16("Abc"))
            ]
        }
        let fonts = [
            SyntheticFont(family: "Latin Name"), own, unable,
            SyntheticFont(family: "Greek Only") { $0.characters = [0x20...0x20, 0x370...0x3FF] },
            SyntheticFont(family: "Ελληνικά") {
                $0.characters = [0x370...0x3FF]
                $0.postscriptName = "Greek-Regular"
            },
            SyntheticFont(family: "Icons") { $0.characters = [0xE000...0xE0FF] },
        ]
        for font in fonts {
            if isRegistered { try await register(font) } else { try home.write(font) }
        }
        let families = try await home.user().readingFamilies()
        let samples = Dictionary(uniqueKeysWithValues: families.map { ($0.family.name, $0.sample) })
        func expect(_ family: String, _ text: String?, _ kind: ReadingFamily.Sample.Kind) {
            #expect(samples[family]??.text == text && samples[family]??.kind == kind, "\(family): \(samples)")
        }
        expect("Latin Name", "Latin Name", .familyName)
        expect("Ελληνικά", "Ελληνικά", .familyName)
        expect("With Sample", "国の永遠", .font)
        for family in ["Greek Only", "Lying Sample"] { expect(family, SampleText.text(of: "Grek"), .script) }
        let icons = try #require(samples["Icons"] ?? nil)
        #expect(icons.kind == .characters && icons.text.unicodeScalars.count == 16)
        #expect(icons.text.unicodeScalars.allSatisfy { (0xE000...0xE0FF).contains($0.value) })
    }

    // MARK: Formats

    private static let bitmapFont = """
        STARTFONT 2.1
        FONT -synt-old console-medium-r-normal--8-80-75-75-c-80-iso10646-1
        SIZE 8 75 75
        FONTBOUNDINGBOX 8 8 0 0
        STARTPROPERTIES 6
        FAMILY_NAME "Old Console"
        WEIGHT_NAME "Medium"
        CHARSET_REGISTRY "ISO10646"
        CHARSET_ENCODING "1"
        FONT_ASCENT 8
        FONT_DESCENT 0
        ENDPROPERTIES
        CHARS 1
        STARTCHAR A
        ENCODING 65
        SWIDTH 1000 0
        DWIDTH 8 0
        BBX 8 8 0 0
        BITMAP
        18
        24
        42
        42
        7E
        42
        42
        00
        ENDCHAR
        ENDFONT

        """

    @Test func everyFontHasItsFormat() async throws {
        try home.write(SyntheticFont(family: "Quadratic"))
        // The name of a file says nothing.
        try home.write(SyntheticFont(family: "Cubic") { $0.outlines = .cff }.build(), as: "cubic.ttf")
        try home.write(SyntheticCollection.faces(2, family: "Many").build(), as: "many.ttc")
        try home.write(SampleFile.woff.bytes, as: "sample.ttf")
        try home.write(Array(Self.bitmapFont.utf8), as: "old.bdf")
        try await register(SyntheticFont(family: "Taken") { $0.outlines = .cff })
        let families = try await home.user().readingFamilies()
        let formats = Dictionary(
            uniqueKeysWithValues: families.map { ($0.family.name, $0.fontFacts.map { $0.format?.rawValue ?? "none" }) })
        #expect(
            formats == [
                "Quadratic": ["truetype"], "Cubic": ["opentype"], "Many 1": ["collection"], "Many 2": ["collection"],
                "Sample WOFF": ["woff"], "Old Console": ["bdf"], "Taken": ["opentype"],
            ])
        let console = try #require(families.first { $0.family.name == "Old Console" })
        #expect(console.sample?.text == "A" && console.sample?.kind == .characters)
    }

    private static let postScriptFonts = "/usr/share/fonts/type1/urw-base35"

    /// Debian's package has each of these fonts as Type 1 and as OpenType.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: postScriptFonts), "needs fonts-urw-base35"))
    func oneFamilyMayHaveSeveralFormats() async throws {
        for file in [Self.postScriptFonts + "/P052-Roman.t1", "/usr/share/fonts/opentype/urw-base35/P052-Roman.otf"] {
            let bytes = try [UInt8](Data(contentsOf: URL(filePath: file)))
            try home.write(bytes, as: (file as NSString).lastPathComponent)
        }
        let family = try #require(try await home.user().readingFamilies().first)
        let formats = zip(family.family.fonts, family.fontFacts).map {
            (($0.url?.lastPathComponent ?? "") as NSString).pathExtension + " \($1.format?.rawValue ?? "")"
        }
        #expect(formats.sorted() == ["otf opentype", "t1 type1"])
        #expect(family.sample?.text == "P052")
    }
}

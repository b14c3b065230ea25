import FontModel
import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

@testable import FontsModel

/// The pages of one family.
@Suite struct DetailsTests {
    private static let weight = VariationAxis(
        tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)
    private static let optical = VariationAxis(
        tag: "opsz", name: "Optical", minimum: 8, defaultValue: 12, maximum: 12.5)
    private static let instances = [("Regular", 400.0), ("Bold", 700)].map { name, weight in
        NamedInstance(
            name: name, postscriptName: "Flex-\(name)", hasOwnPostScriptName: true, coordinates: ["wght": weight],
            isDefault: name == "Regular")
    }
    private static let flex = madeFace(
        "Flex",
        axes: [
            weight, optical,
            VariationAxis(tag: "HIDE", name: "", minimum: 0, defaultValue: 0, maximum: 1, isHidden: true),
            VariationAxis(tag: "FLAT", name: "", minimum: 5, defaultValue: 5, maximum: 5),
        ], instances: instances)

    @Test func aFamilyHasStylesAndFiles() throws {
        let known = madeFamily(
            [
                madeFont(Self.flex, id: "1"),
                madeFont(madeFace("Flex", "Italic", traits: .italic), id: "2", isOn: false),
                madeFont(madeFace("Flex", "Black", weight: 900)),
            ], off: [1], category: .sansSerif)
        let details = try #require(FamilyDetails(known))
        #expect(details.styles.map(\.title) == ["Regular", "Bold", "Italic", "Black"])
        #expect(details.styles.map(\.file) == [0, 0, 1, 2] && details.styles.map(\.weight) == [400, 700, 400, 900])
        #expect(details.styles.map(\.isItalic) == [false, false, true, false])
        #expect(details.styles.map(\.isOn) == [true, true, false, true] && details.regular == 0)
        #expect(Set(details.styles.map(\.id)).count == 4)
        #expect(details.files.map(\.isRemovable) == [true, true, false])
        #expect(details.files.map(\.styles) == [["Regular", "Bold"], ["Italic"], ["Black"]])
        #expect(details.files.map(\.isOn) == [true, false, true] && details.files[1].path == nil)
        #expect(details.files[0].target == .id("1") && details.files[2].title == "Flex-Black.ttf")
        #expect(details.subtitle([]) == "Sans Serif · installed by you")
        #expect(FamilyDetails(madeFamily([madeFont(madeFace("A"))]))?.subtitle([]) == "system font")
        let theirs = madeFamily([madeFont(madeFace("A"), id: "3", provider: "snap:notes")])
        #expect(FamilyDetails(theirs)?.subtitle([]) == "installed by notes")
        #expect(FamilyDetails(madeFamily([])) == nil)
    }

    /// The switch of a style is that of its file, which may have more styles.
    @Test func theSwitchOfAStyleNamesAllThatGoes() throws {
        let details = try #require(
            FamilyDetails(madeFamily([madeFont(Self.flex, id: "1"), madeFont(madeFace("Flex", "Black"), id: "2")])))
        let (flex, black) = (details.files[0], details.files[1])
        #expect(
            flex.switching(isOn: false)
                == .setFiles([.id("1")], title: "Flex-Regular.ttf (Regular and Bold)", isOn: false))
        #expect(flex.subtitle == "Flex-Regular.ttf · 2 styles")
        #expect(flex.switchHint == "Turns the whole file Flex-Regular.ttf on and off: Regular and Bold")
        #expect(black.switching(isOn: true) == .setFiles([.id("2")], title: "Flex-Black.ttf", isOn: true))
        #expect(black.subtitle == "Flex-Black.ttf" && black.switchHint == nil)
    }

    /// What was turned off as a family comes back as a family, and one file by itself.
    @Test func whyTurnsOnWhatWasTurnedOff() throws {
        let fonts = [madeFont(madeFace("A")), madeFont(madeFace("A", "Bold", weight: 700))]
        let off = try #require(FamilyDetails(madeFamily(fonts, off: [0, 1])))
        let target = FontTarget.font(fonts[0])
        #expect(off.turningOn(target, of: off.styles[0]) == .setFamilies(["A"], isOn: true))
        let partly = try #require(FamilyDetails(madeFamily(fonts, off: [0])))
        #expect(
            partly.turningOn(target, of: partly.styles[0]) == .setFiles([target], title: "A Regular", isOn: true))
        // The other file was turned off because it is another one of the same name.
        let copies = [madeFont(madeFace("A"), id: "1"), madeFont(madeFace("A", revision: 2), id: "2")]
        let double = try #require(FamilyDetails(madeFamily(copies, off: [0, 1])))
        let wanted = FontTarget.id("2")
        #expect(
            double.turningOn(wanted, of: double.styles[0]) == .setFiles([wanted], title: "A Regular", isOn: true))
    }

    @Test func aSpecimenBeginsWithTheScriptOfTheUserOrOfTheFont() throws {
        let (latin, arabic) = (try #require(SampleText.text(of: "Latn")), try #require(SampleText.text(of: "Arab")))
        let (japanese, greek) = (try #require(SampleText.text(of: "Jpan")), try #require(SampleText.text(of: "Grek")))
        func ordered(_ lines: [String], _ language: String) -> [String] {
            SpecimenText.ordered(lines, in: Locale(identifier: language))
        }
        #expect(ordered([latin, greek, japanese], "ja") == [japanese, latin, greek])
        #expect(ordered([latin, arabic], "ja") == [arabic, latin], "the font was made for Arabic")
        #expect(ordered([latin, arabic], "de") == [latin, arabic])
        #expect(ordered([latin, greek], "ja") == [latin, greek] && ordered([], "ja") == [])
        #expect(ordered([latin, greek], "el") == [greek, latin] && ordered(["✂✉"], "ja") == ["✂✉"])
    }

    @Test func slidersStayWithinTheirAxes() throws {
        var axes = AxisSettings(Self.flex)
        #expect(axes.axes.map(\.tag) == ["wght", "opsz"] && axes.isDefault && axes.instance?.name == "Regular")
        axes.set(Self.weight, to: 2_000)
        axes.set(Self.optical, to: -.infinity)
        axes.set(Self.optical, to: .nan)
        #expect(axes.coordinates == ["wght": 900, "opsz": 12, "HIDE": 0, "FLAT": 5])
        #expect(axes.changed == ["wght": 900] && axes.instance == nil)
        axes.set(Self.instances[1])
        #expect(axes.value(of: Self.weight) == 700 && axes.instance?.name == "Bold")
        axes.reset()
        #expect(axes.isDefault)
        #expect(AxisSettings.step(of: Self.weight) == 1 && AxisSettings.step(of: Self.optical) == 0.045)
    }

    @Test func featuresHaveNamesAndDefaults() {
        var named = FontFeature(tag: "ss02")
        named.name = "Round dots"
        named.names = [FontFeature.Text(language: "en", text: "Round dots")]
        // The application translates registered names.
        var registered = FontFeature(tag: "smcp")
        registered.name = "Small Capitals"
        var features = FeatureSettings(
            [FontFeature(tag: "kern"), registered]
                + ["ss01", "cv12", "mark", "XYZW"].map { FontFeature(tag: $0) } + [named])
        #expect(features.rows.map(\.tag) == ["kern", "smcp", "ss01", "cv12", "XYZW", "ss02"])
        #expect(
            features.rows.map(\.title) == [
                "Kerning", "Small capitals", "Stylistic set 1", "Character variant 12", "XYZW", "Round dots",
            ])
        let (kern, capitals) = (features.rows[0], features.rows[1])
        #expect(features.isOn(kern) && !features.isOn(capitals) && features.values.isEmpty)
        features.set(kern, isOn: false)
        features.set(capitals, isOn: true)
        #expect(features.values == ["kern": 0, "smcp": 1])
        features.set(kern, isOn: true)
        #expect(features.values == ["smcp": 1])
        features.reset()
        #expect(features.values.isEmpty)
    }

    @Test func stylesAreCopiedAsStyleSheets() throws {
        let details = try #require(FamilyDetails(madeFamily([madeFont(Self.flex)])))
        var settings = SpecimenSettings()
        #expect(settings.css(of: details.styles[1]) == "font-family: \"Flex\";\nfont-weight: 700;")
        settings.axes = AxisSettings(Self.flex)
        settings.axes?.set(Self.weight, to: 650.5)
        settings.axes?.set(Self.optical, to: 10)
        settings.features = FeatureSettings([FontFeature(tag: "smcp")])
        if let row = settings.features?.rows[0] { settings.features?.set(row, isOn: true) }
        settings.isVertical = true
        #expect(
            settings.css(of: details.styles[0]) == """
                font-family: "Flex";
                font-weight: 650.5;
                font-variation-settings: "opsz" 10;
                font-feature-settings: "smcp" 1;
                writing-mode: vertical-rl;
                """)
        let hostile = madeFace("a\"\\b")
        let other = try #require(FamilyDetails(madeFamily([madeFont(hostile)])))
        #expect(SpecimenSettings().css(of: other.styles[0]).hasPrefix("font-family: \"a\\\"\\\\b\";"))
    }

    @Test func specimensShowTheUsersText() {
        var settings = SpecimenSettings()
        #expect(settings.sizes == SpecimenSettings.waterfallSizes && settings.shownText("Sample") == "Sample")
        settings.text = "a\nb"
        #expect(settings.shownText("Sample") == "a b")
        settings.form = .paragraph
        #expect(settings.shownText("Sample") == "a\nb" && settings.sizes == [16])
        settings.text = " \n"
        #expect(settings.shownText("Sample") == "Sample")
    }

    @Test func upToSixStylesAreCompared() throws {
        let details = try #require(FamilyDetails(madeFamily([madeFont(madeFace("A"))])))
        var comparison = Comparison()
        for number in 0..<8 { comparison.add(.init(family: "F\(number)", style: details.styles[0])) }
        #expect(comparison.items.count == 6 && comparison.isFull)
        #expect((1...6).map { Comparison.columns(for: $0) } == [1, 2, 3, 2, 3, 3], "lines are filled")
        comparison.remove(comparison.items[0].id)
        let isAgain = comparison.add(comparison.items[0])
        #expect(!isAgain && comparison.items.count == 5)
        comparison.keep(["F2", "F9"])
        #expect(comparison.items.map(\.title) == ["F2 Regular"])
    }

    @Test func addressesOfFontsOpenNoPrograms() {
        #expect(FontFacts.webAddress("www.example.org/a")?.absoluteString == "https://www.example.org/a")
        #expect(FontFacts.webAddress("HTTP://example.org") != nil)
        for text in [
            "file:///etc/passwd", "javascript:alert(1)", "mailto:a@b.c", "https://user@example.org", "", "none",
        ] {
            #expect(FontFacts.webAddress(text) == nil, "\(text)")
        }
    }

    @Test(arguments: ExplainedFont.Situation.allCases) func everySituationHasASentence(
        _ situation: ExplainedFont.Situation
    ) {
        var explained = ExplainedFont(query: "Lora", situation: situation, isVisible: situation.isVisible, advice: "x")
        explained.rejectedBy = ["/etc/fonts/a.conf"]
        explained.file = "/f/a.ttf"
        explained.shadow = madeFont(madeFace("Other"), id: "9")
        explained.registration = Registration(
            id: "7", sha256: "", record: RegistrationRecord(file: "/f", provider: "user"), faces: [])
        let why = WhyText(explained)
        #expect(why.sentences.count >= 2 && why.sentences.allSatisfy { $0.hasSuffix(".") && !$0.contains("{") })
        let solutions: [ExplainedFont.Situation: [WhyText.Solution]] = [
            .disabled: [.turnOn(.id("7"))], .hidden: [.turnOn(.file("/f/a.ttf"))], .shadowed: [.turnOff(.id("9"))],
            .damaged: [.repairStore], .rejected: [.openFile(path: "/etc/fonts/a.conf")],
            .folderNotConfigured: [.openFile(path: "/etc/fonts/a.conf")], .notRegistered: [.install(path: "/f/a.ttf")],
            .notFound: [.download(name: "Lora")],
        ]
        #expect(why.solutions == solutions[situation] ?? [])
        #expect(why.isShown == explained.isVisible)
    }

    /// A font is never shown in its own place, whatever fontconfig knew before it was turned off.
    @Test func theFontItselfIsNoSubstitute() {
        let light = madeFace("Merriweather", "7pt Light")
        var explained = ExplainedFont(query: "Merriweather", situation: .disabled, isVisible: false, advice: "x")
        explained.registration = Registration(
            id: "7", sha256: "", record: RegistrationRecord(file: "/f", provider: "user"), faces: [light])
        explained.substitute = madeFont(light)
        #expect(WhyText(explained).sentences == ["You turned it off."])
        explained.registration = nil
        explained.file = "/fonts/Merriweather-7ptLight.ttf"
        #expect(WhyText(explained).sentences == ["You turned it off."])
        explained.substitute = madeFont(madeFace("DejaVu Sans"))
        #expect(WhyText(explained).sentences.last == "In its place they show DejaVu Sans Regular.")
    }

    /// What the pages show of real files.
    @Test(.fewAtOnce) func pagesAreReadFromFiles() async throws {
        let test = try TestLibrary()
        try await test.install(
            SyntheticFont(family: "Lora") {
                $0.rawNames = [
                    .windows(9, "Ann Other"), .windows(12, "javascript:x"), .windows(11, "https://example.org"),
                    .windows(13, "This Font Software is licensed under the SIL Open Font License, Version 1.1."),
                    .windows(14, "https://openfontlicense.org"),
                ]
                $0.characters = [0x20...0x7E, 0x410...0x44F]
            })
        let reader = DetailsReader(test.library)
        let family = try #require(try await reader.family("Lora"))
        let style = family.styles[family.regular]
        let facts = try await reader.facts(of: style, in: family)
        func value(_ label: String) -> FontFacts.Fact? { facts.sections.flatMap(\.facts).first { $0.label == label } }
        #expect(value("Designer")?.value == "Ann Other" && value("Designer")?.link == nil)
        #expect(value("PostScript name")?.value == "Lora-Regular" && value("Version")?.value == "Version 1.000")
        #expect(value("Characters")?.value == "159" && value("Outlines")?.value == "TrueType")
        #expect(value("Package") == nil && value("File")?.value == family.files[0].title)
        let characters = try await reader.characters(of: style)
        #expect(characters.blocks.map(\.title) == ["Basic Latin", "Cyrillic"] && characters.count == 159)
        // The page says the same of the user's text as the list.
        let missing = "Some letters of the text are missing."
        #expect(await reader.remark(on: "Quick \u{2060}brown\n\tЖ", in: style) == nil)
        #expect(await reader.remark(on: "Zażółć", in: style) == missing)
        #expect(await reader.remark(on: " \n", in: style) == nil)
        let license = try await reader.license(of: "Lora")
        #expect(license.title.hasPrefix("OFL-1.1") && license.isOpen)
        let why = try await reader.why("Lora")
        #expect(why.isShown && why.solutions.isEmpty)
        // A font that is turned off still explains itself.
        try await test.manager.setEnabled(false, .name("Lora-Regular"))
        let off = try await reader.why("Lora-Regular")
        #expect(!off.isShown && off.sentences.contains("You turned it off."))
        guard case .turnOn? = off.solutions.first else {
            Issue.record("\(off)")
            return
        }
        #expect(try await reader.family("None") == nil)
    }

    /// A font that is turned off has no file that programs open, and all facts.
    @Test(.fewAtOnce) func aFontThatIsOffHasAllFacts() async throws {
        let font = SyntheticFont(family: "Lora") { font in
            font.rawNames = [.windows(9, "Ann Other"), .windows(256, "Round dots")]
            font.extraTables["GSUB"] = SyntheticFeature.table([.stylisticSet("ss01", name: 256), .init("smcp")])
        }
        let test = try TestLibrary(system: [SyntheticFont(family: "Plain")])
        try await test.install(font)
        try await test.manager.setEnabled(false, .name("Lora-Regular"))
        let reader = DetailsReader(test.library)
        let family = try #require(try await reader.family("Lora"))
        let style = family.styles[family.regular]
        #expect(!style.isOn && style.face.path == nil && style.format == .trueType && style.face.drawing == .inProcess)
        #expect(try await test.library.open(style.font).bytes() == font.build())
        #expect(try await reader.features(of: style).rows.map(\.title) == ["Small capitals", "Round dots"])
        #expect(try await reader.characters(of: style).blocks.map(\.title) == ["Basic Latin"])
        let facts = try await reader.facts(of: style, in: family).sections.flatMap(\.facts)
        #expect(facts.contains { $0.label == "Designer" && $0.value == "Ann Other" })
        #expect(facts.contains { $0.label == "Format" && $0.value == "TrueType" })
        // The reasons for a file are those for its font, of the system, too.
        let off = try await reader.why(of: family.files[style.file])
        #expect(!off.isShown && off.sentences.contains("You turned it off."))
        let plain = try #require(try await reader.family("Plain"))
        let shown = try await reader.why(of: plain.files[0])
        #expect(shown.isShown && shown.sentences.contains("It is a font of the system."), "\(shown)")
        #expect(await test.library.package(of: test.folder + "/Plain-Regular.ttf") == nil)
    }
}

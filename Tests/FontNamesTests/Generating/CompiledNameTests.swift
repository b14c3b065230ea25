import FontModel
import FontNames
import FontResources
import Foundation
import TestSupport
import Testing

/// Generated code in the hands of the real compiler.
@Suite(.timeLimit(.minutes(60)), .enabled(if: Command.find("swiftc") != nil, "Needs swiftc."))
struct CompiledNameTests {
    private static let wght = SyntheticFont.Axis("wght", minimum: 200, defaultValue: 400, maximum: 900)

    /// A family with a variable file of two axes, and a static file of one of its styles.
    private static let literata = SyntheticFont(family: "Literata") { font in
        font.axes = [wght, .init("opsz", minimum: 7, defaultValue: 12, maximum: 72)]
        font.instances = [
            .init("Regular", ["wght": 400, "opsz": 12]), .init("Bold", ["wght": 700, "opsz": 12]),
        ]
    }
    private static let bold = SyntheticFont(family: "Literata", style: "Bold") { $0.weight = 700 }
    private static let regular = SyntheticFont(family: "Literata") { $0.weight = 400 }

    @Test func theWholeSurfaceCompiles() throws {
        let target = try AppTarget([Self.literata, SyntheticFont(family: "Lora", style: "SemiBold")])
        let result = try target.compile(
            using: """
                func use() -> [Any] {
                    let name: FontName = .loraSemiBold
                    let axes: ClosedRange<Double> = FontFamilyName.literata.axes.opsz
                    let match: FontMatch = FontFamilyName.literata.face(weight: .bold, italic: true)
                    let located: FontMatch = FontFamilyName.literata.at(opsz: 12, wght: 560)
                    let summary: FontSummary = registerModuleFonts()
                    ModuleFonts.register()
                    ModuleFonts.unregister()
                    let resources: [FontResource] = ModuleFonts.resources
                    let licenses: [FontResourceLicense] = ModuleFonts.licenses
                    return [
                        name.rawValue, FontFamilyName.lora.semiBold, axes, match, located, summary, resources, licenses,
                        FontFamilyName.lora.name, FontFamilyName.lora.localizedNames,
                    ]
                }
                import ProcessFonts
                """, registration: .process)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(arguments: [
        "FontFamilyName.literata.extraBold", "FontName.literataExtraBold", "FontFamilyName.lora",
        "FontFamilyName.literata.at(wght: 400)", "FontFamilyName.literata.axes.wdth", "registerModuleFonts()",
    ])
    func whatDoesNotExistDoesNotCompile(_ expression: String) throws {
        let target = try AppTarget([Self.literata])
        let result = try target.compile(using: "import FontResources\nlet value = \(expression)\n")
        #expect(result.status != 0 && result.errors.contains("error:"))
    }

    /// The family Literata of a target, as generated code has it.
    private struct Literata: FontResourceFamily {
        let table: FontResourceTable
        var name: String { "Literata" }

        init(_ generator: NamesGenerator) {
            let text = generator.fonts.facts.text
            table = FontResourceTable(module: "Reader.App", bundle: "Reader_App.resources", { text }) {
                ResourcePlaces(object: nil, program: nil, dataFolders: [])
            }
        }
    }

    /// The rule for styles decides among the files that count, which `prefer` chooses.
    @Test func thePreferredFormCounts() throws {
        let files = [
            "Fonts/v.ttf": Self.literata.build(), "Fonts/b.ttf": Self.bold.build(), "Fonts/r.ttf": Self.regular.build(),
        ]
        let variable = try AppTarget(files).generator()
        #expect(variable.fonts.fonts.map(\.file.resource) == ["Fonts/v.ttf"])
        let `static` = try AppTarget(files, settings: #"{"prefer": "static"}"#).generator()
        #expect(`static`.fonts.fonts.map(\.file.resource) == ["Fonts/b.ttf", "Fonts/r.ttf"])
        #expect(`static`.problems.lines.count == 1 && `static`.problems[0].severity == .warning)
        #expect(`static`.problems.lines[0].hasPrefix("v.ttf: warning: The file is left out"))
        let (instance, face) = (Literata(variable).face(weight: .bold), Literata(`static`).face(weight: .bold))
        #expect(instance.font.instance?.postscriptName == "Literata-Bold" && instance.coordinates["wght"] == 700)
        #expect(!face.font.face.isVariable && face.font.postscriptName == "Literata-Bold" && face.unmet.isEmpty)
        // Static files that lack a style of the variable one are taken, too, and the warning names the style.
        let lacking = try AppTarget(
            ["Fonts/v.ttf": Self.literata.build(), "Fonts/b.ttf": Self.bold.build()], settings: #"{"prefer": "static"}"#
        ).generator()
        #expect(lacking.fonts.fonts.map(\.file.resource) == ["Fonts/b.ttf"])
        #expect(!Literata(lacking).face(weight: .bold).font.face.isVariable)
        #expect(
            lacking.problems.lines == [
                "v.ttf: warning: The file is left out: Fonts/b.ttf has the same fonts in another form. It alone has Literata-Regular. Remove one of the two files, or add it to “exclude” in fontnames.json; “prefer” decides which form counts."
            ])
    }

    /// What the warning advises ends it.
    @Test(arguments: ["v", "b"]) func anExcludedFormGivesNoWarning(_ name: String) throws {
        let files = ["Fonts/v.ttf": Self.literata.build(), "Fonts/b.ttf": Self.bold.build()]
        let generator = try AppTarget(files, settings: #"{"exclude": ["Fonts/\#(name).ttf"]}"#).generator()
        #expect(generator.problems.isEmpty && generator.fonts.fonts.count == 1)
    }

    @Test(
        arguments: [
            ["-swift-version", "5"], ["-default-isolation", "MainActor", "-strict-memory-safety"],
            [
                "-warnings-as-errors", "-enable-upcoming-feature", "InternalImportsByDefault",
                "-enable-upcoming-feature",
                "MemberImportVisibility",
            ],
        ], ["internal", "package", "public"])
    func modesOfTheCompiler(_ flags: [String], _ access: String) throws {
        let settings = #"{"access": "\#(access)", "compatibility": "swiftgen"}"#
        let target = try AppTarget([Self.literata, Self.bold.with { $0.family = "Lora" }], settings: settings)
        for registration in ResourceTarget.Registration.allCases {
            // Other files of the target import the same modules, with the level of the mode.
            let imports = [
                ResourceTarget.Registration.none: "", .process: "import ProcessFonts", .registry: "import FontRegistry",
            ]
            let result = try target.compile(
                using: "import FontResources\n\(imports[registration] ?? "")\nlet name = FontName.literataBold\n",
                registration: registration, flags: flags + ["-package-name", "reader"])
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test func rangesOfAxesCompile() throws {
        let font = Self.literata.with { font in
            font.axes = [
                .init("slnt", minimum: -12.5, defaultValue: -6, maximum: -0.25),
                .init("YTDE", minimum: -305, defaultValue: -203, maximum: -98),
                .init("GRAD", minimum: -1, defaultValue: 0, maximum: 0),
                .init("wght", minimum: 1, defaultValue: 1, maximum: 1),
            ]
            font.instances = []
        }
        let use = """
            import FontResources
            let slant: ClosedRange<Double> = FontFamilyName.literata.axes.slnt
            let match = FontFamilyName.literata.at(GRAD: -1, YTDE: -98, slnt: -1, wght: 1)
            """
        let result = try AppTarget([font]).compile(using: use, flags: ["-warnings-as-errors"])
        #expect(result.status == 0, "\(result.errors)")
    }

    /// Names that may break a literal, a comment, an identifier or the order of text.
    @Test func oddNamesCompile() throws {
        let families = [
            "Public", "1942 Report", "1942 Report Family", "クレー", "init", "Type", "self", "Self", "Protocol", "Any",
            "name", "NAME", "___",
            #"Quote "x" \(y) \"#, "New\nline\r", "Comment */ /* x", "Triple \"\"\" x #\"##",
            "Bidi \u{202E}abc\u{2066}", "Null\0x", "👍🏽 emoji", "Ünï Cödé", String(repeating: "L", count: 500),
        ]
        var fonts = families.map { SyntheticFont(family: $0) }
        fonts += ["default", "internal", "init", "Name", "Axes", "Table", "At"].map {
            SyntheticFont(family: "Styles", style: $0)
        }
        fonts.append(SyntheticFont { $0.hasNameTable = false })
        fonts.append(
            SyntheticFont(family: "Axes") { font in
                font.axes = ["init", "in  ", "0ab\"", "self", "let ", "wght"].map {
                    .init($0, minimum: 0, defaultValue: 0, maximum: 1)
                }
            })
        let target = try AppTarget(fonts, settings: #"{"compatibility": "swiftgen"}"#)
        let result = try target.compile(
            using: """
                import FontResources
                let names = [
                    FontFamilyName.`public`.regular, FontFamilyName._1942Report.regular, FontFamilyName.`init`.regular,
                    FontFamilyName.type.regular, FontFamilyName.styles.`default`, FontFamilyName.styles.`internal`,
                    FontFamilyName.styles.stylesName,
                ]
                let match = FontFamilyName.axes.at(_0ab: 0, in: 0, init: 0, let: 0, self_: 0, wght: 0)
                """)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func namesOfManyBytesCompileOrAreRefused() throws {
        func font(_ count: Int) -> SyntheticFont {
            SyntheticFont(family: String(repeating: "L", count: count)) { font in
                (font.fullName, font.uniqueID, font.postscriptName) = ("L", "L", "L")
            }
        }
        let longest = try AppTarget([font(512)])
        #expect(longest.generator().problems.isEmpty)
        #expect(try longest.compile().status == 0)
        let tooLong = try AppTarget([font(513)]).generator()
        #expect(tooLong.problems.contains { $0.severity == .error && $0.text.contains("1024 are accepted") })
    }

    /// A sample in the form of SwiftGen's documentation.
    @Test func codeForSwiftGenCompiles() throws {
        let target = try AppTarget(
            [
                SyntheticFont(family: "Zapf Dingbats"), SyntheticFont(family: "Public"),
                SyntheticFont(family: "Lora", style: "Bold Italic"),
            ], settings: #"{"compatibility": "swiftgen"}"#)
        let result = try target.compile(
            using: """
                func setUp() {
                    FontFamily.registerAllCustomFonts()
                    FontFamily.Lora.boldItalic.register()
                    let font = FontFamily.ZapfDingbats.regular
                    let texts: [String] = [font.name, font.family, font.path, FontFamily.Public.regular.name]
                    let all: [FontConvertible] = FontFamily.allCustomFonts + FontFamily.Lora.all
                    _ = (texts, all)
                }
                """, registration: .process)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func warningsAreTheCompilersOwn() throws {
        let target = try AppTarget(["Fonts/a.woff": Array("wOFF".utf8), "Fonts/b.ttf": Self.bold.build()])
        let result = try target.compile()
        #expect(result.status == 0)
        #expect(result.errors.contains("\(target.folder)/Fonts/a.woff:1:"))
        #expect(result.errors.contains("warning: The font is packed for the web"))
        let strict = try target.compile(flags: ["-warnings-as-errors"])
        #expect(strict.status != 0 && strict.errors.contains("\(target.folder)/Fonts/a.woff:1:"))
    }

    @Test func twoHundredFontsCompile() throws {
        let fonts = (0..<200).map { SyntheticFont(family: "Family \($0)", salt: UInt32($0)) }
        let target = try AppTarget(fonts)
        #expect(try target.compile().status == 0)
        #expect(target.generator().constants.byName.count == 200)
    }
}

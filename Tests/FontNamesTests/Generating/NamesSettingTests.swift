import FontNames
import TestSupport
import Testing

/// `fontnames.json`.
@Suite struct NamesSettingTests {
    private static let fonts = [
        SyntheticFont(family: "Lora"), SyntheticFont(family: "Lora", style: "Bold") { $0.weight = 700 },
        SyntheticFont(family: "Inter"),
    ]

    private static func problems(_ settings: String) throws -> [String] {
        try AppTarget(fonts, settings: settings).generator().problems.lines
    }

    @Test(arguments: [
        ("{", "The settings cannot be read: the document is not valid. Correct the file."),
        (#"{"access": 1}"#, "The settings cannot be read: access has a value of the wrong type. Correct the file."),
        (#"{"access": "open"}"#, "“open” is no value of access. Use one of these: internal, package, public."),
        (#"{"prefer": "otf"}"#, "“otf” is no value of prefer. Use one of these: variable, static."),
        (#"{"compatibility": "R"}"#, "“R” is no value of compatibility. Use one of these: swiftgen."),
        (
            #"{"acess": "public"}"#,
            "There is no setting acess. Correct it: the settings are access, allowRestricted, compatibility, exclude, prefer, rename."
        ),
        (
            #"{"rename": {"Lora-Bold": "a b"}}"#,
            "“a b”, the new name of Lora-Bold, is no identifier. Choose one of ASCII letters, digits and _ that does not begin with a digit."
        ),
        (
            #"{"exclude": ["Fonts/x.ttf"]}"#,
            "“Fonts/x.ttf” in “exclude” names no file of the resources. Correct or remove it."
        ),
        (
            #"{"allowRestricted": ["x"]}"#,
            "“x” in “allowRestricted” names no file of the resources. Correct or remove it."
        ),
        (
            #"{"rename": {"Lato": "lato"}}"#,
            "“Lato” in “rename” is no PostScript name and no family of the fonts. Correct or remove it."
        ),
        (
            #"{"rename": {"Lora-Bold": "x", "Inter-Regular": "x"}}"#,
            "“rename” gives “Inter-Regular” and “Lora-Bold” the same identifier x. Choose another name for one of them."
        ),
    ])
    func faultsStopTheBuild(_ settings: String, _ text: String) throws {
        #expect(try Self.problems(settings).contains("fontnames.json: error: \(text)"))
    }

    @Test func namesAreReplaced() throws {
        let settings = #"{"rename": {"Lora-Bold": "heading", "Inter": "init", "Lora": "Lora"}}"#
        let generator = try AppTarget(Self.fonts, settings: settings).generator()
        #expect(generator.problems.isEmpty)
        #expect(generator.constants.byName["Lora-Bold"] == "FontName.heading")
        let families = generator.constants.families
        #expect(families.map(\.constant) == ["`init`", "Lora"])
        #expect(families.map(\.type) == ["InitFamily", "LoraFamily"])
        #expect(families[1].fonts.map(\.member) == ["regular", "bold"])
    }

    @Test func accessIsThatOfAllDeclarations() throws {
        let code = try AppTarget(Self.fonts, settings: #"{"access": "public"}"#).code(registration: .registry)
        let declarations = code.split(separator: "\n").filter { line in
            [" let ", "var ", "func ", "enum ", "struct "].contains(where: line.contains) && !line.contains("///")
        }
        #expect(!declarations.isEmpty && declarations.allSatisfy { $0.contains("public ") })
        #expect(code.contains("public import FontResources"))
    }
}

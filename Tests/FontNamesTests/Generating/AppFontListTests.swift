import FontNames
import FontResources
import TestSupport
import Testing

/// The fonts that `Info.plist` declares for Apple's systems.
@Suite struct AppFontListTests {
    private static func list(_ entries: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>CFBundleName</key><string>App</string>\(entries)</dict></plist>
            """.utf8)
    }

    private static func problems(_ entries: String) throws -> [String] {
        var files = ["Info.plist": list(entries)]
        for name in ["Lora", "Inter"] { files["Fonts/\(name).ttf"] = SyntheticFont(family: name).build() }
        return try AppTarget(files).generator().problems.lines
    }

    private static func fonts(_ names: [String]) -> String {
        "<key>UIAppFonts</key><array>\(names.map { "<string>\($0)</string>" }.joined())</array>"
    }

    @Test(arguments: [["Lora.ttf", "Inter.ttf"], ["Fonts/Lora.ttf", "Fonts/Inter.ttf"]])
    func aCompleteListGivesNoWarning(_ names: [String]) throws {
        #expect(try Self.problems(Self.fonts(names)).isEmpty)
    }

    @Test func sixteenEntriesAreFound() throws {
        let names = (1...16).map { "Family\($0)" }
        var files = ["Info.plist": Self.list(Self.fonts(names.map { $0 + ".ttf" }))]
        for name in names { files["Fonts/\(name).ttf"] = SyntheticFont(family: name).build() }
        let generator = try AppTarget(files).generator()
        #expect(generator.problems.isEmpty && generator.fonts.facts.resources.count == 16)
    }

    @Test func missingAndUnlistedFilesGiveDifferentWarnings() throws {
        #expect(
            try Self.problems(Self.fonts(["Lora.ttf", "Gone.ttf"])) == [
                "Inter.ttf: warning: UIAppFonts in Info.plist does not include this font, so that it is missing on Apple's systems. Add an entry for Fonts/Inter.ttf.",
                "Info.plist: warning: UIAppFonts lists Gone.ttf, and no font of the resources is named so. Add the file, or remove the entry.",
            ])
    }

    /// Apple's systems may use a font that is left out here.
    @Test func fontsThatAreLeftOutHaveTheirFiles() throws {
        let variable = SyntheticFont(family: "Lora") {
            $0.axes = [.init("wght", minimum: 400, defaultValue: 400, maximum: 700)]
        }
        let names = ["Lora.ttf", "Lora[wght].ttf", "Inter.ttf", "OFL.txt"]
        let target = try AppTarget(
            [
                "Info.plist": Self.list(Self.fonts(names)), "Fonts/Lora.ttf": SyntheticFont(family: "Lora").build(),
                "Fonts/Lora[wght].ttf": variable.build(), "Fonts/Inter.ttf": SyntheticFont(family: "Inter").build(),
                "Fonts/OFL.txt": Array("text".utf8),
            ], settings: #"{"exclude": ["Fonts/Inter.ttf"]}"#)
        let lines = target.generator().problems.lines
        #expect(
            lines.filter { $0.contains("UIAppFonts") }.map { $0.prefix(45) } == [
                "Info.plist: warning: UIAppFonts lists OFL.txt"
            ])
        #expect(lines.contains { $0.hasPrefix("Lora.ttf: warning: The file is left out") })
    }

    @Test func theFolderOfAMacIsCompared() throws {
        let folder = { (name: String) in "<key>ATSApplicationFontsPath</key><string>\(name)</string>" }
        #expect(try Self.problems(folder("Fonts")).isEmpty && Self.problems(folder(".")).isEmpty)
        let lines = try Self.problems(folder("Other"))
        #expect(lines.count == 3 && lines.last?.contains("ATSApplicationFontsPath is Other") == true)
    }

    @Test(arguments: ["no list", "<plist version=\"1.0\"><dict><key>UIAppFonts</key>"])
    func aDamagedListIsReported(_ text: String) throws {
        let files = ["Info.plist": Array(text.utf8), "Fonts/a.ttf": SyntheticFont(family: "Lora").build()]
        let lines = try AppTarget(files).generator().problems.lines
        #expect(lines.map { $0.prefix(54) } == ["Info.plist: warning: The property list cannot be read,"])
    }

    @Test func aTextForAListIsReported() throws {
        let lines = try Self.problems("<key>UIAppFonts</key><string>Lora.ttf</string>")
        #expect(lines.count == 1 && lines[0].contains("UIAppFonts is a list of texts"))
    }

    @Test func otherListsGiveNoWarning() throws { #expect(try Self.problems("").isEmpty) }
}

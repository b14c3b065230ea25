import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// The licence texts that are kept with fonts from folders, single files and font folders.
@Suite struct KeptLicenseTests {
    private static let license = "SIL OPEN FONT LICENSE Version 1.1\nPERMISSION & CONDITIONS"

    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    @discardableResult
    private func put(_ family: String, _ path: String) throws -> String {
        try put(SyntheticFont(family: family).build(), path)
    }

    @discardableResult
    private func putText(_ path: String) throws -> String { try put(Array(Self.license.utf8), path) }

    @discardableResult
    private func put(_ bytes: [UInt8], _ path: String) throws -> String {
        try home.put(bytes, at: home.root + "/" + path)
    }

    private func hasText(_ family: String) async -> Bool {
        await session("licenses", family).output.contains("PERMISSION & CONDITIONS")
    }

    private var keepsTexts: Bool { FileManager.default.fileExists(atPath: home.paths.licenses) }

    // MARK: Single files

    @Test func aSingleFileKeepsTheTextsOfItsFamily() async throws {
        let file = try put("Lora", "Downloads/Lora/Lora-Regular.ttf")
        for name in ["Lora[wght]", "Lora-Italic-VariableFont_wght", "LoraVariable-SemiBoldItalic"] {
            try put("Lora", "Downloads/Lora/\(name).ttf")
        }
        try put("Lora", "Downloads/Lora/static/Lora-Bold.ttf")
        try putText("Downloads/Lora/OFL.txt")
        try putText("Downloads/Lora/README")
        #expect(await session("register", file).status == 0)
        try FileManager.default.removeItem(atPath: home.root + "/Downloads")
        #expect(await hasText("Lora"))
        #expect(await session("doctor").status == 0)
    }

    /// Texts beside a font in a folder of downloads may belong to any other file.
    @Test(arguments: [
        "tool.tar.gz", "Other.ttf", "project/main.c", "specimen.pdf", "tool", "archive/fonts/Other.ttf",
        "Lora-Sans.ttf", "Lorax-Regular.ttf",
    ])
    func aSingleFileTakesNoTextOfSomethingElse(_ other: String) async throws {
        let file = try put("Lora", "Downloads/Lora-Regular.ttf")
        try putText("Downloads/LICENSE.txt")
        try put("Other", "Downloads/" + other)
        #expect(await session("register", file).status == 0)
        #expect(await !hasText("Lora"), "while it lies there")
        #expect(!keepsTexts)
    }

    @Test func aSingleFileKeepsNoTextsOfTheFolderAbove() async throws {
        let file = try put("Lora", "Downloads/Lora/static/Lora-Regular.ttf")
        try putText("Downloads/Lora/OFL.txt")
        #expect(await session("register", file).status == 0)
        #expect(!keepsTexts)
        #expect(await hasText("Lora"), "while it lies there")
    }

    @Test func aKeptTextIsPrintedOnce() async throws {
        try put("Lora", "given/Lora/Lora.ttf")
        let license = try putText("given/Lora/OFL.txt")
        #expect(await session("register", home.root + "/given/Lora").status == 0)
        func count() async -> Int {
            await session("licenses", "Lora").output.ranges(of: "PERMISSION & CONDITIONS").count
        }
        #expect(await count() == 1)
        // A text that was changed is another one.
        try Data((Self.license + " (2)").utf8).write(to: URL(filePath: license))
        #expect(await count() == 2)
        try FileManager.default.removeItem(atPath: license)
        #expect(await count() == 1)
    }

    /// A font that was registered without its texts gets them when it is given with them.
    @Test(arguments: [["register"], ["adopt", "--yes"]]) func textsAreAddedToRegisteredFonts(
        _ command: [String]
    ) async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        let folder = home.paths.userFonts + "/Lora"
        try put("Lora", "data/fonts/Lora/Lora.ttf")
        try putText("data/fonts/Lora/OFL.txt")
        let trial = await session.run(command + [folder, "--dry-run"])
        #expect(trial.status == 0 && trial.output.contains("already registered") && !keepsTexts)
        let added = await session.run(command + [folder])
        #expect(added.status == 0 && added.output.contains("already registered"))
        try FileManager.default.removeItem(atPath: folder)
        #expect(await hasText("Lora"))
        #expect(await session("unregister", "Lora").status == 0)
        #expect(await session("prune", "--all").status == 0)
        #expect(!keepsTexts)
    }

    // MARK: Font folders

    @Test func adoptedFontsKeepTheTextsOfTheirFolders() async throws {
        try put("Lora", "data/fonts/vendor/Lora/ttf/Lora.ttf")
        try putText("data/fonts/vendor/Lora/OFL.txt")
        try put("Inter", "data/fonts/vendor/Inter/Inter.ttf")
        // A copy without the text.
        try put("Twice", "data/fonts/a/Twice.ttf")
        try put("Twice", "data/fonts/b/Twice.ttf")
        let license = try putText("data/fonts/b/LICENSE")
        #expect(await session("adopt", "--yes").status == 0)
        #expect(FileManager.default.fileExists(atPath: license), "the texts stay")
        for folder in ["vendor", "a", "b"] {
            try FileManager.default.removeItem(atPath: home.paths.userFonts + "/" + folder)
        }
        for family in ["Lora", "Twice"] { #expect(await hasText(family), "\(family)") }
        #expect(await !hasText("Inter"))
        #expect(await session("doctor").status == 0)
        #expect(await session("undo").status == 0)
        #expect(await session("prune", "--all").status == 0)
        #expect(!keepsTexts)
    }

    /// In the font folder itself, fonts of any origin lie side by side; a text may have come with an earlier one.
    @Test func theFontFolderHasTextsOfAnything() async throws {
        try put("Lora", "data/fonts/Lora-Regular.ttf")
        try put("Below", "data/fonts/Below/Below.ttf")
        let license = try putText("data/fonts/OFL.txt")
        #expect(await session("adopt", "--yes").status == 0)
        try FileManager.default.removeItem(atPath: license)
        #expect(await !hasText("Lora"))
        #expect(await !hasText("Below"))
    }

    // MARK: Lists

    /// The fonts of a list keep the texts from the path in it, or from the folder where they are found.
    @Test func importedFontsKeepTheTextsOfTheirFolders() async throws {
        let other = try PrivateHome()
        let theirs = Session(other)
        for name in ["Lora", "Inter"] {
            let file = try other.write(SyntheticFont(family: name).build(), as: "\(name)/\(name).ttf")
            #expect(await theirs("register", file).status == 0)
        }
        let list = other.root + "/fonts.json"
        #expect(await theirs("export", "--manifest", list).status == 0)
        try put("Lora", "given/Lora/Lora.ttf")
        try putText("given/Lora/OFL.txt")
        try put("Inter", "elsewhere/deep/renamed.ttf")
        try putText("elsewhere/OFL.txt")
        #expect(await session("import", list, "--fonts", home.root + "/elsewhere").status == 0)
        for folder in ["given", "elsewhere"] { try FileManager.default.removeItem(atPath: home.root + "/" + folder) }
        for family in ["Lora", "Inter"] { #expect(await hasText(family), "\(family)") }
        #expect(await session("doctor").status == 0)
    }
}

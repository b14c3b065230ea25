import FontNames
import Foundation
import TestSupport
import Testing

/// The subcommands of `font-names` for people.
@Suite struct SubcommandTests {
    private let home: PrivateHome
    private let folder: String

    /// A target with a font of each kind: bold, without bold and named otherwise, under the Open Font License.
    init() throws {
        home = try PrivateHome()
        folder = home.root + "/Sources/App"
        for (name, font) in [
            ("One-Regular", SyntheticFont(family: "One")),
            ("One-Bold", SyntheticFont(family: "One", style: "Bold") { $0.weight = 700 }),
            ("other", SyntheticFont(family: "Two") { $0.localizedNames = [.init(13, language: 0x409, Self.license)] }),
        ] { try home.put(font.build(), at: "\(folder)/Fonts/\(name).ttf") }
    }

    private static let license = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
    private static let text = """
        \(license)

        SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
        “Reserved Font Name” refers to names.
        PERMISSION & CONDITIONS

        """

    private var target: [String] {
        ["--package", "Reader", "--target", "App", "--folder", folder]
    }

    private typealias Output = (status: Int32, output: [String], errors: [String])

    private func check() -> Output {
        var (output, errors) = ([String](), [String]())
        let status = CheckCommand.run(
            target + ["--", "\(folder)/Fonts"], print: { output.append($0) }, report: { errors.append($0) })
        return (status, output, errors)
    }

    private func install(_ options: String...) -> Output {
        var (output, errors) = ([String](), [String]())
        let status = InstallCommand.run(
            target + options + ["--", "\(folder)/Fonts"], print: { output.append($0) }, report: { errors.append($0) })
        return (status, output, errors)
    }

    @Test func aCheckPrintsWarningsAndNotes() {
        let result = check()
        let other = "\(folder)/Fonts/other.ttf:1:1: "
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.output.count == 4)
        #expect(result.output.contains { $0.hasPrefix(other + "warning: The font is under the SIL Open Font License") })
        #expect(
            result.output.contains(other + "note: The font of this file is Two-Regular. Name the file Two-Regular.ttf.")
        )
        #expect(result.output.contains { $0.hasPrefix(other + "note: The family Two has no bold face.") })
        #expect(result.output.last == "App: 3 font files, 0 errors, 1 warning, 2 notes")
    }

    @Test func aCheckFailsAfterErrors() throws {
        try home.put(Array(SyntheticFont(family: "One").build().prefix(300)), at: "\(folder)/Fonts/damaged.ttf")
        let result = check()
        #expect(result.status == 1)
        #expect(result.output.contains { $0.hasPrefix("\(folder)/Fonts/damaged.ttf:1:1: error: ") })
    }

    @Test func theTableIsInstalledWithLicenses() throws {
        try home.put(Array(Self.text.utf8), at: "\(folder)/OFL.txt")
        let (prefix, root) = ("/usr", home.root + "/root")
        let result = install("--prefix", prefix, "--destdir", root)
        let share = "\(root)/usr/share/Reader"
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        let fonts = ["One-Bold", "One-Regular", "other"].map { "\(share)/Reader_App.resources/Fonts/\($0).ttf" }
        #expect(result.output.prefix(3) == fonts.map { "installed  \($0)" }[...])
        for (path, name) in zip(fonts, ["One-Bold", "One-Regular", "other"]) {
            let installed = FileManager.default.contents(atPath: path)
            #expect(installed == FileManager.default.contents(atPath: "\(folder)/Fonts/\(name).ttf"))
        }
        let texts = try FileManager.default.contentsOfDirectory(atPath: share + "/licenses")
        #expect(texts.count == 1)
        let text = try #require(texts.first)
        #expect(FileManager.default.contents(atPath: "\(share)/licenses/\(text)") == Data(Self.text.utf8))
        #expect(result.output.count == 4)
        // What the settings exclude is not part of the table.
        try home.put(Array(#"{"exclude": ["Fonts/other.ttf"]}"#.utf8), at: "\(folder)/fontnames.json")
        #expect(
            !install("--prefix", prefix, "--destdir", home.root + "/other").output.contains {
                $0.hasSuffix("other.ttf")
            })
    }

    @Test func iconsAreInstalledAndShown() throws {
        let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>"#
        try home.put(Array(drawing.utf8), at: "\(folder)/Fonts/Icons/book.svg")
        let result = install("--prefix", home.root + "/prefix")
        let icon = "\(home.root)/prefix/share/Reader/Reader_App.resources/Fonts/Icons/book.svg"
        #expect(result.output.contains("installed  \(icon)"))
        let page = home.root + "/pages/index.html"
        try home.put([], at: page)
        let status = PreviewCommand.run(
            target + ["--output", page, "--", "\(folder)/Fonts"], print: { #expect($0 == page) }, report: { _ in })
        let text = try #require(FileManager.default.contents(atPath: page).map { String(decoding: $0, as: UTF8.self) })
        #expect(status == 0)
        for path in ["One-Bold.ttf", "One-Regular.ttf", "other.ttf", "Icons/book.svg"] {
            #expect(text.contains("\"../Sources/App/Fonts/\(path)\""), "\(path)")
        }
        #expect(text.contains("FontName.oneBold") && text.contains("IconName.book"))
    }

    @Test func aDamagedTargetIsNotInstalled() throws {
        try home.put([0, 1, 0, 0], at: "\(folder)/Fonts/damaged.ttf")
        let result = install("--prefix", home.root + "/prefix")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.count == 1 && result.errors[0].hasPrefix("\(folder)/Fonts/damaged.ttf:1:1: error: "))
        #expect(!FileManager.default.fileExists(atPath: home.root + "/prefix"))
    }

    @Test func aPrefixIsNecessary() {
        let result = install()
        #expect(result.status == 2)
        #expect(result.errors.first?.hasPrefix("font-names: The option --prefix is missing.\n\nusage: ") == true)
    }
}

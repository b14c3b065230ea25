import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// Families in two forms: a variable file beside a folder of static ones.
@Suite(.fewAtOnce) struct FormTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    /// Writes a folder as packaged by Google Fonts.
    ///
    /// - Parameter namesInstances: Whether the variable file has PostScript names for its instances.
    private func writeFamily(namesInstances: Bool = true) throws {
        try home.write(
            SyntheticFont.variable(family: "Flex", instancesHavePostScriptNames: namesInstances),
            as: "Flex/Flex[wght].ttf")
        for style in ["Light", "Regular", "Bold"] {
            try home.write(SyntheticFont(family: "Flex", style: style), as: "Flex/static/Flex-\(style).ttf")
        }
        try home.write(Array("Licence".utf8), as: "Flex/OFL.txt")
    }

    private func postScript(_ family: String, _ style: String) -> SyntheticFont {
        var font = SyntheticFont(family: family, style: style)
        font.outlines = .cff
        return font
    }

    private var variable: String { home.root + "/given/Flex/Flex[wght].ttf" }

    private var listed: [String] {
        get async throws {
            let list = try #require(try await session("list", "--json").json["registrations"] as? [[String: Any]])
            return list.compactMap { ($0["file"] as? String).map { URL(filePath: $0).lastPathComponent } }.sorted()
        }
    }

    /// If the variable file is refused, a static one is registered as an ordinary file.
    @Test func theOtherFormIsTakenWhereOneIsRefused() async throws {
        let earlier = try home.write(SyntheticFont(family: "Flex", style: "Regular", salt: 7), as: "earlier.ttf")
        #expect(await session.run(["register", earlier]).status == 0)
        try home.write(SyntheticFont.variable(family: "Flex"), as: "Flex/Flex[wght].ttf")
        try home.write(SyntheticFont(family: "Flex", style: "Bold"), as: "Flex/static/Flex-Bold.ttf")
        let result = await session.run(["register", "Flex"])
        #expect(result.status == 1 && result.errors.contains("(305)"), "\(result)")
        #expect(try await listed == ["Flex-Bold.ttf", "earlier.ttf"])
    }

    /// A person sees one line for all other forms of a file.
    @Test func onATerminalOtherFormsAreCounted() async throws {
        try writeFamily()
        let terminal = Session(home, isTerminal: true)
        let rows = await terminal.run(["register", "Flex"]).lines
        #expect(
            rows == [
                "registered  Flex-Regular                                     Flex/Flex[wght].ttf",
                "not needed  Flex-Bold.ttf, Flex-Light.ttf, Flex-Regular.ttf  other forms of Flex[wght].ttf",
            ], "\(rows)")
    }

    /// A single static file does not replace a variable one that has all styles.
    @Test func aPartOfTheStaticFilesIsNoForm() async throws {
        try home.write(SyntheticFont.variable(family: "Flex"), as: "Flex/Flex[wght].ttf")
        try home.write(SyntheticFont(family: "Flex", style: "Bold"), as: "Flex/static/Flex-Bold.ttf")
        let result = await session.run(["register", "--prefer", "static", "Flex"])
        #expect(result.status == 0)
        #expect(
            result.errors
                == "fontctl: Flex/Flex[wght].ttf: The variable file was chosen although static files are preferred, because only it contains Flex-Light, Flex-Regular.\n"
        )
        #expect(try await listed == ["Flex[wght].ttf"])
        #expect(await session.run(["register", "Flex"]).errors.isEmpty, "no static files were preferred")
    }

    @Test(arguments: [[], ["--atomic"], ["--replace"], ["--scope", "session"]], [true, false])
    func theVariableFileIsTaken(_ options: [String], _ namesInstances: Bool) async throws {
        try writeFamily(namesInstances: namesInstances)
        for attempt in 0..<2 {
            let result = await session.run(["register", "Flex"] + options)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.lines.count == 4)
            #expect(result.lines[0].hasPrefix(attempt == 0 ? "registered  " : "already registered  "))
            #expect(result.lines[1].hasPrefix("another form"))
            #expect(result.lines[1].contains("of Flex/Flex[wght].ttf"))
            #expect(result.errors.isEmpty)
            #expect(try await listed == ["Flex[wght].ttf"])
        }
        #expect(await session("resolve", "Flex-Bold").status == 0)
    }

    @Test(arguments: [[], ["--atomic"]]) func orTheStaticFiles(_ options: [String]) async throws {
        try writeFamily()
        let result = await session.run(["register", "Flex", "--prefer", "static", "--json"] + options)
        #expect(result.status == 0)
        let results = try #require(try result.json["results"] as? [[String: Any]])
        #expect(results.map { $0["status"] as? String } == ["skipped", "registered", "registered", "registered"])
        #expect((results[0]["takenInstead"] as? String)?.hasSuffix("/Flex-Bold.ttf") == true)
        #expect((results[0]["message"] as? String)?.hasPrefix("Another form of ") == true)
        #expect(results[0]["code"] is NSNull)
        #expect(try await listed == ["Flex-Bold.ttf", "Flex-Light.ttf", "Flex-Regular.ttf"])
    }

    /// A folder as packaged by foundries, with the same faces in TrueType and PostScript outlines, registers once.
    @Test(arguments: [[], ["--atomic"], ["--scope", "session"]]) func oneKindOfOutlinesIsTaken(_ options: [String])
        async throws
    {
        for style in ["Regular", "Bold"] {
            try home.write(postScript("Twice", style), as: "Twice/otf/\(style).otf")
            try home.write(SyntheticFont(family: "Twice", style: style), as: "Twice/ttf/\(style).ttf")
        }
        for attempt in 0..<2 {
            let result = await session.run(["register", "Twice"] + options)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            #expect(
                result.lines.count { $0.hasPrefix("another form") && $0.contains("of Twice/ttf/") }
                    == 2)
            #expect(result.lines.count { $0.hasPrefix(attempt == 0 ? "registered  " : "already registered  ") } == 2)
            #expect(try await listed == ["Bold.ttf", "Regular.ttf"])
        }
    }

    @Test func theNewerOutlinesAreTaken() async throws {
        var newer = postScript("Twice", "Regular")
        newer.revision = 2
        try home.write(newer, as: "Twice/new.otf")
        try home.write(SyntheticFont(family: "Twice"), as: "Twice/old.ttf")
        #expect(await session.run(["register", "Twice"]).status == 0)
        #expect(try await listed == ["new.otf"])
    }

    /// Files that are left out refer to the form that was registered in their place.
    @Test(arguments: FontForm.allCases) func allThreeFormsInOneFolder(_ form: FontForm) async throws {
        try writeFamily()
        for style in ["Light", "Regular", "Bold"] {
            try home.write(postScript("Flex", style), as: "Flex/otf/\(style).otf")
        }
        let document = try await session("register", "Flex", "--prefer", form.rawValue, "--json").json
        let results = try #require(document["results"] as? [[String: Any]])
        #expect(results.allSatisfy { $0["code"] is NSNull })
        let taken = Set(results.filter { $0["status"] as? String == "registered" }.compactMap { $0["file"] as? String })
        #expect(taken.count == (form == .variable ? 1 : 3) && taken.allSatisfy { $0.hasSuffix(".ttf") })
        #expect(Set(results.compactMap { $0["takenInstead"] as? String }).isSubset(of: taken))
    }

    /// Two files with the same faces and the same kind of outlines are a conflict, which the user must resolve.
    @Test func equalOutlinesAreNoForms() async throws {
        for salt in 1...2 as ClosedRange<UInt32> {
            try home.write(SyntheticFont(family: "Twice", salt: salt), as: "Twice/\(salt).ttf")
        }
        let result = await session.run(["register", "Twice"])
        #expect(result.status == 1 && result.errors.contains("(305)"), "\(result)")
    }

    @Test func otherFontsOfTheFolderAreNoForms() async throws {
        try writeFamily()
        try home.write(SyntheticFont(family: "Flex", style: "Poster"), as: "Flex/static/Flex-Poster.ttf")
        try home.write(SyntheticFont(family: "Other", style: "Bold"), as: "Flex/Other-Bold.ttf")
        #expect(await session("register", "Flex").status == 0)
        #expect(try await listed == ["Flex-Poster.ttf", "Flex[wght].ttf", "Other-Bold.ttf"])
    }

    @Test func aFormAloneIsAFont() async throws {
        try writeFamily()
        #expect(await session("register", "Flex/static").lines.count == 3)
        #expect(try await listed.count == 3)
    }

    @Test(arguments: FontForm.allCases) func inAProcessAndFromABundleToo(_ form: FontForm) async throws {
        try writeFamily()
        let bundle = try #require(Bundle(path: home.root + "/given/Flex"))
        let fonts = try home.manager()
        let summary = try await fonts.register(
            .bundle(bundle), scope: .process, options: RegistrationOptions(isAtomic: true, preferredForm: form))
        #expect(summary.isSuccess)
        #expect(summary.registrations.count == (form == .variable ? 1 : 3))
        #expect(summary.outcomes.count { $0.takenInstead != nil } == (form == .variable ? 3 : 1))
        #expect(try await fonts.resolve("Flex-Bold").match != nil)
    }

    @Test(.enabled(if: SharedFonts.fonts != nil), arguments: ["lora", "literata", "merriweather", "nunito-sans"])
    func realFamilies(_ name: String) async throws {
        let folder = try #require(SharedFonts.fonts) + "/" + name
        let result = await session("register", folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await listed.allSatisfy { $0.contains("[") }, "static files are left out")
    }

    /// A failed download, such as an HTML page with a font's file name, is reported.
    @Test func aBrokenFontOfAFolderIsTold() async throws {
        try home.write(SyntheticFont(family: "Good"), as: "mixed/Good.ttf")
        try home.write(Array("<!DOCTYPE html>".utf8), as: "mixed/Page.otf")
        try home.write([UInt8](), as: "mixed/Empty.TTF")
        try home.write(Array("version https://git-lfs.github.com/spec/v1".utf8), as: "mixed/notes.txt")
        let result = await session.run(["register", "mixed"])
        #expect(result.status == 1)
        for name in ["Page.otf", "Empty.TTF"] {
            #expect(result.errors.contains("fontctl: mixed/\(name): "), "\(result.errors)")
        }
        #expect(!result.errors.contains("notes.txt"))
        #expect(try await listed == ["Good.ttf"])
    }

    @Test func omittedFilesOfAFolderAreCounted() async throws {
        try home.write(SyntheticFont(family: "Good"), as: "mixed/Good.ttf")
        let samples: [(SampleFile, Int)] = [(.woff2, 2), (.woff, 1), (.pcf, 3), (.plainText, 4), (.png, 1)]
        for (sample, count) in samples {
            for number in 0..<count {
                try home.write(sample.bytes, as: "mixed/\(number)/\(sample).\(number)")
            }
        }
        let header = Array("PK\u{3}\u{4}".utf8) + Array(repeating: UInt8(0), count: 26)
        for (number, name) in ["Lora.ttf", "mimetype"].enumerated() {
            try home.write(header + Array(name.utf8), as: "mixed/\(number).zip")
        }
        try home.write(Array("Rar!\u{1A}\u{7}".utf8), as: "mixed/2.rar")
        let result = await session("register", "mixed")
        #expect(result.status == 0)
        #expect(result.lines.count == 1)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[0].hasPrefix(
                "fontctl: Not read: mixed/0.zip: The archive is damaged or incomplete"))
        #expect(
            lines[1].hasPrefix(
                "fontctl: Skipped in folders and archives: 3 PCF fonts, 1 RAR archive, 1 WOFF font, 2 WOFF2 fonts. "))
        let document = try await session("register", "mixed", "--json").json
        #expect(document["skipped"] as? [String: Int] == ["pcf": 3, "rar": 1, "woff": 1, "woff2": 2])
        let unread = try #require(document["unread"] as? [[String: Any]])
        #expect(unread.map { $0["code"] as? Int } == [104])
        #expect(await session("register", "mixed/Good.ttf").errors.isEmpty)
    }
}

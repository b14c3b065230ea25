import FontPictures
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `fontctl preview` without the process that draws; `DrawingProcessTests` has pictures.
@Suite struct PreviewTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func register(_ font: SyntheticFont) async throws {
        #expect(await session("register", try home.write(font)).status == 0)
    }

    /// Returns the page that a command writes.
    private func page(_ arguments: String...) async throws -> String {
        let result = await session.run(["preview"] + arguments + ["--output", "page.html"])
        #expect(result.status == 0, "\(result.errors)")
        return try String(contentsOfFile: home.root + "/given/page.html", encoding: .utf8)
    }

    @Test func aPageContainsTheFontAndTheText() async throws {
        let font = SyntheticFont(family: "Lora")
        try await register(font)
        let page = try await page("Lora", "--text", "a < b\nc", "--size", "20")
        let url = try #require(page.firstMatch(of: #/base64,([^"]*)"/#)?.output.1)
        #expect(Data(base64Encoded: String(url)) == Data(font.build()))
        #expect(page.contains("<p class=\"font0\" dir=\"auto\">a &lt; b</p>\n<p class=\"font0\" dir=\"auto\">c</p>"))
        #expect(page.contains("p.font0 { font-family: \"Lora Regular\"; }") && page.contains("font-size: 20pt"))
        #expect(page.contains("background: #ffffff") && !page.contains("<h2>"))
        #expect(try await self.page("Lora", "--dark").contains("background: #1c1c1e; color: #ffffff"))
    }

    @Test func filesNeedNoRegistrationAndShowAllFaces() async throws {
        try home.write(SyntheticCollection.faces(2, family: "Pair").build(), as: "pair.ttc")
        let page = try await page("pair.ttc", "--text", "x")
        #expect(page.components(separatedBy: "@font-face").count == 3)
        #expect(page.contains("<h2 dir=\"auto\">Pair 1 Regular</h2>") && page.contains("Pair 2 Regular</h2>"))
        #expect(page.contains("font-family: \"Pair 2 Regular 2\""))
    }

    /// A font packed for the web is unwrapped in the worker, and nothing is registered.
    @Test func webFontsAreUnwrapped() async throws {
        let font = SyntheticFont(family: "Web")
        let file = try home.write(SampleFile.woff(wrapping: font.build()), as: "web/Web.woff")
        for path in ["web/Web.woff", "./web"] {
            let page = try await page(path, "--text", "x")
            let url = try #require(page.firstMatch(of: #/base64,([^"]*)"/#)?.output.1)
            #expect(Data(base64Encoded: String(url)) == Data(font.build()), "\(path)")
            let result = await session("preview", path, "--output", "page.html")
            #expect(result.output.contains("Web-Regular") && !result.output.contains("/fontctl-"), "\(result)")
        }
        let document = try await session("info", file, "--json").json
        let info = try #require((document["files"] as? [[String: Any]])?.first)
        #expect(info["file"] as? String == file)
        #expect((info["faces"] as? [[String: Any]])?.first?["postscriptName"] as? String == "Web-Regular")
        let refused = await session("preview", file, "--axis", "wght=400", "--output", "no.html")
        #expect(refused.errors.hasPrefix("fontctl: \(file): Web-Regular has no axis"), "\(refused)")
        let damaged = try home.write(Array(SampleFile.woff.bytes.prefix(60)), as: "cut.woff")
        for command in [["info", damaged], ["preview", damaged, "--output", "no.html"]] {
            let result = await session.run(command)
            #expect(result.status == 1 && result.errors.hasPrefix("fontctl: \(damaged): "), "\(result)")
            #expect(!result.errors.contains("register"), "\(result)")
        }
        #expect(try home.inventory().isEmpty)
    }

    /// As packaged by Google Fonts: the variable file, and a folder with static ones.
    @Test func otherFormsInAnArchiveAreLeftOut() async throws {
        var files = [ZIPFile.Entry("Flex[wght].ttf", SyntheticFont.variable(family: "Flex").build())]
        for style in ["Light", "Regular", "Bold"] {
            files.append(.init("static/Flex-\(style).ttf", SyntheticFont(family: "Flex", style: style).build()))
        }
        try home.write(ZIPFile(files).bytes, as: "Flex.zip")
        let result = await session("preview", "Flex.zip", "--text", "x", "--output", "page.html", "--json")
        #expect(result.status == 0, "\(result)")
        let faces = try #require(try result.json["faces"] as? [[String: Any]])
        let names = faces.compactMap { $0["postscriptName"] as? String }.sorted()
        #expect(names == ["Flex-Bold", "Flex-Light", "Flex-Regular"])
        let paths = faces.compactMap { $0["file"] as? String }
        #expect(paths.allSatisfy { $0.hasSuffix("Flex.zip/Flex[wght].ttf") }, "\(paths)")
    }

    @Test func axesAndInstancesAreKept() async throws {
        try await register(.variable(family: "Flex"))
        #expect(try await page("Flex", "--axis", "wght=560").contains("font-variation-settings: \"wght\" 560;"))
        #expect(try await page("Flex-Bold").contains("font-variation-settings: \"wght\" 700;"))
        for axis in ["wdth=100", "wght=901"] {
            let refused = await session("preview", "Flex", "--axis", axis, "--output", "no.html")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("Its axes: wght 100–900. (303)"), "\(refused.errors)")
        }
        try await register(SyntheticFont(family: "Static"))
        let refused = await session("preview", "Static", "--axis", "wght=400", "--output", "no.html")
        #expect(refused.errors.contains("Static-Regular has no axis “wght”. It has no axes; specify none. (303)"))
        #expect(!FileManager.default.fileExists(atPath: home.root + "/given/no.html"))
    }

    @Test func charactersThatAreNotDrawnAreNamed() {
        let report = PreviewReport(file: "a.png", format: .png, fonts: [], missing: "文", undrawn: "😀")
        #expect(String(decoding: report.json.document, as: UTF8.self).contains(#""missing":"文😀""#))
        #expect(report.diagnostics.first == "No font has: 文")
        #expect(report.diagnostics.last?.hasPrefix("Not drawn: 😀. ") == true)
    }

    @Test func featuresAndTheDirectionAreKept() async throws {
        try await register(SyntheticFont(family: "Lora"))
        let page = try await page(
            "Lora", "--feature", "smcp", "--feature", "-liga", "--feature=ss01=2", "--text", "a\nb", "--vertical")
        #expect(page.contains(#"font-feature-settings: "smcp" 1, "liga" 0, "ss01" 2;"#))
        #expect(page.contains("div { writing-mode: vertical-rl; }"))
        #expect(page.contains("<div>\n<p class=\"font0\" dir=\"auto\">a</p>") && page.contains("b</p>\n</div>"))
        let plain = try await self.page("Lora", "--text", "a")
        #expect(!plain.contains("font-feature-settings") && !plain.contains("<div>") && !plain.contains("writing-mode"))
        for feature in ["smc", "smcpx", "smcp=65536", "smcp=-1", "", "-liga=1", "smc\u{E9}"] {
            let refused = await session("preview", "Lora", "--feature", feature, "--output", "no.html")
            #expect(refused.status == 64 && refused.errors.contains("--feature"), "\(feature): \(refused.errors)")
        }
        let many = await session.run(
            ["preview", "Lora", "--output", "no.html"] + Array(repeating: "--feature=smcp", count: 65))
        #expect(many.status == 64 && many.errors.contains("At most 64 features"), "\(many.errors)")
        #expect(!FileManager.default.fileExists(atPath: home.root + "/given/no.html"))
    }

    @Test func samplesAreOfTheScriptsThatTheFontHas() async throws {
        let greek = "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία"
        try await register(
            SyntheticFont(family: "Both") {
                $0.characters = [0x20...0x7E] + SyntheticFont.characters(of: greek)
            })
        let both = try await page("Both")
        #expect(both.contains("The quick brown fox") && both.contains(greek) && !both.contains("ऋ"))
        try await register(SyntheticFont(family: "Symbols") { $0.characters = [0x2600...0x2603] })
        #expect(try await page("Symbols").contains(">\u{2600}\u{2601}\u{2602}\u{2603}</p>"))
    }

    @Test func hostileNamesStayWithinThePage() async throws {
        let family = "A\"; } </style><script>alert(1)</script>"
        let file = try home.write(SyntheticFont(family: family) { $0.postscriptName = "Hostile" })
        let page = try await page(file, file, "--text", "</p><script>")
        #expect(!page.contains("<script>"))
        #expect(page.components(separatedBy: "</style>").count == 2)
    }

    @Test func fontsThatForbidEmbeddingAreNotEmbedded() async throws {
        try await register(SyntheticFont(family: "Closed") { $0.fsType = 2 })
        for name in ["page.html", "page.pdf"] {
            let refused = await session("preview", "Closed", "--output", name)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("Closed-Regular does not allow embedding (OS/2.fsType)."))
            #expect(!FileManager.default.fileExists(atPath: home.root + "/given/" + name))
        }
    }

    @Test func whatIsMissingIsNamed() async throws {
        try await register(SyntheticFont(family: "Lora"))
        let near = await session("preview", "Lorra", "--output", "x.png")
        #expect(near.status == 1)
        #expect(near.errors.contains("No font has the family or name “Lorra”."), "\(near.errors)")
        #expect(await session("preview", "./Lora", "--output", "x.png").errors.contains("(101)"))
        try home.write(Array("no font".utf8), as: "no.ttf")
        #expect(await session("preview", "no.ttf", "--output", "x.png").errors.contains("(103)"))
        #expect(await session("preview", "Lora", "--output", "none/x.html").errors.contains("(102)"))
        session.configure { $0.drawingProgram = { nil } }
        let absent = await session("preview", "Lora", "--output", "x.png")
        #expect(absent.errors.contains("fontd-preview, which draws fonts, is missing. Reinstall fontd."))
        #expect(!FileManager.default.fileExists(atPath: home.root + "/given/x.png"))
    }

    /// A font that passes the inspection may still take over the process that read it, or end it.
    @Test(arguments: [
        ("kill -SEGV $$", "crashed (SIGSEGV)"),
        ("exit 3", "crashed (exit-3)"),
        (#"printf '\004\000\000\000text' >&0; exec cat"#, "sent an invalid reply"),
        (#"printf '\377\377\377\377' >&0; exec cat"#, "sent an invalid reply"),
    ])
    func aFailingProcessWritesNothing(_ end: String, _ reason: String) async throws {
        // The greeting of a process that is locked down.
        let program = try home.writeScript(
            "printf 'fontd\\002\\000\\001' >&0\n\(end)", to: home.root + "/given/draw")
        session.configure { $0.drawingProgram = { program } }
        let font = try home.write(SyntheticFont())
        let old = try home.write(Array("old".utf8), as: "x.png")
        let failed = await session("preview", font, "--output", "x.png")
        #expect(failed.status == 1 && failed.output.isEmpty)
        #expect(
            failed.errors.contains("\(font): The font could not be processed. The process that read it \(reason)."),
            "\(failed.errors)")
        #expect(FileManager.default.contents(atPath: old) == Data("old".utf8))
        let left = try FileManager.default.contentsOfDirectory(atPath: home.root + "/given")
        #expect(Set(left) == ["draw", "x.png", (font as NSString).lastPathComponent])
    }

    @Test(arguments: ["x", "x.bmp", ".png", "png"]) func otherFormatsAreRefused(_ name: String) async {
        let refused = await session("preview", "Lora", "--output", name)
        #expect(refused.status == 64)
        #expect(refused.errors.contains("must end with .png, .svg, .pdf or .html:"))
    }

    @Test func previewsHaveLimits() async throws {
        try await register(SyntheticFont(family: "Lora"))
        let long = await session(
            "preview", "Lora", "--text", String(repeating: "x", count: 40_000), "--output", "x.png")
        #expect(long.status == 1 && long.errors.contains("(106)"), "\(long.errors)")
        let many = await session.run(["preview"] + Array(repeating: "Lora", count: 65) + ["--output", "x.html"])
        #expect(many.status == 1 && many.errors.contains("(106)"))
    }
}

/// `fontctl preview` and `info` show what is in archives and folders before it is registered.
@Suite struct LookingTests {
    private let home: PrivateHome
    private let session: Session

    init() throws {
        (home, session) = try Session.inNewHome()
        for style in ["Regular", "Bold"] {
            try home.write(SyntheticFont(family: "New", style: style), as: "folder/\(style).ttf")
        }
        try home.write(.variable(family: "Flex"), as: "folder/deep/flex.ttf")
        try home.write([1, 2, 3], as: "folder/readme.txt")
    }

    private func page(_ arguments: String...) async throws -> String {
        let result = await session.run(["preview"] + arguments + ["--output", "page.html"])
        #expect(result.status == 0, "\(result.errors)")
        return try String(contentsOfFile: home.root + "/given/page.html", encoding: .utf8)
    }

    /// A folder is shown with all styles, those of variable fonts too, and a line each.
    @Test func aFolderIsASheet() async throws {
        let page = try await page("./folder")
        for name in ["New Regular", "New Bold", "Flex Regular", "Flex Bold"] {
            #expect(page.contains("<h2 dir=\"auto\">\(name)</h2>"), "\(name)")
        }
        #expect(page.components(separatedBy: "<p class").count - 1 == page.components(separatedBy: "<h2").count - 1)
        #expect(try home.inventory().isEmpty)
        let info = await session("info", "./folder", "--json")
        let files = try #require(try info.json["files"] as? [[String: Any]])
        #expect(files.count == 3 && info.status == 0)
        #expect(try home.inventory().isEmpty)
    }

    /// A file that cannot be shown does not keep the others from being shown.
    @Test func aFolderWithADamagedFileShowsTheOthers() async throws {
        let damaged = try home.write(
            Array(SyntheticFont(family: "Cut").build().prefix(100)), as: "folder/cut.ttf")
        let result = await session("preview", "./folder", "--output", "page.html", "--json")
        let json = try result.json
        #expect(result.status == 1 && (json["faces"] as? [Any])?.isEmpty == false)
        #expect((json["failures"] as? [[String: Any]])?.first?["file"] as? String == damaged)
        let info = await session("info", "./folder", "--json")
        let unread = try info.json["failures"] as? [Any]
        #expect(info.status == 1 && unread?.count == 1)
        // Only one of these fonts has the axis.
        let axis = await session("preview", "./folder", "--axis", "wght=500", "--output", "page.html", "--json")
        let failures = try axis.json["failures"] as? [Any]
        #expect(axis.status == 1 && failures?.count == 3, "\(axis)")
    }

    @Test func allStylesOfAFamilyAndAWaterfall() async throws {
        for style in ["Regular", "Bold"] {
            #expect(await session("register", home.root + "/given/folder/\(style).ttf").status == 0)
        }
        #expect(try await page("New").contains("<h2") == false)
        let styles = try await page("New", "--styles", "--text", "a\nb")
        #expect(styles.contains("New Regular</h2>") && styles.contains("New Bold</h2>"))
        let waterfall = try await page("New", "--waterfall", "--text", "abc")
        #expect(waterfall.components(separatedBy: ">abc</p>").count == 13)
        #expect(waterfall.contains("font-size: 72pt"))
        #expect(await session("preview", "New", "--waterfall", "--size", "9").status == 64)
    }

    @Test func whatATerminalAnswers() {
        func kind(_ answer: String) -> TerminalPictures? { TerminalPictures(answer: Array(answer.utf8)) }
        #expect(kind("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c") == .kitty)
        #expect(kind("\u{1B}[?62;4;22c") == .sixel)
        #expect(kind("\u{1B}[?64;1;2;22c") == nil)
        // The first number is the level of the terminal, not an attribute.
        #expect(kind("\u{1B}[?4c") == nil)
        #expect(kind("") == nil)
        let long = [UInt8](repeating: 7, count: 10_000)
        let pieces = String(decoding: TerminalPictures.kitty.sequence(long), as: UTF8.self).split(separator: "\u{1B}_G")
        #expect(pieces.count == 4 && pieces[0].hasPrefix("a=T,f=100,m=1;") && pieces[3].hasPrefix("m=0;"))
    }
}

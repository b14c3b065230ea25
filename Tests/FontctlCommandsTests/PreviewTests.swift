import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `fontctl preview` without the process that draws; `DrawingProcessTests` has pictures.
@Suite struct PreviewTests {
    private let home: PrivateHome
    private let session: Session

    init() throws {
        home = try PrivateHome()
        session = Session(home)
    }

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
        #expect(refused.errors.contains("Static-Regular has no axis “wght”. It has no axes; omit --axis. (303)"))
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
            #expect(refused.errors.contains("Closed-Regular does not permit to be embedded (OS/2.fsType)."))
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
        ("kill -SEGV $$", "crashed the process that read it (SIGSEGV)"),
        ("exit 3", "crashed the process that read it (exit-3)"),
        (#"printf '\004\000\000\000text' >&0; exec cat"#, "caused an invalid reply of the process that read it"),
        (#"printf '\377\377\377\377' >&0; exec cat"#, "caused an invalid reply of the process that read it"),
    ])
    func aFailingProcessWritesNothing(_ end: String, _ reason: String) async throws {
        // The greeting of a process that is locked down.
        let program = try home.write(Array("#!/bin/sh\nprintf 'fontd\\004\\000\\001' >&0\n\(end)\n".utf8), as: "draw")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        session.configure { $0.drawingProgram = { program } }
        let font = try home.write(SyntheticFont())
        let old = try home.write(Array("old".utf8), as: "x.png")
        let failed = await session("preview", font, "--output", "x.png")
        #expect(failed.status == 1 && failed.output.isEmpty)
        #expect(failed.errors.contains("\(font): The font \(reason)."), "\(failed.errors)")
        #expect(FileManager.default.contents(atPath: old) == Data("old".utf8))
        let left = try FileManager.default.contentsOfDirectory(atPath: home.root + "/given")
        #expect(Set(left) == ["draw", "x.png", (font as NSString).lastPathComponent])
    }

    @Test(arguments: ["x", "x.bmp", ".png", "png"]) func otherFormatsAreRefused(_ name: String) async {
        let refused = await session("preview", "Lora", "--output", name)
        #expect(refused.status == 64)
        #expect(refused.errors.contains(".png, .svg, .pdf, .html"))
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

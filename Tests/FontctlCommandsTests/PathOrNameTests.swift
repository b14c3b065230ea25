import FontRegistry
import TestSupport
import Testing

@testable import FontctlCommands

/// Texts that may be paths or names, and paths into archives, which mean the same to all commands.
@Suite struct PathOrNameTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    // MARK: Names

    @Test(arguments: ["~/Otto", "../Paula", "/etc/Passwd"])
    func aNameLikeThePathOfNoFileIsAName(_ family: String) async throws {
        let font = SyntheticFont(family: family) { $0.postscriptName = "Otto-Regular" }
        #expect(await session("register", try home.write(font)).status == 0)
        for command in [
            ["info", family], ["why", family], ["licenses", family], ["list", family],
            ["disable", "--dry-run", family], ["preview", family, "--text", "x", "-o", "page.html"],
        ] {
            let result = await session.run(command)
            #expect(result.status == 0, "\(command): \(result)")
        }
        #expect(await session("unregister", family).status == 0)
        #expect(await session("list", "--quiet").lines.isEmpty)
    }

    @Test func aPathOfNoFileThatIsNoNameIsStillAPath() async throws {
        for command in [["info", "./none.ttf"], ["preview", "./none.ttf", "-o", "page.html"], ["why", "./none.ttf"]] {
            let result = await session.run(command)
            #expect(result.status == 1 && !(result.output + result.errors).contains("No font"), "\(command): \(result)")
        }
    }

    // MARK: Folders

    @Test func aFolderNeedsNoSlash() async throws {
        try home.write(SyntheticFont(family: "Lora"), as: "MyFonts/Lora.ttf")
        for command in [["info", "MyFonts"], ["licenses", "MyFonts"], ["preview", "MyFonts", "-o", "page.html"]] {
            let result = await session.run(command)
            #expect(result.status == 0 && result.output.contains("Lora"), "\(command): \(result)")
        }
        // A font of that name comes first.
        #expect(await session("register", try home.write(SyntheticFont(family: "MyFonts"), as: "a.ttf")).status == 0)
        for command in [["info", "MyFonts"], ["licenses", "MyFonts"], ["preview", "MyFonts", "-o", "page.html"]] {
            let result = await session.run(command)
            #expect(result.status == 0 && !result.output.contains("Lora"), "\(command): \(result)")
        }
    }

    @Test(arguments: ["info", "why"])
    func severalFilesAreNotOneName(_ command: String) async throws {
        for style in ["Bold", "Italic"] {
            try home.write(SyntheticFont(family: "Lora", style: style), as: "fam/\(style).ttf")
            try home.write(SyntheticFont(family: "Lora", style: style), as: "\(style).ttf")
        }
        for files in [["fam/Bold.ttf", "fam/Italic.ttf"], ["Bold.ttf", "Italic.ttf"], ["fam/Bold.ttf", "none"]] {
            let result = await session.run([command] + files)
            #expect(result.status == ExitStatus.usage && result.errors.contains("Specify one font."), "\(result)")
        }
        try home.write(SyntheticFont(family: "Lora"), as: "fam/My Lora.ttf")
        #expect(await session(command, "fam/My", "Lora.ttf").output.contains("Lora-Regular"))
    }

    // MARK: Archives

    private func archive() throws {
        let styles = ["Bold", "Italic", "Light"].map { SyntheticFont(family: "Lora", style: $0).build() }
        let entries = zip(["Lora/Bold.ttf", "Lora/Italic.ttf", "Light.ttf"], styles).map { ZIPFile.Entry($0, $1) }
        try home.write(ZIPFile(entries).bytes, as: "p.zip")
    }

    private static func commands(_ path: String) -> [[String]] {
        [["info", path], ["licenses", path], ["validate", path], ["preview", path, "-o", "page.html"]]
    }

    @Test(arguments: [false, true])
    func aFontInAnArchiveIsNamedByItsPath(isRegistered: Bool) async throws {
        try archive()
        if isRegistered { #expect(await session("register", "p.zip").status == 0) }
        for command in Self.commands("p.zip/Lora/Bold.ttf") {
            let result = await session.run(command)
            #expect(result.status == 0 && result.output.contains(command[0] == "validate" ? "Bold.ttf" : "Lora"))
            let others = ["Lora-Italic", "Italic.ttf", "Lora-Light", "Light.ttf"].filter(result.output.contains)
            #expect(others.isEmpty, "\(command): \(result)")
        }
        let why = await session("why", "p.zip/Lora/Bold.ttf")
        #expect(why.status == (isRegistered ? 0 : 1) && why.output.contains("Lora-Bold is "), "\(why)")
        guard !isRegistered else { return }
        let advice = try #require(why.lines.last { $0.hasPrefix("  fontctl register ") })
        try await session.follow(advice.dropFirst(2))
        #expect(await session("list", "--quiet").lines == ["Lora-Bold"])
    }

    @Test func aFolderInAnArchiveIsNamedByItsPath() async throws {
        try archive()
        for command in Self.commands("p.zip/Lora") {
            let result = await session.run(command)
            let others = ["Lora-Light", "Light.ttf"].filter(result.output.contains)
            #expect(result.status == 0 && others.isEmpty, "\(command): \(result)")
        }
        #expect(await session("register", "p.zip").status == 0)
        let why = await session("why", "p.zip/Lora")
        #expect(why.status == 0 && why.output.contains("p.zip/Lora is a folder with 2 fonts."), "\(why)")
        #expect(!why.output.contains("no longer exists"))
    }

    @Test func aPathThatAnArchiveDoesNotHaveFails() async throws {
        try archive()
        for command in Self.commands("p.zip/Lora/Black.ttf") {
            let result = await session.run(command)
            #expect(result.status == 1 && (result.output + result.errors).contains("no font at this path"), "\(result)")
        }
    }
}

import FontAdvice
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// Messages about fonts that exist but cannot be used, or that fontd does not have.
@Suite struct TruthfulAnswerTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func reject(_ rule: String) throws {
        let text = """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig><selectfont><rejectfont>\(rule)</rejectfont></selectfont></fontconfig>
            """
        try text.write(toFile: rules, atomically: true, encoding: .utf8)
    }

    private var rules: String { home.root + "/config/fontconfig/conf.d/60-reject.conf" }

    /// Writes a font to the user's own font folder, as if copied there by hand.
    private func handCopy(_ font: SyntheticFont, as name: String) throws -> String {
        let path = home.paths.userFonts + "/" + name
        try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
        try Data(font.build()).write(to: URL(filePath: path))
        return path
    }

    // MARK: Disabled

    @Test func resolvingADisabledFontSaysWhoDisabledItAndHowToEnableIt() async throws {
        let file = try home.write(SyntheticFont(family: "Lora"))
        _ = await session("register", file)
        _ = await session("disable", "Lora-Regular")
        for name in ["Lora-Regular", "Lora Regular", "lora"] {
            let answer = await session("resolve", name)
            #expect(answer.status == 1)
            #expect(answer.output.isEmpty)
            #expect(answer.errors.contains("disabled by the user. `fontctl enable Lora-Regular` enables it."))
            let json = try await session("resolve", name, "--json").json
            #expect(json["status"] as? String == "not-found")
            #expect(json["reason"] as? String == "disabled")
            #expect(json["disabledBy"] as? String == "user")
            let registration = try #require(json["registration"] as? [String: Any])
            #expect(registration["provider"] as? String == "user")
            #expect(registration["enabled"] as? Bool == false)
            #expect(registration["file"] as? String == file)
        }
        // Following the advice leads to success.
        #expect(await session("enable", "Lora-Regular").status == 0)
        let found = try await session("resolve", "Lora-Regular", "--json").json
        #expect(found["status"] as? String == "found")
        #expect(found["reason"] == nil)
    }

    @Test func fontsDisabledByAProviderAreReportedToItAndTheUserOnly() async throws {
        let file = try home.write(SyntheticFont(family: "App"))
        let app = try home.manager(provider: "org.example.App")
        _ = try await app.register(
            URL(filePath: file), scope: .persistent, options: RegistrationOptions(isEnabled: false))
        #expect(await session("resolve", "App-Regular").errors.contains("disabled by its provider"))
        #expect(try await app.resolve("App-Regular").unusable?.disabledBy == .provider)
        #expect(try await home.manager(provider: "org.example.Other").resolve("App-Regular").unusable == nil)
        // A font disabled by the user is reported as such.
        _ = await session("enable", "App-Regular")
        _ = await session("disable", "App-Regular")
        #expect(try await app.resolve("App-Regular").unusable?.disabledBy == .user)
    }

    // MARK: Rejected

    @Test(arguments: [
        "<glob>*/Lora-*</glob>", #"<pattern><patelt name="family"><string>Lora</string></patelt></pattern>"#,
    ])
    func fontsRejectedByFontconfigAreUnusable(_ rule: String) async throws {
        for family in ["Lora", "Kept"] { _ = await session("register", try home.write(SyntheticFont(family: family))) }
        #expect(await session("resolve", "Lora-Regular").status == 0)
        #expect(await session("doctor").status == 0)
        try reject(rule)
        let answer = await session("resolve", "Lora-Regular")
        #expect(answer.status == 1)
        #expect(answer.errors.contains("the user's fontconfig configuration rejects it"))
        let json = try await session("resolve", "Lora-Regular", "--json").json
        #expect(json["reason"] as? String == "rejected")
        #expect((json["registration"] as? [String: Any])?["enabled"] as? Bool == true)
        for command in ["faces", "families"] {
            let list = await session(command)
            #expect(list.output.contains("Kept"))
            #expect(!list.output.contains("Lora"))
        }
        let requested = await session("request", "Lora-Regular")
        #expect(requested.status == 1)
        #expect(requested.errors.contains("rejects it"))
        let findings = try await session("doctor", "--json").json["findings"] as? [[String: Any]] ?? []
        let finding = try #require(findings.first { $0["id"] as? String == "font-rejected" })
        #expect((finding["message"] as? String)?.contains("Lora-Regular") == true)
        #expect(await session("resolve", "Kept-Regular").status == 0)
        // Following the advice leads to success.
        try FileManager.default.removeItem(atPath: rules)
        #expect(await session("resolve", "Lora-Regular").status == 0)
        #expect(await session("faces").output.contains("Lora"))
        #expect(await session("doctor").status == 0)
    }

    /// A font is not usable if fontconfig does not scan its folder.
    @Test(arguments: ["persistent", "session"])
    func fontsOutsideFontconfigFoldersAreUnusable(_ scope: String) async throws {
        let file = home.root + "/fonts.conf"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        _ = await session("register", "--scope", scope, try home.write(SyntheticFont(family: "Lora")))
        #expect(await session("resolve", "Lora-Regular").status == 0)
        let line = "<dir>\(home.paths.userFonts)</dir>"
        try #require(text.contains(line))
        try text.replacing(line, with: "<dir>\(home.root)/elsewhere</dir>").write(
            toFile: file, atomically: true, encoding: .utf8)
        let answer = await session("resolve", "Lora-Regular")
        #expect(answer.status == 1)
        #expect(
            try await session("resolve", "Lora-Regular", "--json").json["reason"] as? String == "folder-not-configured")
        #expect(await !session("families").output.split(separator: "\n").contains("Lora"))
        let requested = await session("request", "Lora-Regular")
        #expect(requested.status == 1)
        #expect(requested.errors.contains("does not search its folder"))
        // Following the advice leads to success.
        let advised = try #require(answer.errors.firstMatch(of: #/<dir>.*</dir>/#)).0
        try text.replacing(line, with: advised).write(toFile: file, atomically: true, encoding: .utf8)
        #expect(await session("resolve", "Lora-Regular").status == 0)
    }

    @Test func aHomeBehindALinkIsStillConfigured() async throws {
        _ = await session("register", try home.write(SyntheticFont(family: "Lora")))
        let link = home.root + "/linked"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home.paths.dataHome)
        let file = home.root + "/fonts.conf"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacing("<dir>\(home.paths.userFonts)</dir>", with: "<dir>\(link)/fonts</dir>").write(
            toFile: file, atomically: true, encoding: .utf8)
        #expect(await session("resolve", "Lora-Regular").status == 0)
    }

    // MARK: Fonts that are not registered

    @Test func aFileOfTheUsersIsAdopted() async throws {
        let path = try handCopy(SyntheticFont(family: "Hand"), as: "Hand.ttf")
        for target in ["Hand-Regular", path, "Hand", "hand regular"] {
            let answer = await session("unregister", target)
            #expect(answer.status == 1)
            #expect(answer.errors.contains("your own file, and it is not registered: \(path)."))
            #expect(answer.errors.contains("`fontctl disable"))
            #expect(answer.errors.contains("(203)"))
        }
        #expect(await session("tag", "add", "talk", "Hand").output == "added  Hand\n")
        #expect(await session("enable", "Hand").output.hasPrefix("unchanged"))
        // Following the advice leads to success.
        #expect(await session("adopt", "--yes").status == 0)
        #expect(await session("unregister", "Hand-Regular").status == 0)
    }

    /// A wish to hide is not answered with the removal of a package.
    @Test func aFontOfAPackageIsHidden() async throws {
        let path = try handCopy(SyntheticFont(family: "Packed"), as: "Packed.ttf")
        _ = try handCopy(SyntheticFont(family: "Other"), as: "Other.ttf")
        session.configure { $0.packageOwners = { _ in [path: "fonts-packed"] } }
        let answer = await session("disable", "Packed-Regular")
        #expect(answer.status == 0 && answer.output == "hidden  Packed-Regular  \(path)\n", "\(answer)")
        #expect(
            answer.errors.contains(
                "Hidden from your programs, except for those in sandboxes: 1 system font. `fontctl enable Packed-Regular` shows hidden fonts again."
            ), "\(answer)")
        #expect(!answer.errors.contains("apt-get"))
        let why = await session("why", "Packed-Regular")
        #expect(why.lines.last == "  fontctl enable Packed-Regular" && why.status == 1, "\(why)")
        let json = try await session("list", "--json").json
        #expect((json["hidden"] as? [[String: Any]])?.first?["file"] as? String == path)
        #expect(await session("list", "--disabled").output.contains("hidden"))
        #expect(await session("list", "--enabled").output.isEmpty)
        #expect(await session("info", "Packed-Regular").output.contains(path))
        #expect(await session("resolve", "Packed-Regular").errors.contains("You have hidden this system font"))
        let manifest = home.root + "/hidden.json"
        #expect(await session("export", "--manifest", manifest).status == 0)
        #expect(await session("enable", "Packed").output.hasPrefix("shown again"))
        #expect(await session("import", manifest).output == "hidden  Packed-Regular  \(path)\n")
        #expect(await session("enable", "Packed").output.hasPrefix("shown again"))
        #expect(await session("why", "Packed-Regular").status == 0)
        #expect(await session("tag", "add", "talk", "Packed").output == "added  Packed\n")
    }

    @Test func disablingNamesTheCopyThatProgramsStillShow() async throws {
        let font = SyntheticFont(family: "Lora")
        let file = try home.write(font)
        _ = await session("register", file)
        #expect(await session("disable", "Lora-Regular").errors.isEmpty)
        _ = await session("enable", "Lora-Regular")
        let copy = try handCopy(font, as: "Copy.ttf")
        let answer = await session("disable", "Lora-Regular")
        #expect(answer.status == 0)
        #expect(answer.output == "disabled  Lora-Regular  \(file)\n")
        #expect(
            answer.errors.contains(
                "still show a copy that is not registered, \(copy). `fontctl disable \(copy)` hides it, too."))
        let results = try await session("disable", "Lora-Regular", "--json").json["results"] as? [[String: Any]]
        #expect(results?.first?["stillShown"] as? [String] == [copy])
        // The path means the copy, although the registered font has its contents.
        _ = try handCopy(SyntheticFont(family: "Other"), as: "Other.ttf")
        #expect(await session("disable", copy).output == "hidden  Lora-Regular  \(copy)\n")
        #expect(await session("disable", "Lora-Regular").errors.isEmpty)
        #expect(await session("enable", copy).output.hasPrefix("shown again"))
    }

    /// The path means the registration first, and the file itself once there is nothing to change about that.
    @Test func aFileThatWasRegisteredAtItsPlaceIsHidden() async throws {
        let file = try handCopy(SyntheticFont(family: "Lora"), as: "Lora.ttf")
        // The last font with letters cannot be hidden.
        _ = try handCopy(SyntheticFont(family: "Other"), as: "Other.ttf")
        #expect(await session("register", file).status == 0)
        let answer = await session("disable", "Lora-Regular")
        let advice = "still show a copy that is not registered, \(file). `fontctl disable \(file)` hides it, too."
        #expect(answer.errors.contains(advice), "\(answer)")
        let why = await session("why", file)
        #expect(why.status == 0 && why.output.contains("from a file outside of the registry"), "\(why)")
        #expect(await session("disable", file).output == "hidden  Lora-Regular  \(file)\n")
        #expect(await session("resolve", "Lora-Regular").status == 1)
        #expect(await session("disable", file).output.hasPrefix("unchanged"))
        #expect(await session("enable", file).output == "enabled  Lora-Regular  \(file)\n")
        #expect(await session("enable", file).output == "shown again  Lora-Regular  \(file)\n")
        #expect(await session("enable", file).output.hasPrefix("unchanged"))
    }

    @Test(arguments: [["Lora"], ["--family", "Lora"]])
    func aFamilyIsEnabledWithItsHiddenFonts(_ words: [String]) async throws {
        _ = try handCopy(SyntheticFont(family: "Lora", style: "Bold"), as: "Bold.ttf")
        _ = try handCopy(SyntheticFont(family: "Other"), as: "Other.ttf")
        #expect(await session("disable", "Lora-Bold").output.hasPrefix("hidden  "))
        let file = try home.write(SyntheticFont(family: "Lora"))
        #expect(await session("register", "--disabled", file).status == 0)
        #expect(await session("why", "Lora").lines.last == "  fontctl enable Lora")
        let answer = await session.run(["enable"] + words)
        #expect(answer.status == 0 && answer.lines.count == 2, "\(answer)")
        #expect(answer.lines.contains { $0.hasPrefix("enabled  ") && $0.hasSuffix(file) }, "\(answer)")
        #expect(answer.lines.contains { $0.hasPrefix("shown again  Lora-Bold") }, "\(answer)")
        #expect(await session("why", "Lora").status == 0)
    }

    @Test func theCopiesOfManyFontsAreSummarised() async throws {
        var names: [String] = []
        for number in 0..<8 {
            let font = SyntheticFont(family: "Many", style: "S\(number)")
            #expect(await session("register", try home.write(font)).status == 0)
            _ = try handCopy(font, as: "\(number).ttf")
            names.append(try #require(font.postscriptName))
        }
        let result = await session.run(["disable"] + names)
        let lines = result.errors.split(separator: "\n")
        #expect(result.status == 0 && result.lines.count == 8)
        #expect(lines.count == 4, "\(result.errors)")
        #expect(lines.prefix(3).allSatisfy { $0.contains("still show a copy") })
        #expect(lines.last == "fontctl: The same applies to 5 more.")
    }

    @Test func disablingAStyleOfAVariableFontSaysThatAllOfItChanged() async throws {
        let file = try home.write(.variable(family: "Flex"))
        _ = await session("register", file)
        let answer = await session("disable", "Flex-Bold")
        #expect(answer.status == 0)
        #expect(answer.errors.contains("a style of the variable font \(file), which changed as a whole"))
        #expect(await session("enable", "Flex-Regular").errors.isEmpty)
    }

    // MARK: Files that adopt leaves

    /// Programs and other machines may need a file behind a link, and a file for the web is not adopted.
    @Test(arguments: ["link/Linked.ttf", "Linked.ttf", "Web.woff", "far"])
    func noAdviceMovesWhatAdoptLeaves(_ place: String) async throws {
        let (shared, fonts) = (home.root + "/shared", home.paths.userFonts)
        let files = FileManager.default
        for folder in [shared, home.root + "/far/.fonts"] + (place == "Linked.ttf" ? [] : [fonts]) {
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let font = SyntheticFont(family: "Linked").build()
        var path = fonts + "/" + place
        switch place {
        case "Web.woff": try Data(SampleFile.woff(wrapping: font)).write(to: URL(filePath: path))
        case "far":
            path = home.root + "/far/.fonts/Linked.ttf"
            try Data(font).write(to: URL(filePath: path))
            try home.configure(folder: home.root + "/far/.fonts")
        default:
            try Data(font).write(to: URL(filePath: shared + "/Linked.ttf"))
            try files.createSymbolicLink(
                atPath: place == "Linked.ttf" ? fonts : fonts + "/link", withDestinationPath: shared)
        }
        func everything() throws -> [[String]] {
            try [shared, home.root + "/far", fonts].map { folder in
                try files.subpathsOfDirectory(atPath: folder).filter { !$0.hasPrefix("fontd") }.sorted()
            }
        }
        let before = try everything()
        let bytes = try Data(contentsOf: URL(filePath: path))
        var advice = ""
        let commands = [
            ["unregister", "Linked-Regular"], ["why", "Linked-Regular"], ["why", path], ["adopt", "--dry-run"],
            ["doctor"],
        ]
        for command in commands {
            let answer = await session.run(command)
            let text = answer.output + answer.errors
            #expect(command[0] == "adopt" || !text.contains("--unwrap"), "\(command): \(text)")
            advice += text
        }
        #expect(advice.contains("(203)") && advice.contains(path))
        for word in ["mv ", " rm ", "fontctl adopt", "remove the link"] {
            #expect(!advice.contains(word), "\(word): \(advice)")
        }
        // Following the advice, such as to register a copy, leaves the files as they are, and so does adopt itself.
        let advised = Set(advice.matches(of: #/(?:`|\n  )fontctl ([^`\n]+)/#).map { String($0.1) })
        #expect(!advised.isEmpty)
        for command in advised.sorted() { _ = await session.run(command.split(separator: " ").map(String.init)) }
        _ = await session("adopt", "--yes")
        #expect(try everything() == before)
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test(arguments: [
        ("fonts-lora: /f/L.ttf", "fonts-lora"), ("libfoo:amd64, bar: /f/L.ttf", "libfoo"),
        ("diversion by foo from: /f/L.ttf\nfoo: /f/L.ttf", "foo"), ("other: /f/L.ttf2", nil), ("", nil),
    ])
    func theOwnerIsRead(_ answer: String, _ owner: String?) {
        #expect(PackageOwner.owners(of: ["/f/L.ttf"], in: answer)["/f/L.ttf"] == owner)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/var/lib/dpkg/info/dpkg.list"), "needs dpkg"))
    func dpkgIsAsked() {
        let paths = ["/usr/bin/[d]pkg-query", home.root, "/usr/bin/dpkg-query", "/usr/bin/dpkg"]
        #expect(PackageOwner.find(paths) == ["/usr/bin/dpkg-query": "dpkg", "/usr/bin/dpkg": "dpkg"])
        #expect(PackageOwner.find([home.root]).isEmpty && PackageOwner.find([]).isEmpty)
    }
}

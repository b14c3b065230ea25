import FontAdvice
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// Following the advice of any conflict to the letter leads to success.
@Suite(.fewAtOnce) struct AdviceTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func font(_ revision: Double = 1, salt: UInt32 = 0, as name: String) throws -> String {
        try home.write(
            SyntheticFont(family: "Lora", salt: salt) { $0.revision = revision }, as: name)
    }

    /// Returns the arguments of the single `fontctl` command in a message, split as by a shell.
    private func advised(_ result: Session.Result) throws -> [String] {
        let commands = result.errors.matches(of: #/`(fontctl .*?)`\./#).map { String($0.1) }
        #expect(commands.count == 1, "\(result.errors)")
        let command = try #require(commands.first, "\(result.errors)")
        return try Session.arguments(of: command)
    }

    /// Expects a refusal and follows its advice; runs the command again if the advice is a different command.
    private func follow(_ code: Int, _ arguments: String..., thenAgain: Bool = false) async throws {
        let refused = await session.run(arguments)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("(\(code))"), "\(refused.errors)")
        let helped = await session.run(try advised(refused))
        #expect(helped.status == 0, "\(helped.errors)")
        if thenAgain {
            let again = await session.run(arguments)
            #expect(again.status == 0, "\(again.errors)")
        }
    }

    @Test func aStoreOfADevelopmentVersionIsToBeExported() async throws {
        #expect(await session("register", try font(as: "one.ttf")).status == 0)
        try home.paths.takeToDevelopment()
        let refused = await Session(home)("list")
        #expect(refused.status == ExitStatus.unavailable)
        for command in ["`fontctl export FILE`", "`fontctl import FILE`"] {
            #expect(refused.errors.contains(command), "\(refused)")
        }
    }

    @Test func aNameThatIsTaken() async throws {
        #expect(await session("register", try font(as: "one.ttf")).status == 0)
        let other = try font(salt: 1, as: "it's another.ttf")
        try await follow(305, "register", other)
        #expect(await session("list").output.hasSuffix("\(other)\n"))
    }

    @Test func aNewerReleaseIsThere() async throws {
        #expect(await session("register", try font(3.1, as: "new.ttf")).status == 0)
        let old = try font(2.05, as: "old.ttf")
        let refused = await session("register", old)
        #expect(refused.errors.contains("newer (revision 3.1) than this file (revision 2.05)"))
        try await follow(305, "register", old)
        #expect(await session("list").output.hasSuffix("\(old)\n"))
    }

    @Test func anotherProvidersFont() async throws {
        #expect(await session("register", try font(as: "one.ttf"), "--provider", "org.example.A").status == 0)
        try await follow(305, "register", "--provider", "org.example.B", try font(salt: 1, as: "two.ttf"))
        #expect(await session("list", "--provider", "org.example.A").output.isEmpty)
    }

    @Test func sessionScopeAndTagsAreKept() async throws {
        #expect(await session("register", "--scope", "session", try font(as: "one.ttf")).status == 0)
        try await follow(
            305, "register", "--scope", "session", "--tag", "my talk", try font(salt: 1, as: "two.ttf"))
        let list = try #require(try await session("list", "--json").json["registrations"] as? [[String: Any]])
        #expect(list.map { $0["scope"] as? String } == ["session"])
        #expect(list.map { $0["tag"] as? String } == ["my talk"])
    }

    @Test func twoFilesOfOneCall() async throws {
        let (first, second) = (try font(2, as: "a.ttf"), try font(1, salt: 1, as: "b.ttf"))
        let refused = await session("register", first, second)
        #expect(refused.status == 1 && refused.output.hasSuffix("\(first)\n"), "\(refused)")
        #expect(refused.errors.contains("newer (revision 2) than this file (revision 1): \(first)."))
        #expect(refused.errors.contains("\(first). Omit one of the two. (305)"), "\(refused.errors)")
        #expect(!refused.errors.contains("--replace"), "which would remove what this call has registered")
        try await follow(305, "register", second)
        #expect(await session("list").output.hasSuffix("\(second)\n"))
    }

    @Test func twoFilesOfOneCallThatIsAllOrNothing() async throws {
        let (first, second) = (try font(as: "a.ttf"), try font(salt: 1, as: "b.ttf"))
        let refused = await session("register", "--atomic", first, second)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("\(first). Omit one of the two."))
        #expect(!refused.errors.contains("--replace"))
        let results = try #require(
            try await session("register", "--atomic", first, second, "--json").json["results"] as? [[String: Any]])
        #expect(results.last?["conflict"] is NSNull, "nothing is registered that could be named")
        #expect(await session("register", "--atomic", second).status == 0)
    }

    @Test func enablingWhatIsInTheWay() async throws {
        let (one, two) = (try font(1, as: "one.ttf"), try font(2, salt: 1, as: "two.ttf"))
        #expect(await session("register", "--disabled", one).status == 0)
        #expect(await session("register", two).status == 0)
        try await follow(305, "enable", one, thenAgain: true)
        #expect(await session("list", "--enabled").output.hasSuffix("\(one)\n"))
    }

    @Test func fontDisabledByTheUser() async throws {
        let file = try font(as: "one.ttf")
        #expect(await session("register", "--provider", "org.example.A", file).status == 0)
        #expect(await session("disable", file).status == 0)
        let refused = await session("enable", "--provider", "org.example.A", file)
        #expect(refused.errors.contains("(302)"))
        let command = try #require(refused.errors.firstMatch(of: #/`fontctl (.*?)`/#)).1
        #expect(await session.run(command.split(separator: " ").map(String.init)).status == 0)
        #expect(await session("enable", "--provider", "org.example.A", file).status == 0)
    }

    /// The library names no program in its messages; the command does.
    @Test func aDamagedStore() async throws {
        #expect(await session("register", try font(as: "one.ttf")).status == 0)
        try FileManager.default.removeItem(atPath: home.paths.database)
        let error = await #expect(throws: FontError.self) { try await home.manager().registered() }
        #expect(error?.message.contains("fontctl") == false)
        let failure = try #require(try await session("list", "--json").json["error"] as? [String: Any])
        #expect((failure["message"] as? String)?.hasSuffix("Run `fontctl doctor --repair`.") == true)
        let refused = await session("list")
        #expect(refused.status == 69)
        #expect(await session.run(try advised(refused)).status == 0)
        #expect(await session("list").output.contains("Lora-Regular"))
    }

    @Test func aNameThatIsNotRegistered() async throws {
        let summary = try await home.manager().unregister([.name("Nothing-Here")])
        #expect(summary.errors.map(\.recovery) == [[.chooseRegistered]])
        #expect(summary.errors.first?.message.contains("fontctl") == false)
        #expect(
            await session("unregister", "Nothing-Here").errors.contains("`fontctl list` shows the registered fonts."))
    }

    @Test func operationDeniedByPolicy() async {
        for member in FontError.PolicyMember.allCases {
            let error = FontError(
                .missingEntitlement, "No.", cause: .policy(provider: "flatpak:org.example.A", member: member))
            let advice = error.advisedMessage.firstMatch(of: #/`fontctl (policy flatpak:org.example.A --.*)`\.$/#)?.1
            let words = (advice ?? "").replacing(" N", with: " 7").split(separator: " ").map(String.init)
            #expect(words.count == 4)
            #expect(await session.run(words).status == 0)
        }
    }

    @Test func anotherScope() async throws {
        #expect(await session("register", try font(as: "one.ttf")).status == 0)
        #expect(await session("disable", "Lora-Regular").status == 0)
        for command in ["enable", "unregister"] {
            let refused = await session(command, "--scope", "session", "Lora-Regular")
            #expect(refused.errors.contains("registered in persistent scope"))
            #expect(await session(command, "--scope", "persistent", "Lora-Regular").status == 0)
        }
    }

    @Test func manyFilesForOneReasonAreToldOnce() async throws {
        func folder(_ name: String, revision: Double) throws -> String {
            for number in 0..<8 {
                try home.write(
                    SyntheticFont(family: "Many \(number)") { $0.revision = revision }, as: "\(name)/\(number).ttf")
            }
            return home.root + "/given/" + name
        }
        #expect(await session("register", try folder("new", revision: 2)).status == 0)
        let old = try folder("old", revision: 1)
        let refused = await session("register", old, "--replace")
        let lines = refused.errors.split(separator: "\n")
        #expect(refused.status == 1)
        #expect(lines.count == 5, "three files, the rest of them, and the count")
        #expect(lines[2].hasPrefix("fontctl: \(old)/2.ttf: "))
        #expect(lines[3].hasPrefix("fontctl: and 5 more for the same reason."))
        let options = try #require(String(lines[3]).firstMatch(of: #/Run the command again with (.*?)\. /#)).1
        let document = try await session("register", old, "--json").json
        let results = try #require(document["results"] as? [[String: Any]])
        #expect(results.count == 8, "documents are complete")
        #expect(
            results.allSatisfy {
                ($0["message"] as? String)?.contains("(revision 2) than this file (revision 1)") == true
            })
        #expect(await session.run(["register", old] + options.split(separator: " ").map(String.init)).status == 0)
    }

    @Test(arguments: ["fonts.tar", "fonts.tar.gz", "my fonts.tgz"])
    func anArchiveIsDescribedByItsFonts(_ name: String) async throws {
        try home.write(SyntheticFont(family: "Packed"), as: "in/Packed.ttf")
        let given = home.root + "/given"
        let flags = name.hasSuffix(".tar") ? "-cf" : "-czf"
        _ = try Command.run(
            "tar", [flags, "\(given)/\(name)", "-C", "\(given)/in", "Packed.ttf"], environment: home.environment)
        let info = await session("info", name)
        #expect(info.status == 0 && info.errors.isEmpty, "\(info)")
        #expect(info.output.contains("\(name)/Packed.ttf\n"), "\(info)")
        #expect(await session("list").output.isEmpty, "it is described, and not registered")
        #expect(await session("register", name).status == 0)
        #expect(await session("resolve", "Packed-Regular").status == 0)
    }

    @Test func theAdviceForAnArchiveLeadsToSuccess() async throws {
        let font = SyntheticFont(family: "Packed").with { $0.revision = 2 }.build()
        let inner = ZIPFile([.init("Packed.ttf", font)]).bytes
        let nested = try home.write(ZIPFile([.init("inner.zip", inner)]).bytes, as: "outer archive.zip")
        let refused = await session("register", nested)
        #expect(refused.status == 1 && refused.errors.contains("(103)"))
        let command = try #require(refused.errors.firstMatch(of: #/`(.*?)`\./#)).1
        #expect(command.hasPrefix("unzip '\(nested)' -d "))
        for other in [["info", nested], ["preview", nested, "-o", "no.html"]] {
            #expect(await session.run(other).errors.contains("Run `\(command)`."), "\(other)")
        }
        try home.write(inner, as: "outer archive/inner.zip")
        #expect(await session("register", home.root + "/given/outer archive").status == 0)
        // The command after a conflict names the archive.
        let newer = SyntheticFont(family: "Packed").with { $0.revision = 3 }.build()
        let archive = try home.write(ZIPFile([.init("a/Packed.ttf", newer)]).bytes, as: "newer.zip")
        let conflict = await session("register", archive)
        #expect(conflict.errors.contains("Run `fontctl register --replace \(archive)`."), "\(conflict.errors)")
        #expect(await session("register", "--replace", archive).status == 0)
        #expect(await session("list").output.contains(archive + "/a/Packed.ttf"))
    }

    @Test func otherPackedFilesSayWhatToDo() async throws {
        let rar = Array("Rar!\u{1A}\u{7}".utf8)
        let path = try home.write(rar, as: "Lora.rar")
        let folder = home.root + "/given/Lora"
        #expect(
            await session("register", path).errors.contains(
                "RAR archive, not a font file. Unpack it into a folder, and register that folder. Run `unrar x \(path) \(folder)/ && fontctl register \(folder)`. (103)"
            ))
        let woff2 = try home.write(SampleFile.woff2.bytes, as: "a.woff2")
        #expect(await session("register", woff2).errors.contains("Run `fontctl register --unwrap \(woff2)`."))
    }

    /// What is often saved in place of a font is named, whatever the name of the file is.
    @Test(arguments: ["Lora.ttf", "Lora.zip", "Lora.woff2"])
    func textsInPlaceOfAFontAreNamed(_ name: String) async throws {
        let pages = ["<html><body>404", "\u{FEFF}\r\n  <!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">"]
        for page in pages {
            let path = try home.write(Array(page.utf8), as: name)
            for command in ["register", "validate", "info"] {
                let refusal = await session(command, path)
                #expect(
                    refusal.status == 1
                        && (refusal.output + refusal.errors).contains(
                            "This is a web page, not a font file. Download the font again"),
                    "\(refusal)")
            }
        }
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
        let path = try home.write(Array(pointer.utf8), as: "pointer/" + name)
        #expect(await session("register", path).errors.contains("Run `git lfs pull` in its repository"))
        let text = try home.write(Array("<htm".utf8), as: "other/" + name)
        #expect(await session("register", text).errors.contains("This is not a font file: "))
    }

    @Test func theAdviceForAWebFontLeadsToSuccess() async throws {
        let path = try home.write(SampleFile.woff.bytes, as: "a web font.woff")
        let refusal = await session("register", path)
        #expect(refusal.status == 1 && refusal.errors.contains("Run `fontctl register --unwrap '\(path)'`."))
        // The advice keeps what decides how the font is registered.
        let tagged = await session("register", "--scope", "session", "--tag", "talk", path)
        #expect(
            tagged.errors.contains("Run `fontctl register --scope session --tag talk --unwrap '\(path)'`."),
            "\(tagged)")
        let result = await session("register", "--unwrap", path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(await session("resolve", "SampleWOFF-Regular").status == 0)
        #expect(await session("unregister", path).status == 0)
        #expect(await session("register", "--unwrap", home.root + "/given").status == 0)
    }

    @Test(arguments: ["register", "info", "validate", "unregister"])
    func anAddressIsNoPath(_ command: String) async throws {
        let path = try font(as: "one.ttf")
        let result = await session(command, "https://example.org\(path)")
        #expect(result.status == 1)
        #expect(result.errors.contains("https://example.org\(path): "))
        #expect(result.errors.contains("Download the file"))
        #expect(result.errors.contains("(306)"))
        #expect(await session("list").output.isEmpty)
    }

    @Test func addressesOfFilesArePaths() async throws {
        let path = try font(as: "one two.ttf")
        let result = await session(
            "register", "file://\(path.replacing(" ", with: "%20"))", "https://example.org/x.ttf")
        #expect(result.status == 1, "the other one fails alone")
        #expect(result.output.hasSuffix("\(path)\n"))
        #expect(await session("register", "file://elsewhere\(path)").errors.contains("(306)"))
    }

    @Test func tagsAreReplacedWhenOneIsGiven() async throws {
        func tags() async throws -> [String?] {
            let list = try #require(try await session("list", "--json").json["registrations"] as? [[String: Any]])
            return list.map { $0["tag"] as? String }
        }
        let (one, two) = (try font(1, as: "one.ttf"), try font(2, salt: 1, as: "two.ttf"))
        #expect(await session("register", "--tag", "first", one).status == 0)
        #expect(await session("register", "--replace", "--tag", "second", one).status == 0)
        #expect(try await tags() == ["second"], "the same content")
        #expect(await session("register", "--replace", one).status == 0)
        #expect(await session("register", "--tag", "third", one).status == 0)
        #expect(try await tags() == ["second"], "kept without a tag, and without --replace")
        #expect(await session("register", "--replace", two).status == 0)
        #expect(try await tags() == ["second"], "an upgrade keeps it")
        #expect(await session("register", "--replace", "--tag", "third", "--allow-downgrade", one).status == 0)
        #expect(try await tags() == ["third"])
        #expect(await session("disable", one).status == 0)
        #expect(await session("register", "--replace", "--tag", "fourth", "--disabled", one).status == 0)
        #expect(try await tags() == ["fourth"])
        #expect(await session("list", "--enabled").output.isEmpty, "it stays disabled")
        #expect(await session("doctor").status == 0)
    }
}

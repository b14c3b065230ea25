import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `why` finds the situation of a font, and following its last line leads to a font that programs see.
@Suite struct WhyTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private static let nothing = "Nothing needs to be done."

    /// Returns the answer as JSON, after checking that the exit status agrees with it.
    private func situation(_ target: String, _ expected: String) async throws -> [String: Any] {
        let answer = await session("why", target, "--json")
        let json = try answer.json
        #expect(json["situation"] as? String == expected, "\(answer)")
        #expect(answer.status == (json["visible"] as? Bool == true ? 0 : 1))
        return json
    }

    /// Runs the command on the last line, in this process or in a shell.
    private func follow(_ target: String) async throws {
        let last = try #require(await session("why", target).lines.last)
        #expect(last.hasPrefix("  "), "\(last)")
        let command = String(last.dropFirst(2))
        guard command.components(separatedBy: " && ").allSatisfy({ $0.hasPrefix("fontctl ") && !$0.contains("'") })
        else {
            let environment = home.environment.merging(["PATH": "\(home.root)/bin:/usr/bin:/bin"]) { $1 }
            let result = try Command.run("/bin/sh", ["-c", command], environment: environment)
            #expect(result.status == 0, "\(command): \(result)")
            return
        }
        try await session.follow(command)
    }

    private func register(_ family: String, _ options: String..., change: (inout SyntheticFont) -> Void = { _ in })
        async throws -> String
    {
        var font = SyntheticFont(family: family)
        change(&font)
        let file = try home.write(font)
        let result = await session.run(["register", file] + options)
        #expect(result.status == 0, "\(result)")
        return file
    }

    private func id(_ position: Int = 0) async throws -> String {
        let list = try await session("list", "--json").json["registrations"] as? [[String: Any]]
        return try #require(list?[position]["id"] as? String)
    }

    /// Writes a font to the user's own font folder, as if copied there by hand.
    private func handCopy(_ font: SyntheticFont, as name: String) throws -> String {
        let path = home.paths.userFonts + "/" + name
        try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
        try Data(font.build()).write(to: URL(filePath: path))
        return path
    }

    private func expectWell(_ target: String) async throws {
        let answer = await session("why", target)
        #expect(answer.status == 0 && answer.lines.last == Self.nothing, "\(answer)")
    }

    // MARK: Registered fonts

    @Test func aVisibleFontNeedsNothing() async throws {
        let file = try await register("Lora", "--tag", "mine")
        for name in ["Lora-Regular", "lora", "Lora Regular", try await id(), file] {
            let answer = await session("why", name)
            #expect(answer.status == 0, "\(answer)")
            #expect(answer.lines.first == "Lora-Regular is registered, and programs see it.")
            for fact in [
                "by user at 20", "tags        mine", "intact", home.paths.persistentProjection, "in sandboxes, too",
            ] {
                #expect(answer.output.contains(fact), "\(answer.output)")
            }
            #expect(answer.lines.last == Self.nothing)
        }
        let json = try await situation("Lora-Regular", "shown")
        #expect((json["registration"] as? [String: Any])?["file"] as? String == file)
        #expect(json["fault"] is NSNull && json["command"] is NSNull)
        #expect(json["visibleInSandboxes"] as? Bool == true)
    }

    @Test func aFontDisabledByTheUserIsEnabled() async throws {
        _ = try await register("Lora")
        _ = await session("disable", "Lora-Regular")
        #expect(await session("why", "Lora-Regular").output.contains("no, disabled by the user"))
        #expect(try await situation("Lora-Regular", "disabled")["disabledBy"] as? String == "user")
        try await follow("Lora-Regular")
        try await expectWell("Lora-Regular")
    }

    @Test func aFontDisabledByItsProviderIsEnabled() async throws {
        let file = try home.write(SyntheticFont(family: "App"))
        _ = try await home.manager(provider: "org.example.App").register(
            URL(filePath: file), scope: .persistent, options: RegistrationOptions(isEnabled: false))
        #expect(await session("why", "App-Regular").output.contains("no, disabled by its provider"))
        #expect(try await situation("App-Regular", "disabled")["disabledBy"] as? String == "provider")
        try await follow("App-Regular")
        try await expectWell("App-Regular")
    }

    @Test func aDisabledFontWhoseNameIsTakenReplacesTheOther() async throws {
        _ = try await register("Lora") { $0.salt = 1 }
        let first = try await id()
        _ = await session("disable", first)
        _ = try await register("Lora") { $0.salt = 2 }
        _ = try await situation(first, "disabled")
        try await follow(first)
        try await expectWell(first)
        #expect(await session("list", "--enabled").lines.count == 1)
    }

    /// The rules of one's own files are removed, and those of others are overruled.
    @Test(
        arguments: [
            "<glob>*/Lora-*</glob>", #"<pattern><patelt name="family"><string>Lora</string></patelt></pattern>"#,
        ], [true, false])
    func theConfigurationThatRejectsAFontIsNamed(_ rule: String, _ isOwn: Bool) async throws {
        _ = try await register("Lora")
        let folder = home.root + "/config/fontconfig/conf.d/"
        func write(_ rule: String, _ name: String) throws {
            try "<fontconfig><selectfont><rejectfont>\(rule)</rejectfont></selectfont></fontconfig>".write(
                toFile: folder + name, atomically: true, encoding: .utf8)
        }
        try write("<glob>*/Other-*</glob>", "59-other.conf")
        try write(rule, "60-reject.conf")
        if !isOwn { try #require(chmod(folder + "60-reject.conf", 0o444) == 0) }
        let json = try await situation("Lora-Regular", "rejected")
        #expect(json["rejectedBy"] as? [String] == [folder + "60-reject.conf"])
        #expect(await session("why", "Lora-Regular").output.contains("rejected by \(folder)60-reject.conf"))
        // The editor of a user who takes the rule out.
        try home.writeScript("exec rm \"$1\"", to: home.root + "/bin/editor")
        try await follow("Lora-Regular")
        try await expectWell("Lora-Regular")
    }

    @Test(arguments: ["persistent", "session"])
    func aFolderThatFontconfigDoesNotSearchIsAdded(_ scope: String) async throws {
        _ = try await register("Lora", "--scope", scope)
        let file = home.root + "/fonts.conf"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacing(home.paths.userFonts, with: home.root + "/elsewhere").write(
            toFile: file, atomically: true, encoding: .utf8)
        _ = try await situation("Lora-Regular", "folder-not-configured")
        try await follow("Lora-Regular")
        try await expectWell("Lora-Regular")
    }

    @Test func aNewerCopyThatPrecedesAFontIsHidden() async throws {
        _ = try await register("Lora") { $0.revision = 1 }
        let copy = try handCopy(SyntheticFont(family: "Lora") { $0.revision = 9 }, as: "Copy.ttf")
        let json = try await situation("Lora-Regular", "shadowed")
        #expect((json["shadowedBy"] as? [String: Any])?["file"] as? String == copy)
        session.configure { $0.packageOwners = { _ in [copy: "fonts-lora"] } }
        let packaged = await session("why", "Lora-Regular")
        #expect(packaged.lines.last == "  fontctl disable \(copy)", "\(packaged)")
        #expect(packaged.output.contains("of the package fonts-lora"))
        #expect(!packaged.output.contains("apt"), "which would remove the other fonts of the package, too")
        session.configure { $0.packageOwners = { _ in [:] } }
        #expect(await session("why", "Lora-Regular").lines.last == "  fontctl disable \(copy)")
        _ = try handCopy(SyntheticFont(family: "Other"), as: "Other.ttf")
        try await follow("Lora-Regular")
        try await expectWell("Lora-Regular")
    }

    @Test func anEqualCopyDoesNoHarm() async throws {
        let font = SyntheticFont(family: "Lora")
        _ = try await register("Lora")
        _ = try handCopy(font, as: "Copy.ttf")
        try await expectWell("Lora-Regular")
    }

    // MARK: Damaged files

    @Test func aMissingStoredFileIsRestored() async throws {
        _ = try await register("Lora")
        try FileManager.default.removeItem(atPath: try await object())
        #expect(try await situation("Lora-Regular", "damaged")["fault"] as? String == "missing")
        try await follow("Lora-Regular")
        try await expectWell("Lora-Regular")
    }

    @Test func aDamagedStoredFileIsRegisteredAgain() async throws {
        _ = try await register("Lora")
        let object = try await object()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: object)
        let handle = try FileHandle(forWritingTo: URL(filePath: object))
        try handle.seek(toOffset: 100)
        try handle.write(contentsOf: Data([1, 2, 3, 4]))
        try handle.close()
        #expect(try await situation("Lora-Regular", "damaged")["fault"] as? String == "damaged")
        try await follow("Lora-Regular")
        try await expectWell("Lora-Regular")
    }

    @Test func aFileThatTheFontFolderLacksIsShownAgain() async throws {
        _ = try await register("Lora")
        let json = try await situation("Lora-Regular", "shown")
        let path = try #require((json["registration"] as? [String: Any])?["path"] as? String)
        try FileManager.default.removeItem(atPath: path)
        try Data(SyntheticFont(family: "Other").build()).write(to: URL(filePath: path))
        #expect(try await situation("Lora-Regular", "damaged")["fault"] as? String == "not-shown")
        try await follow("Lora-Regular")
        try await expectWell("Lora-Regular")
    }

    private func object() async throws -> String {
        let list = try await session("list", "--json").json["registrations"] as? [[String: Any]]
        let hash = try #require(list?.first?["sha256"] as? String)
        return "\(home.paths.objects)/\(hash.prefix(2))/\(hash)"
    }

    // MARK: Sessions

    @Test func aFontOfTheSessionEndsWithIt() async throws {
        _ = try await register("Lora", "--scope", "session")
        #expect(await session("why", "Lora-Regular").output.contains("scope       session, until you log out"))
        try FileManager.default.removeItem(atPath: home.root + "/run/fontd")
        _ = try await situation("Lora-Regular", "session-ended")
        try await follow("Lora-Regular")
        try await expectWell("Lora-Regular")
        #expect(await session("list", "--scope", "persistent").lines.count == 1)
    }

    // MARK: Fonts that are not registered

    @Test func aFontOfTheSystemIsNamedWithItsPackage() async throws {
        let path = try handCopy(SyntheticFont(family: "Hand"), as: "Hand.ttf")
        for target in ["Hand-Regular", path] {
            #expect(try await situation(target, "system")["file"] as? String == path)
            #expect(await session("why", target).lines.last == "  fontctl adopt")
        }
        #expect(await session("why", "Hand").lines.first == "Hand-Regular is not registered, and programs see it.")
        session.configure { $0.packageOwners = { _ in [path: "fonts-hand"] } }
        #expect(try await situation("Hand-Regular", "system")["package"] as? String == "fonts-hand")
        try await expectWell("Hand-Regular")
    }

    @Test func aFontThatSandboxesDoNotSeeIsCopied() async throws {
        let real = home.root + "/given/linked"
        try home.write(SyntheticFont(family: "Far"), as: "linked/Far.ttf")
        try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: home.paths.userFonts + "/link", withDestinationPath: real)
        #expect(try await situation("Far-Regular", "system")["visibleInSandboxes"] as? Bool == false)
        try await follow("Far-Regular")
        #expect(try await situation("Far-Regular", "shown")["visibleInSandboxes"] as? Bool == true)
    }

    @Test func similarNamesAreExplained() async throws {
        _ = try await register("Lora")
        let json = try await situation("Loraa-Regular", "not-found")
        #expect((json["suggestions"] as? [String])?.first == "Lora-Regular")
        try await follow("Loraa-Regular")
    }

    @Test func theFontThatProgramsShowInsteadIsExplained() async throws {
        _ = try await register("Lora")
        let rules = home.root + "/config/fontconfig/conf.d/30-alias.conf"
        try """
        <fontconfig><alias binding="same"><family>Wanted Sans</family><accept><family>Lora</family></accept></alias></fontconfig>
        """.write(toFile: rules, atomically: true, encoding: .utf8)
        let named = try await situation("Wanted Sans", "not-found")
        let reason = try #require(named["substituteReason"] as? [String: Any])
        #expect(reason["rule"] as? String == "alias" && reason["family"] as? String == "Lora")
        #expect(reason["configuration"] as? String == rules)
        #expect((named["substitute"] as? [String: Any])?["postscriptName"] as? String == "Lora-Regular")
        let unnamed = try await situation("Unwanted Sans", "not-found")
        #expect((unnamed["substituteReason"] as? [String: Any])?["rule"] as? String == "default")
        #expect(await session("why", "Wanted Sans").output.contains("a rule in \(rules) substitutes Lora"))
    }

    // MARK: Files

    @Test func aDownloadedFileIsRegistered() async throws {
        let file = try home.write(SyntheticFont(family: "New"), as: "Downloads/New.ttf")
        #expect(try await situation(file, "not-registered")["file"] as? String == file)
        #expect(await session("why", file).output.contains("  check       valid"))
        try await follow(file)
        try await expectWell(file)
        try await expectWell("New-Regular")
    }

    @Test(arguments: [0.5, 2.0]) func aFileWhoseNameIsTakenReplacesTheRegisteredOne(_ revision: Double) async throws {
        _ = try await register("Lora") { $0.revision = 1 }
        let file = try home.write(SyntheticFont(family: "Lora") { $0.revision = revision }, as: "other.ttf")
        _ = try await situation(file, "not-registered")
        try await follow(file)
        try await expectWell(file)
    }

    @Test func aFileThatChangedSinceItsRegistrationReplacesIt() async throws {
        let file = try await register("Lora") { $0.revision = 2 }
        try Data(SyntheticFont(family: "Lora") { $0.revision = 1 }.build()).write(to: URL(filePath: file))
        let json = try await situation(file, "shown")
        #expect(json["fileChanged"] as? Bool == true)
        try await follow(file)
        #expect(try await situation(file, "shown")["fileChanged"] as? Bool == false)
    }

    @Test func aFileThatIsNoFontIsExplained() async throws {
        let text = try home.write(SampleFile.plainText.bytes, as: "text.ttf")
        let answer = await session("why", text)
        #expect(answer.status == 1)
        #expect(answer.lines.first == "\(text) cannot be registered.")
        #expect(answer.lines.last == "Choose a TrueType or OpenType file that can be read.")
        #expect((try await situation(text, "invalid")["findings"] as? [Any])?.count == 1)
        _ = try await situation(home.root + "/given/none.ttf", "invalid")
        let damaged = try home.write(Array(SyntheticFont(family: "Cut").build().prefix(200)), as: "cut.ttf")
        #expect(await session("why", damaged).lines.last?.hasPrefix("Download the file again") == true)
    }
}

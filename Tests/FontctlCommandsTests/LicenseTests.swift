import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `fontctl licenses`.
@Suite struct LicenseTests {
    private static let license = """
        Copyright 2016 The Some Project Authors (https://example.org), with Reserved Font Name "Some".

        SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
        PERMISSION & CONDITIONS
        3) No Modified Version of the Font Software may use the Reserved Font Name(s) unless …

        """
    private static let some = SyntheticFont(family: "Some") { font in
        font.localizedNames = [
            .init(0, language: 0x409, "Copyright 2015 <A & B>"), .init(9, language: 0x409, "A Designer"),
            .init(11, language: 0x409, "https://example.org/?a=1&b=2"),
        ]
    }
    private static let other = SyntheticFont(family: "Other") { font in
        font.localizedNames = [
            .init(0, language: 0x409, "Copyright 2020 Other"),
            .init(13, language: 0x409, "Apache License, Version 2.0"),
            .init(14, language: 0x409, "https://www.apache.org/licenses/LICENSE-2.0"),
        ]
    }

    private let home: PrivateHome
    private let session: Session
    private let file: String

    init() throws {
        (home, session) = try Session.inNewHome()
        file = try home.write(Self.some.build(), as: "some/static/Some.ttf")
        try Data(Self.license.utf8).write(to: URL(filePath: home.root + "/given/some/OFL.txt"))
    }

    private func register() async throws {
        #expect(await session("register", file, try home.write(Self.other)).status == 0)
    }

    @Test(arguments: ["Some-Regular", "Some Regular"]) func aFontIsNamedAsForOtherCommands(_ name: String) async throws
    {
        try await register()
        let page = await session("licenses", name)
        #expect(page.status == 0 && page.output.contains("A Designer"), "\(page)")
        #expect(!page.output.contains("Apache"), "\(page)")
    }

    @Test func aFamilyIsPrintedOnce() async throws {
        try await register()
        let page = await session("licenses", "some", "Some-Regular", "Some", file, file)
        #expect(page.status == 0 && page.output.ranges(of: "Some\n====\n").count == 1, "\(page)")
        let none = await session("licenses", "None", "None")
        #expect(none.errors.ranges(of: "“None”").count == 1, "\(none)")
    }

    /// A file, a folder and an archive need not be registered.
    @Test func filesHaveTheirLicenses() async throws {
        let zip = ZIPFile([
            .init("Some/OFL.txt", Array(Self.license.utf8)), .init("Some/Some.ttf", Self.some.build()),
        ])
        let archive = try home.write(zip.bytes, as: "some.zip")
        for path in [file, "some/static/Some.ttf", home.root + "/given/some", archive] {
            let page = await session("licenses", path)
            #expect(page.status == 0 && page.errors.isEmpty, "\(path): \(page)")
            for text in ["Some\n====\n", "A Designer", "PERMISSION & CONDITIONS"] {
                #expect(page.output.contains(text), "\(path): \(page)")
            }
        }
        let families = try await session("licenses", "--json", archive).json["families"] as? [[String: Any]]
        #expect(families?.first?["files"] as? [String] == [archive + "/Some/Some.ttf"])
        #expect(await session("list").output.isEmpty)
        let mixed = await session("licenses", "./none.ttf", file)
        #expect(mixed.status == 1 && mixed.output.contains("A Designer"), "\(mixed)")
        #expect(mixed.errors.contains("none.ttf: ") && mixed.errors.contains("(101)"), "\(mixed)")
    }

    @Test func thePageHasWhatFontsAndTextsState() async throws {
        try await register()
        let page = await session("licenses")
        #expect(page.status == 0 && page.errors.isEmpty)
        for text in [
            "Copyright 2015 <A & B>\n", "Copyright 2016 The Some Project Authors", "Designed by A Designer\n",
            "License: OFL-1.1-RFN\n", "License: Apache-2.0\n", "PERMISSION & CONDITIONS", "Apache License, Version 2.0",
        ] {
            #expect(page.output.contains(text), "\(text)")
        }
        #expect(page.output.hasPrefix("Other\n=====\n"))
        let one = await session("licenses", "some")
        #expect(one.output.hasPrefix("Some\n====\n") && !one.output.contains("Apache"))
        let none = await session("licenses", "None")
        #expect(none.status == 1 && none.errors.contains("No font of the family “None” can be used."))
    }

    @Test func textsInArchivesAreKeptWithTheirFonts() async throws {
        let text = ZIPFile.Entry("Some/OFL.txt", Array(Self.license.utf8))
        let hostile = ZIPFile.Entry("Other/LICENSE", Array("\u{1B}[2J\u{202E}text".utf8))
        let fonts = [("Some/static/Some.ttf", Self.some), ("Some/Third.ttf", SyntheticFont(family: "Third"))]
        let zip = ZIPFile(
            [text, hostile, .init("Other/Other.ttf", Self.other.build())] + fonts.map { .init($0, $1.build()) })
        let path = try home.write(zip.bytes, as: "fonts.zip")
        #expect(await session("register", path).status == 0)
        try FileManager.default.removeItem(atPath: path)
        let page = await session("licenses", "Some").output
        #expect(page.contains("License: OFL-1.1-RFN") && page.contains("PERMISSION & CONDITIONS"))
        let folder = home.paths.licenses
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/texts").count == 2, "each text once")
        let other = await session("licenses", "Other").output
        #expect(other.contains("text") && !other.contains("\u{1B}") && !other.contains("\u{202E}"))
        #expect(await session("unregister", "Some-Regular", "Other-Regular").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/texts").count == 2, "kept for undo")
        #expect(await session("undo").status == 0)
        #expect(await session("licenses", "Some").output.contains("PERMISSION & CONDITIONS"))
        #expect(await session("unregister", "Some-Regular", "Other-Regular").status == 0)
        #expect(await session("prune", "--all").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/texts").count == 1)
        #expect(await session("licenses", "Third").output.contains("PERMISSION & CONDITIONS"))
        #expect(await session("doctor").status == 0)
        #expect(await session("unregister", "Third-Regular").status == 0)
        #expect(await session("prune", "--all").status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func textsInFoldersAreKeptWithTheirFonts() async throws {
        let root = home.root + "/given/some"
        try home.write(Self.other, as: "some/Other/Other.ttf")
        try home.write(Array("Only for Other".utf8), as: "some/Other/LICENSE.txt")
        try home.write(SyntheticFont(family: "Third"), as: "some/third/deep/Third.ttf")
        // None of these can be kept.
        try home.write([0, 1, 2], as: "some/third/deep/COPYING")
        try home.write(Array(repeating: 0x41, count: FontLimits.licenseTextSize + 1), as: "some/third/OFL.txt")
        try home.write(Array("Above".utf8), as: "LICENSE")
        try home.write(Array("A secret".utf8), as: "secret")
        try FileManager.default.createSymbolicLink(
            atPath: root + "/third/deep/LICENSE", withDestinationPath: home.root + "/given/secret")
        #expect(await session("register", root).status == 0)
        try FileManager.default.removeItem(atPath: root)
        let some = await session("licenses", "Some").output
        #expect(some.contains("License: OFL-1.1-RFN") && some.contains("PERMISSION & CONDITIONS"))
        let other = await session("licenses", "Other").output
        #expect(other.contains("Only for Other") && !other.contains("PERMISSION & CONDITIONS"))
        let third = await session("licenses", "Third").output
        // The text further above is that of other fonts.
        #expect(!["PERMISSION & CONDITIONS", "secret", "Above"].contains(where: third.contains))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.paths.licenses + "/texts").count == 2)
        #expect(await session("doctor").status == 0)
    }

    @Test func hostileTextsStayTextsInThePage() async throws {
        try await register()
        let page = await session("licenses", "--format", "html")
        #expect(page.output.contains("<p>Copyright 2015 &lt;A &amp; B&gt;</p>"))
        #expect(page.output.contains("<a href=\"https://example.org/?a=1&amp;b=2\">"))
        #expect(!page.output.contains("<A"))
    }

    @Test func theFormsForProgramsAgree() async throws {
        try await register()
        let document = try await session("licenses", "--format", "json").json
        let families = try #require(document["families"] as? [[String: Any]])
        #expect(families.map { $0["family"] as? String } == ["Other", "Some"])
        #expect(families.map { $0["license"] as? String } == ["Apache-2.0", "OFL-1.1-RFN"])
        #expect(families.map { $0["evidence"] as? String } == ["address", "file"])
        #expect(families.last?["reservedNames"] as? [String] == ["Some"])

        let spdx = await session("licenses", "--format", "spdx").lines
        #expect(spdx.filter { $0.hasPrefix("PackageName: ") } == ["PackageName: Other", "PackageName: Some"])
        #expect(
            spdx.filter { $0.hasPrefix("PackageLicenseDeclared: ") } == [
                "PackageLicenseDeclared: Apache-2.0", "PackageLicenseDeclared: OFL-1.1-RFN",
            ])
        #expect(spdx.first == "SPDXVersion: SPDX-2.3")

        let debian = await session("licenses", "--format", "debian").output
        #expect(debian.hasPrefix("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n"))
        #expect(debian.contains("Files: */Some.ttf\nCopyright: Copyright 2015 <A & B>\n Copyright 2016 The Some"))
        #expect(debian.contains("\n\nLicense: OFL-1.1\n Copyright 2016 The Some Project"))
        #expect(debian.contains("\n .\n SIL OPEN FONT LICENSE Version 1.1"))
    }

    @Test func aFolderWithoutATextFails() async throws {
        let folder = home.root + "/given/some"
        let complete = await session("licenses", "--check", folder)
        #expect(complete.status == 0, "\(complete.errors)")
        #expect(complete.output == "complete  OFL-1.1-RFN  \(file)\n")
        try Data("no font".utf8).write(to: URL(filePath: folder + "/broken.ttf"))
        let broken = await session("licenses", "--check", folder)
        #expect(broken.status == 1)
        #expect(broken.errors.contains("\(folder)/broken.ttf: "))
        try FileManager.default.removeItem(atPath: folder + "/broken.ttf")
        try FileManager.default.removeItem(atPath: folder + "/OFL.txt")
        let incomplete = await session("licenses", "--check", folder, "--json")
        #expect(incomplete.status == 1)
        #expect(try incomplete.json["complete"] as? Bool == false)
        #expect(await session("licenses", "--check", folder).errors.contains("Add the file that came with the font"))
        #expect(await session("licenses", "--check", "/nowhere").status == 1)
        let zip = try home.write(ZIPFile([.init("a.ttf", Self.some.build())]).bytes, as: "a.zip")
        let archive = await session("licenses", "--check", zip)
        #expect(archive.status == 1 && archive.errors.contains("Unpack the archive, and specify the folder"))
        #expect(await session("licenses", "--check", file).errors.contains("Specify the folder that it is in."))
        #expect(await session("licenses", "Some", "--check", folder).status == 64)
    }
}

extension LicenseTests {
    /// The families of reader apps, whose texts lie in the folders from which they are registered.
    @Test(.enabled(if: SharedFonts.fonts != nil)) func familiesForReadingHaveTheirAuthorsAndTexts() async throws {
        let shared = try #require(SharedFonts.fonts)
        _ = await session("register", shared, "--replace")
        let document = try await session("licenses", "--format", "json").json
        let families = try #require(document["families"] as? [[String: Any]])
        for name in [
            "Inter", "JetBrains Mono", "Klee One", "Lato", "Literata", "Lora", "Merriweather", "Montserrat",
            "Nunito Sans", "Source Sans 3", "Source Serif 4",
        ] {
            let family = try #require(families.first { $0["family"] as? String == name }, "\(name)")
            let copyrights = family["copyrights"] as? [String] ?? []
            #expect((family["license"] as? String)?.hasPrefix("OFL-1.1") == true, "\(name)")
            #expect(!copyrights.isEmpty, "\(name)")
            #expect((family["texts"] as? [[String: Any]])?.isEmpty == false, "\(name)")
            if ["Merriweather", "Montserrat"].contains(name) {
                #expect(copyrights.count >= 2, "\(name): \(copyrights)")
            }
        }
    }
}

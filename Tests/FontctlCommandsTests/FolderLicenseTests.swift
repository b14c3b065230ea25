import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// The licence texts of folders with fonts of several families.
@Suite struct FolderLicenseTests {
    private static let clauses = """
        SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
        PERMISSION & CONDITIONS
        3) No Modified Version of the Font Software may use the Reserved Font Name(s) unless …
        """
    private static let ofLora = """
        Copyright 2011 The Lora Project Authors (https://example.org), with Reserved Font Name "Lora".

        \(clauses)
        """

    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    /// A font that states its copyright and the description of its licence.
    private func font(_ family: String, copyright: String = "", license: String = "") -> [UInt8] {
        SyntheticFont(family: family) { font in
            font.localizedNames = [(0, copyright), (13, license)].filter { !$0.1.isEmpty }.map {
                .init($0.0, language: 0x409, $0.1)
            }
        }.build()
    }

    private func register(_ files: [String: [UInt8]]) async throws {
        for (path, bytes) in files { try home.write(bytes, as: "fonts/\(path)") }
        let folder = home.root + "/given/fonts"
        #expect(await session("register", folder).status == 0)
        try FileManager.default.removeItem(atPath: folder)
    }

    private func page(_ family: String) async -> String { await session("licenses", family).output }

    @Test func aTextBelongsToTheFamilyThatItNames() async throws {
        try await register([
            "Lora-Regular.ttf": font("Lora", license: "SIL Open Font License 1.1"),
            "Mono.ttf": font("Mono", license: "Apache License, Version 2.0"),
            "Plain.ttf": font("Plain"),
            "OFL.txt": Array(Self.ofLora.utf8),
        ])
        let lora = await page("Lora")
        #expect(lora.contains("License: OFL-1.1-RFN\n") && lora.contains("PERMISSION & CONDITIONS"), "\(lora)")
        for (family, license) in [("Mono", "Apache-2.0"), ("Plain", "unknown license")] {
            let page = await page(family)
            #expect(page.contains("License: \(license)\n"), "\(page)")
            #expect(!page.contains("PERMISSION & CONDITIONS") && !page.contains("Lora"), "\(page)")
        }
    }

    @Test func aTextBelongsToTheFontsOfItsCopyrightHolder() async throws {
        let copyright = "Copyright (c) 2003 by Bitstream, Inc. All Rights Reserved."
        try await register([
            "A.ttf": font("Dream Sans", copyright: copyright), "B.ttf": font("Dream Serif", copyright: copyright),
            "C.ttf": font("Else", copyright: "Copyright 2020 Other"),
            "LICENSE": Array("Copyright (c) 2003, 2006 by Bitstream, Inc.\n\n\(Self.clauses)".utf8),
        ])
        for family in ["Dream Sans", "Dream Serif"] {
            #expect(await page(family).contains("License: OFL-1.1-no-RFN\n"), "\(family)")
        }
        let other = await page("Else")
        #expect(other.contains("License: unknown license\n"), "\(other)")
    }

    @Test func aTextThatNamesNobodyIsFoundBesideFontsThatStateNothing() async throws {
        try await register([
            "Open.ttf": font("Open", license: "SIL Open Font License 1.1"), "Plain.ttf": font("Plain"),
            "LICENSE.txt": Array(Self.clauses.utf8),
        ])
        let open = await page("Open")
        #expect(open.contains("License: OFL-1.1-no-RFN\n") && !open.contains("Found beside"), "\(open)")
        let plain = await page("Plain")
        #expect(plain.contains("License: unknown license\n"), "\(plain)")
        #expect(plain.contains("Found beside the font (OFL-1.1); it may be the license of another font:\n\nSIL"))
        let html = await session("licenses", "Plain", "--format", "html").output
        #expect(html.contains("<summary>Found beside the font (OFL-1.1);"))
        let document = try await session("licenses", "Plain", "--json").json
        let family = try #require((document["families"] as? [[String: Any]])?.first)
        #expect((family["texts"] as? [Any])?.isEmpty == true && family["license"] is NSNull, "\(family)")
        let found = (family["foundTexts"] as? [[String: Any]])?.first?["text"] as? String
        #expect(found?.contains("PERMISSION & CONDITIONS") == true, "\(family)")
    }

    @Test func aFontThatStatesAnotherLicenseContradictsTheText() async throws {
        try await register([
            "Mono.ttf": font("Mono", license: "Apache License, Version 2.0"), "OFL.txt": Array(Self.clauses.utf8),
        ])
        let page = await page("Mono")
        #expect(page.contains("License: Apache-2.0\n") && page.contains("Found beside the font (OFL-1.1);"), "\(page)")
    }

    @Test(arguments: [false, true]) func aTextNamedLikeAFamilyIsThatOfTheFamily(inArchive: Bool) async throws {
        let files = [
            "Lora-BoldItalic.ttf": font("Lora"), "SourceSans3[wght].ttf": font("Source Sans 3"),
            "Third.ttf": font("Third"), "OFL-Lora.txt": Array("The terms of Lora".utf8),
            "Source-Sans-3_LICENSE.md": Array("The terms of Source".utf8), "OFL-FAQ.txt": Array("Questions".utf8),
        ]
        if inArchive {
            let zip = ZIPFile(files.sorted { $0.key < $1.key }.map { .init("fonts/" + $0.key, $0.value) })
            #expect(await session("register", try home.write(zip.bytes, as: "fonts.zip")).status == 0)
        } else {
            try await register(files)
        }
        for (family, text) in [("Lora", "The terms of Lora"), ("Source Sans 3", "The terms of Source"), ("Third", "")] {
            let page = await page(family)
            for each in ["The terms of Lora", "The terms of Source"] {
                #expect(page.contains(each) == (each == text), "\(page)")
            }
            #expect(page.contains("Questions"), "no font has this name: \(page)")
        }
    }

    /// The statement of a Debian package may have the licences of other fonts, too.
    @Test func aStatementOfCopyrightAssignsLicensesByFile() async throws {
        let statement = """
            Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

            Files: *
            Copyright: 2015 Somebody
            License: MIT
             Permission is hereby granted, free of charge … THE SOFTWARE IS PROVIDED "AS IS"

            Files: tlwg/Waree*.sfd
            Copyright: 2015 Somebody
            License: OFL-1.1
             SIL OPEN FONT LICENSE Version 1.1
             PERMISSION & CONDITIONS
             No Modified Version of the Font Software may use the Reserved Font Name(s).
            """
        try await register(["Laksaman.ttf": font("Laksaman"), "COPYRIGHT": Array(statement.utf8)])
        let page = await page("Laksaman")
        #expect(page.contains("License: MIT\n"), "\(page)")
    }

    /// The trademark and the description may reserve a name, too.
    @Test(arguments: [(7, "Mono is a Reserved Font Name of X."), (10, "Reserved Font Name: \"Mono\"")])
    func namesAreReservedInAllTextsOfAFont(name: Int, text: String) async throws {
        let bytes = SyntheticFont(family: "Mono") { font in
            font.localizedNames = [(name, text), (13, "SIL Open Font License 1.1")].map {
                .init($0.0, language: 0x409, $0.1)
            }
        }.build()
        try await register(["Mono.ttf": bytes])
        let page = await page("Mono")
        #expect(page.contains("License: OFL-1.1-RFN\n"), "\(page)")
    }

    @Test func theCheckDoesNotCountATextOfAnotherFamily() async throws {
        let folder = home.root + "/given/fonts"
        try home.write(font("Lora"), as: "fonts/Lora.ttf")
        try home.write(Array(Self.ofLora.utf8), as: "fonts/OFL.txt")
        #expect(await session("licenses", "--check", folder).status == 0)
        try home.write(font("Mono", license: "Apache License, Version 2.0"), as: "fonts/Mono.ttf")
        let check = await session("licenses", "--check", folder)
        #expect(
            check.status == 1 && check.errors.contains("Mono.ttf: no license text was found beside it."), "\(check)")
        #expect(!check.errors.contains("Lora.ttf"))
    }
}

import Foundation
import ReaderFonts
import Testing

/// Debian's statements of copyright, which have the licences of all files of a package.
@Suite struct PackageCopyrightTests {
    private static let head = """
        Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
        Upstream-Name: fonts

        """

    private static let ofl = """
        License: OFL-1.1
         SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
         .
         PERMISSION & CONDITIONS
         No Modified Version of the Font Software may use the Reserved Font Name(s).
        """

    private static let attribution = """
        License: CC-BY-4.0
         Creative Commons Attribution 4.0 International Public License
        """

    private func identifier(_ paragraphs: String..., font: String? = nil) -> String? {
        let text = Self.head + "\n" + paragraphs.joined(separator: "\n\n") + "\n"
        return LicenseFinding(
            copyright: nil, description: nil, address: nil, files: [text], fonts: [font].compactMap(\.self)
        ).identifier
    }

    /// The licence of descriptions or of the packaging is not that of the fonts, as in fonts-urw-base35.
    @Test func theLicenseOfOtherFilesDoesNotCount() {
        let fonts = """
            Files: *
            Copyright: 2015 Somebody
            License: AGPL-3 with Font exception
             The font and related files are distributed under the GNU AFFERO GENERAL PUBLIC LICENSE Version 3.
            """
        let descriptions = "Files: appstream/*\nCopyright: 2016 Somebody\nLicense: CC-BY-4.0"
        #expect(identifier(fonts, descriptions, Self.attribution) == nil)
        let exemption =
            " .\n As a special exception, permission is granted to include these font\n"
            + " programs in a Postscript or PDF file."
        #expect(
            identifier("\(fonts)\n\(exemption)", descriptions, Self.attribution)
                == "AGPL-3.0-only WITH PS-or-PDF-font-exception-20170817")
    }

    @Test func theLicenseOfTheFontsCounts() {
        let descriptions = "Files: debian/*\nCopyright: 2016 Somebody\nLicense: OFL-1.1"
        for files in ["*", "Lora.ttf\n  Lora-Bold.ttf", "sources/*.sfd"] {
            let fonts = "Files: \(files)\nCopyright: 2015 Somebody\nLicense: CC-BY-4.0"
            #expect(identifier(fonts, descriptions, Self.ofl, Self.attribution) == "CC-BY-4.0", "\(files)")
        }
        let fonts = "Files: *\nCopyright: 2015 Somebody\nLicense: GPL-2+ or OFL-1.1"
        #expect(identifier(fonts, Self.attribution, Self.ofl) == "OFL-1.1")
    }

    /// One source has fonts under several licences, as fonts-tlwg: the last paragraph that matches a font holds for it.
    @Test(
        arguments: [
            ("Laksaman-Bold.ttf", "CC-BY-4.0"), ("laksaman.otf", "CC-BY-4.0"), ("Waree.ttf", "OFL-1.1"),
            ("Waree-Oblique.ttf", "MIT"), ("Purisa.ttf", "MIT"), ("PurisaBold.ttf", "Unlicense"),
            ("Loma A.ttf", "OFL-1.1"), ("Else.ttf", "Unlicense"),
        ])
    func theLastParagraphThatMatchesAFontHolds(file: String, license: String) {
        func statement(_ files: String, _ license: String) -> String {
            "Files: \(files)\nCopyright: 2015 Somebody\nLicense: \(license)"
        }
        let mit = """
            License: MIT
             Permission is hereby granted, free of charge … THE SOFTWARE IS PROVIDED "AS IS"
            """
        let unlicense = "License: Unlicense\n This is free and unencumbered software released into the public domain."
        let found = identifier(
            statement("*", "Unlicense"), statement("debian/*", "MIT"), statement("tlwg/Waree*.sfd", "OFL-1.1"),
            statement("sipa/Laksaman*.sfd", "CC-BY-4.0"),
            statement("tlwg/Purisa.sfd\n tlwg/Waree-Oblique.ufo/*", "MIT"), statement("tlwg/Loma?A.sfd", "OFL-1.1"),
            mit, unlicense, Self.ofl, Self.attribution, font: "/usr/share/fonts/truetype/tlwg/\(file)")
        #expect(found == license)
    }

    /// The name of the licence may be in the grant alone, as in fonts-noto-mono.
    @Test func theGrantBelongsToTheLicense() {
        let fonts = """
            Files: *
            Copyright:
              2015 Somebody
            License-Grant:
             This Font Software is licensed under the SIL Open Font License,
             Version 1.1.
            License: OFL-1.1
            """
        let words = """
            License: OFL-1.1
             PERMISSION & CONDITIONS
             .
             No Modified Version of the Font Software may use the Reserved Font Name(s).
            """
        #expect(identifier(fonts, words) == "OFL-1.1")
    }

    /// Without a statement about the fonts the whole text is the evidence, as for a text of another form.
    @Test func otherTextsCountAsAWhole() {
        #expect(identifier("Files: fonts\nCopyright: 2015 Somebody\nLicense: OFL-1.1", Self.ofl) == "OFL-1.1")
        // The text has another name than the statement.
        let named = Self.ofl.replacing("License: OFL-1.1", with: "License: OFL")
        #expect(identifier("Files: *\nCopyright: 2015 Somebody\nLicense: OFL-1.1", named) == "OFL-1.1")
        let plain = "This package was made by Somebody.\n\n" + Self.ofl
        let finding = LicenseFinding(copyright: nil, description: nil, address: nil, files: [plain])
        #expect(finding.identifier == "OFL-1.1" && finding.evidence == .file)
    }
}

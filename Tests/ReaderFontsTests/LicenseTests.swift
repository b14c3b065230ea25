import FontModel
import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

/// Licences of fonts and the names that they reserve.
@Suite struct LicenseTests {
    @Test(
        arguments: [
            (
                #"Copyright 2011 The Lora Project Authors (https://example.org), with Reserved Font Name "Lora"."#,
                ["Lora"]
            ),
            ("Copyright 2010 Adobe, with Reserved Font Name 'Source'. All Rights Reserved.", ["Source"]),
            ("Copyright 2014 Adobe, with Reserved Font Name ‘Source’. All Rights Reserved.", ["Source"]),
            ("Copyright (c) 2010 by tyPoland with Reserved Font Name “Lato”.", ["Lato"]),
            ("with Reserved Font Names \"Charis\" and \"SIL\".", ["Charis", "SIL"]),
            ("with Reserved Font Names 'A One', 'B' and 'C'", ["A One", "B", "C"]),
            ("with Reserved Font Name Fancy Serif.\n\nThis Font Software", ["Fancy Serif"]),
            ("with Reserved\n  Font Name \"Two\nLines\"", ["Two Lines"]), ("WITH RESERVED FONT NAME 'Loud'", ["Loud"]),
            ("with Reserved Font Name <Reserved Font Name>.", []),
            ("\"Reserved Font Name\" refers to any names specified as such after the copyright statement(s).", []),
            ("may use the Reserved Font Name(s) unless explicit written permission is granted", []), ("", []),
            ("Copyright 2020 The Klee Project Authors", []), ("with Reserved Font Name", []),
            ("with Reserved Font Name \"Open", []),
            ("All Rights Reserved. \"Ossuary\" is a Reserved Font Name for this Font Software.", ["Ossuary"]),
            ("“A One” and 'B' are Reserved Font Names.", ["A One", "B"]),
            ("\"A\", \"B\", and \"C\" are the reserved font names", ["A", "B", "C"]),
            ("All Rights Reserved. Ossuary is a Reserved Font Name.", ["Ossuary"]),
            ("The font name Ossuary Sans is a Reserved Font Name.", ["Ossuary Sans"]),
            (
                "For the purposes of the OFL, the Reserved Font Names are \"Essays 1743\" and \"Essays1743\".",
                ["Essays 1743", "Essays1743"]
            ),
            ("Reserved Font Name: Ossuary. All rights", ["Ossuary"]),
            ("Copyright 2010 X, with RFN 'Ossuary'.", ["Ossuary"]),
            ("the only Reserved Font Name is \"Rockets\".", ["Rockets"]), ("with Reserved Font Name(s) 'A'", ["A"]),
            ("with Reserved Font Name Ossuary and Ossuary Sans.", ["Ossuary", "Ossuary Sans"]),
            ("Ossuary and Bone are Reserved Font Names.", ["Ossuary", "Bone"]),
            ("Ossuary™ is a Reserved Font Name", ["Ossuary"]), ("with Reserved Font Name `Ossuary`", ["Ossuary"]),
            ("「Ossuary」 is a Reserved Font Name", ["Ossuary"]),
            ("The Reserved Font Name for this Font Software is 'Ossuary'.", ["Ossuary"]),
            ("It has the Reserved Font Name \"Ossuary\"", ["Ossuary"]),
            ("with \"Ossuary\" as Reserved Font Name", ["Ossuary"]), ("Reserved Font Name – Ossuary", ["Ossuary"]),
            ("with Reserved Font Name Ossuary Sans\nLicensed under the SIL Open Font License", ["Ossuary Sans"]),
            ("Copyright X, with no Reserved Font Name.", []), ("If a font has Reserved Font Names, rename it.", []),
            ("\"Reserved Font Name\" refers to the Font Software name as seen by users", []),
            ("with Reserved Font Name “A One” and Reserved Font Name «B»", ["A One", "B"]),
            ("with the Reserved Font Name of \"A One\"", ["A One"]), ("Copyright 2020 X (RFN \"A One\")", ["A One"]),
            ("“A One” is a trademark and Reserved Font Name of X.", ["A One"]),
            ("with Reserved Font Names „A One“ und „B“", ["A One", "B"]),
            ("with Reserved Font Names \"A\", \"B\", and \"C\"", ["A", "B", "C"]),
            ("may not use the Reserved Font Name is what the license says", []),
            ("with reserved font name foo, bar, and baz.", ["foo", "bar", "baz"]),
            ("with Reserved Font Name A One, B, and C", ["A One", "B", "C"]),
            ("with Reserved Font Names: A One; B", ["A One", "B"]),
            ("A One, B, and C are Reserved Font Names.", ["A One", "B", "C"]),
            ("Copyright 2020 X, A One and B are Reserved Font Names", ["A One", "B"]),
            ("with Reserved Font Name Ossuary, a font by X, and licensed under the OFL.", ["Ossuary"]),
            ("with Reserved Font Names A and B, Copyright 2011 Y", ["A", "B"]),
            ("with Reserved Font Name Ossuary, Berlin", ["Ossuary"]),
            ("with Reserved Font Name Ossuary v.2.0", ["Ossuary"]), ("with Reserved Font Name: None", []),
        ] as [(String, [String])])
    func reservedNames(text: String, names: [String]) {
        #expect(ReservedNames.names(in: [text]) == names)
    }

    @Test func namesOfSeveralTextsAreThereOnce() {
        let texts = ["with Reserved Font Name 'Lora'.", "with Reserved Font Name \"lora\" and \"Cyreal\""]
        #expect(ReservedNames.names(in: texts) == ["Lora", "Cyreal"])
    }

    @Test(arguments: [
        ("Lora", true), ("Lora Reader", true), ("My LORA", true), ("Explorations", false), ("Lo ra", false),
        ("Reader Serif", false),
    ])
    func modifiedVersionsMayNotHaveReservedNames(family: String, isReserved: Bool) {
        #expect(ReservedNames.isReserved(family, by: ["Lora"]) == isReserved)
        #expect(ReservedNames.isReserved("Source Sans", by: ["Source"]))
    }

    private static let ofl = """
        Copyright 2016 The Some Project Authors (https://example.org), with Reserved Font Name "Some".

        -----------------------------------------------------------
        SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007
        -----------------------------------------------------------
        PERMISSION & CONDITIONS
        Permission is hereby granted, free of charge, to any person obtaining a copy of the Font Software …
        3) No Modified Version of the Font Software may use the Reserved Font Name(s) unless …
        """

    @Test func evidenceAndOrder() {
        let all = LicenseFinding(
            copyright: nil, description: "Apache License 2.0", address: "https://www.apache.org/licenses/LICENSE-2.0",
            files: ["A readme.", Self.ofl])
        #expect(all.identifier == "OFL-1.1")
        #expect(all.evidence == .file)
        #expect(all.reservedNames == ["Some"])
        #expect(all.preciseIdentifier == "OFL-1.1-RFN")
        let address = LicenseFinding(
            copyright: nil, description: "GUST Font License", address: "http://scripts.sil.org/OFL")
        #expect(address.identifier == "OFL-1.1")
        #expect(address.evidence == .address)
        #expect(address.preciseIdentifier == "OFL-1.1-no-RFN")
        let description = LicenseFinding(
            copyright: "Copyright 2020 X with Reserved Font Name 'Y'",
            description: "This Font Software is licensed under the SIL Open Font License, Version 1.1.", address: nil)
        #expect(description.evidence == .description)
        #expect(description.reservedNames == ["Y"])
        #expect(description.isOpen)
    }

    @Test func anUnknownLicenseIsNotFree() {
        for finding in [
            LicenseFinding(copyright: "Copyright 2020 X", description: nil, address: nil),
            LicenseFinding(copyright: nil, description: "All rights reserved.", address: "https://example.org/eula"),
            LicenseFinding(copyright: nil, description: "", address: "", files: ["Do not copy."]),
        ] {
            #expect(finding.identifier == nil)
            #expect(finding.evidence == nil)
            #expect(!finding.isOpen)
        }
    }

    /// The address serves all versions of the licence.
    @Test func theStatedVersionHoldsAndNotTheAddress() {
        let address = "http://scripts.sil.org/OFL"
        func finding(_ description: String?, copyright: String? = nil) -> LicenseFinding {
            LicenseFinding(copyright: copyright, description: description, address: address)
        }
        let first = finding("Licensed under the SIL Open Font License, Version 1.0.")
        #expect(first.identifier == "OFL-1.0" && first.evidence == .description)
        let inCopyright = finding(nil, copyright: "Copyright 2005 X. Under the SIL OFL, version 1.0")
        #expect(inCopyright.identifier == "OFL-1.0" && inCopyright.evidence == .copyright)
        #expect(finding("Licensed under the SIL Open Font License.").evidence == .address)
        #expect(finding("Licensed under the MIT License.").identifier == "OFL-1.1")
        #expect(finding("SIL Open Font License 1.0 (\(address))").identifier == "OFL-1.0")
    }

    /// Sentences in descriptions and copyrights.
    @Test(
        arguments: [
            ("Licensed under the SIL Open Font License, Version 1.1 (http://scripts.sil.org/OFL)", "OFL-1.1"),
            ("Licensed under the SIL Open Font License, Version 1.0.", "OFL-1.0"), ("OFL", "OFL-1.1"),
            ("SIL OFL v1.1", "OFL-1.1"), ("Monoid is dual licensed with MIT and OFL licenses. Pick one:)", "OFL-1.1"),
            ("GPL - General Public License AND OFL - Open Font License", "OFL-1.1"),
            ("Released under the Open Font Licence", "OFL-1.1"),
            ("either the SIL Open Font License or the LGPL. For the purposes", "OFL-1.1"),
            ("This font is NOT available under the SIL Open Font License; a commercial licence is required.", nil),
            ("An earlier version was available under the SIL Open Font License; this version is not.", nil),
            ("This is a trial version. The full version is licensed under the SIL Open Font License 1.1.", nil),
            ("Contains glyphs from X, which is licensed under the SIL Open Font License, Version 1.1.", nil),
            ("Previous versions were released under the SIL Open Font License.", nil),
            ("The previous version of X was under the MIT License.", nil),
            ("Includes Latin glyphs of X, licensed under the SIL Open Font License, Version 1.1.", nil),
            ("Some glyphs are from X, which has the SIL Open Font License.", nil),
            ("It contains 5000 glyphs of JIS and is licensed under the SIL Open Font License.", "OFL-1.1"),
            ("This font isn't under the OFL.", nil), ("No, this is not http://scripts.sil.org/OFL", nil),
            ("The license is based on the SIL Open Font License <http://scripts.sil.org/OFL>.", nil),
            ("All rights reserved; contact us. Not free. It is under the SIL Open Font License.", "OFL-1.1"),
            ("Copyright 2020 OFL Foundry", nil), ("This is the OFL edition", nil), ("License: OFL", "OFL-1.1"),
            ("Released as OFL", "OFL-1.1"), ("OFL licensed", "OFL-1.1"), ("Licensed with (OFL)", "OFL-1.1"),
            ("The commercial edition of a font under the SIL Open Font License", nil),
            ("A proprietary sister of those at https://scripts.sil.org/OFL", nil),
            ("Free for personal and commercial use under the SIL OFL 1.1", "OFL-1.1"),
            ("Copyright 2020 H Licensed under the Ubuntu Font Licence 1.0", "Ubuntu-font-1.0"),
            ("Licensed under the Ubuntu Font License 1.0", "Ubuntu-font-1.0"),
            ("Licensed under the Apache License, Version 2.0", "Apache-2.0"), ("Apache License 1.1", nil),
            ("released under the LaTeX Project Public License 1.3c", "LPPL-1.3c"),
            ("under the terms of the LPPL, version 1.3 or later", "LPPL-1.3c"),
            ("Creative Commons Attribution-ShareAlike 4.0 International", "CC-BY-SA-4.0"),
            ("CC BY 3.0", "CC-BY-3.0"), ("Creative Commons Attribution-NonCommercial-NoDerivs 3.0", "CC-BY-NC-ND-3.0"),
            ("http://creativecommons.org/licenses/by-sa/3.0/", "CC-BY-SA-3.0"), ("Creative Commons", nil),
            ("GNU GPL v2 or later with font exception", "GPL-2.0-or-later WITH Font-exception-2.0"),
            (
                "The use of this font is granted subject to the GNU General Public License with font exception.",
                "GPL-2.0-or-later WITH Font-exception-2.0"
            ),
            ("GNU GPL3+FE © 2002-2022", "GPL-3.0-only WITH Font-exception-2.0"),
            ("GNU General Public License, version 2 (or at your option, any later version)", "GPL-2.0-or-later"),
            ("GNU General Public License, version 3", "GPL-3.0-only"), ("under the GNU GPL", "GPL-1.0-or-later"),
            ("GNU Lesser General Public License", "LGPL-2.1-or-later"),
            ("GNU Lesser General Public License version 2.1", "LGPL-2.1-only"),
            ("GNU Library General Public License, version 2 or any later version", "LGPL-2.0-or-later"),
            ("GNU Affero General Public License version 3", "AGPL-3.0-only"),
            ("under version 2.1 of the LGPL", "LGPL-2.1-only"), ("the GNU Affero GPL", "AGPL-3.0-or-later"),
            ("GNU GENERAL PUBLIC LICENSE Version 3. Use with the GNU Affero General Public License.", "GPL-3.0-only"),
            ("Mozilla Public License Version 2.0. “Secondary License” means the GNU GPL or AGPL.", "MPL-2.0"),
            ("under the AGPLv3 or later, with font exception", "AGPL-3.0-or-later WITH Font-exception-2.0"),
            ("BSD 3-Clause License", "BSD-3-Clause"), ("the 2-clause BSD license", "BSD-2-Clause"),
            ("BSD License", nil), ("WTFPL", "WTFPL"),
            ("Cette fonte est distribuée sous licence SIL Open Font, version 1.1", "OFL-1.1"),
            ("Cette fonte n’est pas distribuée sous licence SIL Open Font.", nil),
            ("このフォントは SIL オープンフォントライセンス バージョン 1.1 の下でライセンスされています。", "OFL-1.1"),
            ("本フォントはSILオープン・フォント・ライセンスの下で配布されます。", "OFL-1.1"),
            ("このフォントはSIL Open Font Licenseに基づいて使用できます。", "OFL-1.1"),
            ("このフォントはSIL Open Font Licenseではありません。", nil),
            ("以前のバージョンはSIL Open Font Licenseで配布されていました。", nil),
            ("The use is granted subject to the Vera License.", "Bitstream-Vera"),
            ("All rights reserved.", nil), ("Goflex Fonts", nil),
            ("Sold under a EULA. The SIL Open Font License does not apply.", nil),
            ("The SIL Open Font License has been revoked for this release.", nil),
            ("Ce logiciel n'est pas sous licence SIL Open Font License.", nil),
            ("Deze letter valt niet onder de SIL Open Font License.", nil),
            ("See https://example.org/?from=https://openfontlicense.org", nil), ("under the LPPL", "LPPL-1.3c"),
        ] as [(String, String?)])
    func sentencesStateLicenses(text: String, identifier: String?) {
        let inDescription = LicenseFinding(copyright: nil, description: text, address: nil)
        #expect(inDescription.identifier == identifier)
        let inCopyright = LicenseFinding(copyright: "Copyright 2020 X. " + text, description: nil, address: nil)
        #expect(inCopyright.identifier == identifier)
        #expect(inCopyright.evidence == (identifier == nil ? nil : .copyright))
    }

    @Test(
        arguments: [
            ("http://scripts.sil.org/OFL", "OFL-1.1"),
            ("https://openfontlicense.org/open-font-license-official-text/", "OFL-1.1"),
            ("http://scripts.sil.org/cms/scripts/page.php?item_id=OFL_web", "OFL-1.1"),
            ("http://scripts.sil.org/cms/scripts/page.php?site_id=nrsi&id=OFL", "OFL-1.1"),
            ("http://scripts.sil.org/OFL-FAQ_web", "OFL-1.1"), ("http://scripts.sil.org/", nil),
            ("https://software.sil.org/charis", nil), ("http://scripts.sil.org/profle", nil),
            ("http://creativecommons.org/licenses/by-sa/4.0/", "CC-BY-SA-4.0"),
            ("https://openfontlicense.org.example.org/", nil),
            ("https://example.org/?u=https://openfontlicense.org", nil),
            ("https://notopenfontlicense.org/", nil), ("https://evil-sil.org/OFL", nil),
            ("https://openfontlicense.org@example.org/", nil), ("openfontlicense.org", "OFL-1.1"),
            ("HTTP://SCRIPTS.SIL.ORG/OFL", "OFL-1.1"), ("(see https://scripts.sil.org/OFL)", "OFL-1.1"),
            ("https://www.openfontlicense.org:443/,", "OFL-1.1"),
            ("https://web.archive.org/web/2020/http://scripts.sil.org/OFL", "OFL-1.1"),
            ("https://example.org/creativecommons.org/licenses/by/4.0/", nil),
            ("http://creativecommons.org/licenses/by-nc/4.0/", "CC-BY-NC-4.0"), ("SIL Open Font License", "OFL-1.1"),
        ] as [(String, String?)])
    func addressesOfLicenses(address: String, identifier: String?) {
        #expect(LicenseFinding(copyright: nil, description: nil, address: address).identifier == identifier)
    }

    @Test func whatPermitsDistribution() {
        func isOpen(_ text: String) -> Bool { LicenseFinding(copyright: nil, description: text, address: nil).isOpen }
        #expect(isOpen("CC BY-SA 4.0") && isOpen("GNU GPL v2 with font exception") && isOpen("LPPL 1.3c"))
        #expect(isOpen("BSD 3-Clause License") && isOpen("WTFPL") && !isOpen("GNU LGPL") && !isOpen("GNU AGPL"))
        #expect(!isOpen("CC BY-NC 4.0") && !isOpen("CC BY-ND 4.0") && !isOpen("GNU GPL v2"))
    }

    @Test(arguments: [
        ("Apache License\n   Version 2.0, January 2004 … Grant of Copyright License.", "Apache-2.0"),
        ("UBUNTU FONT LICENCE Version 1.0", "Ubuntu-font-1.0"),
        ("Creative Commons Legal Code\nAttribution 3.0 Unported", "CC-BY-3.0"),
        ("Permission is hereby granted, free of charge, to any person … THE SOFTWARE IS PROVIDED \"AS IS\"", "MIT"),
        (
            "Unlimited permission is granted to use, copy, and distribute them, with or without modification, either commercially or noncommercially.",
            "mplus"
        ),
        (
            "Redistribution and use in source and binary forms, with or without modification, are permitted",
            "BSD-2-Clause"
        ),
    ])
    func textsOfLicenses(text: String, identifier: String) {
        #expect(LicenseFinding(copyright: nil, description: nil, address: nil, files: [text]).identifier == identifier)
    }

    /// The real families reserve names in the licence's file, in the copyright or in the description.
    @Test(
        .enabled(if: SharedFonts.fonts != nil),
        arguments: [
            ("lora", ["Lora"]), ("merriweather", ["Merriweather"]), ("lato", ["Lato"]), ("source-serif-4", ["Source"]),
            ("source-sans-3", ["Source"]), ("literata", []), ("montserrat", []), ("nunito-sans", []),
            ("jetbrains-mono", []),
            ("inter", []), ("klee-one", []),
        ] as [(String, [String])])
    func realFamilies(family: String, names: [String]) throws {
        let folder = URL(filePath: try #require(SharedFonts.fonts)).appending(path: family)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let texts = try files.filter { ["txt", "md"].contains($0.pathExtension) }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        let fonts = files.filter { ["ttf", "otf"].contains($0.pathExtension) }
        #expect(!fonts.isEmpty)
        for file in fonts {
            let details = try FontFile(contentsOf: file).details(ofFace: 0)
            let finding = LicenseFinding(
                copyright: details.text(.copyright), description: details.text(.license),
                address: details.text(.licenseURL), files: texts)
            #expect(finding.identifier == "OFL-1.1", "\(file.lastPathComponent)")
            #expect(finding.reservedNames == names, "\(file.lastPathComponent)")
        }
    }
}

import FontModel
import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

/// Licences of fonts and the names that they reserve.
@Suite struct Licenses {
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

    @Test(arguments: [
        ("Apache License\n   Version 2.0, January 2004 … Grant of Copyright License.", "Apache-2.0"),
        ("UBUNTU FONT LICENCE Version 1.0", "Ubuntu-font-1.0"),
        ("Creative Commons Legal Code\nAttribution 3.0 Unported", "CC-BY-3.0"),
        ("Permission is hereby granted, free of charge, to any person … THE SOFTWARE IS PROVIDED \"AS IS\"", "MIT"),
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

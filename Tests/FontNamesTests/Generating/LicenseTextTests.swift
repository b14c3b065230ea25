import FontNames
import FontResources
import TestSupport
import Testing

/// The licences of the fonts of a target.
@Suite struct LicenseTextTests {
    private static let statement = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
    private static let text = """
        Copyright 2020 The Lora Project Authors, with Reserved Font Name "Lora".

        SIL OPEN FONT LICENSE Version 1.1
        PREAMBLE … PERMISSION & CONDITIONS … Reserved Font Name(s)
        """

    private static func font(_ family: String, states statement: String? = nil) -> [UInt8] {
        SyntheticFont(family: family) { font in
            if let statement { font.rawNames = [.windows(13, statement)] }
        }.build()
    }

    @Test func anOpenFontNeedsItsText() throws {
        let generator = try AppTarget(["Fonts/a.ttf": Self.font("Lora", states: Self.statement)]).generator()
        #expect(
            generator.problems.lines == [
                "a.ttf: warning: The font is under the SIL Open Font License, whose text must come with it, and none is beside it. Add the font's OFL.txt."
            ])
        let license = try #require(generator.fonts.licenses.first)
        #expect(license.id == "OFL-1.1" && license.spdx == "OFL-1.1" && license.text == nil)
    }

    @Test(arguments: ["Fonts/static", "Fonts", ""]) func aTextAboveTheFontIsFound(_ folder: String) throws {
        let generator = try AppTarget([
            "Fonts/static/a.ttf": Self.font("Lora", states: Self.statement),
            (folder.isEmpty ? "" : folder + "/") + "OFL.txt": Array(Self.text.utf8),
        ]).generator()
        #expect(generator.problems.isEmpty)
        let license = try #require(generator.fonts.licenses.first)
        #expect(license.text == Self.text && license.id == ContentHash.sha256(Array(Self.text.utf8)))
        #expect(license.family == "Lora" && license.spdx == "OFL-1.1" && license.reservedNames == ["Lora"])
    }

    @Test func theLicenceOfTheCodeIsNotThatOfAFont() throws {
        let terms = "Permission is hereby granted, free of charge, … THE SOFTWARE IS PROVIDED “AS IS”"
        let generator = try AppTarget([
            "Fonts/a.ttf": Self.font("Lora", states: Self.statement), "LICENSE": Array(terms.utf8),
        ]).generator()
        #expect(generator.fonts.licenses.first?.text == nil && generator.problems.count == 1)
    }

    /// Terms beside the code of the target are those of the code, unless they are for fonts alone.
    @Test func aFontWithoutStatementHasTheTermsOfItsFolder() throws {
        let terms = Array("Permission is hereby granted, free of charge, … THE SOFTWARE IS PROVIDED “AS IS”".utf8)
        func text(_ path: String, _ text: [UInt8]) throws -> String? {
            try AppTarget(["Fonts/a.ttf": Self.font("Lora"), path: text]).generator().fonts.licenses.first?.text
        }
        #expect(try text("LICENSE", terms) == nil)
        #expect(try text("Fonts/LICENSE", terms) != nil)
        #expect(try text("LICENSE", Array(Self.text.utf8)) == Self.text)
    }

    @Test func familiesWithOneTextHaveItOnce() throws {
        let generator = try AppTarget([
            "Fonts/a.ttf": Self.font("Lora", states: Self.statement),
            "Fonts/b.ttf": Self.font("Inter", states: Self.statement), "Fonts/OFL.txt": Array(Self.text.utf8),
            "Fonts/c.ttf": SyntheticFont(family: "Lora", style: "Bold") { $0.rawNames = [.windows(13, Self.statement)] }
                .build(),
        ]).generator()
        #expect(generator.fonts.licenses.map(\.family) == ["Inter", "Lora"])
        #expect(Set(generator.fonts.licenses.map(\.id)).count == 1)
        #expect(generator.fonts.facts.text.ranges(of: "PREAMBLE").count == 1)
    }

    /// In a folder with several families, a text that is named as one of them or names it is that of the family.
    @Test(arguments: ["OFL-Lora.txt", "Lora-OFL.txt", "OFL.txt"]) func eachFamilyHasItsOwnText(_ name: String) throws {
        let other = Self.text.replacing("Lora", with: "Inter")
        let generator = try AppTarget([
            "Fonts/Lora-Regular.ttf": Self.font("Lora", states: Self.statement),
            "Fonts/Inter-Regular.ttf": Self.font("Inter", states: Self.statement),
            "Fonts/\(name)": Array(Self.text.utf8), "Fonts/LICENSE.md": Array(other.utf8),
        ]).generator()
        #expect(generator.fonts.licenses.map(\.family) == ["Inter", "Lora"])
        #expect(generator.fonts.licenses.map(\.text) == [other, Self.text])
        #expect(generator.fonts.licenses.map(\.reservedNames) == [["Inter"], ["Lora"]])
    }

    /// A text that is there for several families reserves the names of its own one.
    @Test func aSharedTextReservesTheNamesOfItsFamily() throws {
        let generator = try AppTarget([
            "Fonts/a.ttf": Self.font("Lora", states: Self.statement),
            "Fonts/b.ttf": Self.font("Inter", states: Self.statement), "Fonts/OFL.txt": Array(Self.text.utf8),
        ]).generator()
        #expect(generator.fonts.licenses.map(\.family) == ["Inter", "Lora"])
        #expect(generator.fonts.licenses.map(\.reservedNames) == [[], ["Lora"]])
        // That of a font that was made of another one keeps the names of that one.
        let derived = try AppTarget([
            "Fonts/b.ttf": Self.font("Reader Serif", states: Self.statement), "Fonts/OFL.txt": Array(Self.text.utf8),
        ]).generator()
        #expect(derived.fonts.licenses.map(\.reservedNames) == [["Lora"]])
    }

    @Test func aFontWithoutLicenceHasNone() throws {
        let generator = try AppTarget(["Fonts/a.ttf": Self.font("Lora")]).generator()
        #expect(generator.problems.isEmpty && generator.fonts.licenses.isEmpty)
        #expect(generator.fonts.facts.resources.first?.license == nil)
    }
}

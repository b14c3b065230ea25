import FontPictures
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// All commands give the same face for a family: the regular one.
@Suite(.fewAtOnce) struct FamilyFaceTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func register(_ files: String...) async throws {
        for file in files { #expect(await session("register", file).status == 0, "\(file)") }
    }

    private func write(
        _ family: String, _ styles: [String], change: (inout SyntheticFont) -> Void = { _ in }
    ) throws -> String {
        for (salt, style) in styles.enumerated() {
            var font = SyntheticFont(family: family, style: style, salt: UInt32(salt))
            change(&font)
            try home.write(font, as: "\(family)/\(style).ttf")
        }
        return home.root + "/given/\(family)"
    }

    /// Expects that every command means a face by a family.
    private func expect(_ family: String, _ name: String, location: SourceLocation = #_sourceLocation) async throws {
        let resolved = try await session("resolve", family, "--json").json["face"] as? [String: Any]
        #expect(resolved?["postscriptName"] as? String == name, "resolve", sourceLocation: location)
        let path = try #require(resolved?["file"] as? String, sourceLocation: location)
        let manager = try home.user()
        let preview = try await manager.previewFonts(FontTarget.any(family))
        #expect(preview.map(\.font.postscriptName) == [name], "preview", sourceLocation: location)
        #expect(try await manager.match(family: family)?.font.path == path, sourceLocation: location)
        let sheet = await session("css", family)
        let rules = sheet.output.components(separatedBy: "@font-face {").filter { rule in
            rule.contains("font-style: normal") && rule.contains("font-stretch: 100%")
                && rule.firstMatch(of: #/font-weight: (\d+)(?: (\d+))?;/#).map { found in
                    (Int(found.output.1) ?? 0) <= 400 && 400 <= (found.output.2.flatMap { Int($0) } ?? 400)
                        && (found.output.2 != nil || found.output.1 == "400")
                } ?? false
        }
        #expect(
            rules.count == 1 && rules[0].replacing("100%;", with: "").removingPercentEncoding?.contains(path) == true,
            "css \(sheet.output)",
            sourceLocation: location)
        let families = try await session("families", "--json").json["families"] as? [[String: Any]] ?? []
        if let listed = families.first(where: { $0["family"] as? String == family }) {
            #expect(listed["regular"] as? String == name, "families", sourceLocation: location)
            let named = try await session("families", family, "--json").json["families"] as? [[String: Any]]
            #expect(named?.map { $0["regular"] as? String } == [name], "families NAME", sourceLocation: location)
        }
        let why = try await session("why", family, "--json").json
        if why["styles"] != nil { #expect(why["regular"] as? String == name, "why", sourceLocation: location) }
    }

    @Test func regularWinsAmongEqualWeights() async throws {
        try await register(
            try write("Metro", ["ExtraLight", "Thin", "Regular"]) { font in
                if font.style != "Regular" {
                    (font.legacyFamily, font.legacyStyle) = ("Metro \(font.style)", "Regular")
                }
            })
        try await expect("Metro", "Metro-Regular")
        #expect(try await session("resolve", "Metro Thin", "--json").json["matchedBy"] as? String == "family-style")
        try await register(try write("Park", ["Book", "Outline", "Regular"]))
        try await expect("Park", "Park-Regular")
        try await register(try write("Lane", ["Book", "Inline", "Outline"]))
        try await expect("Lane", "Lane-Book")
    }

    /// A font's own flag decides where its names do not.
    @Test func theMarkedFaceWinsAmongEqualNames() async throws {
        let folder = try write("Cut", ["Alpha", "Beta"])
        let alpha = SyntheticFont(family: "Cut", style: "Alpha").build()
        try home.write(
            Damage.withRepairedChecksums(Damage.patchedTable(alpha, "OS/2", at: 62, with: [0, 0])), as: "Cut/Alpha.ttf")
        try await register(folder)
        try await expect("Cut", "Cut-Beta")
    }

    @Test func aFullNameThatIsTheFamilyMeansTheFamily() async throws {
        try await register(
            try write("Plain", ["Black", "Regular"]) { font in
                font.fullName = "Plain"
                font.weight = font.style == "Black" ? 900 : 400
            })
        try await expect("Plain", "Plain-Regular")
    }

    @Test func anOlderFamilyIsAFamilyWithStyles() async throws {
        try await register(
            try write("Iosevka Nerd Font", ["Bold", "Bold Italic", "Italic", "Regular"]) { font in
                (font.legacyFamily, font.legacyStyle) = ("Iosevka NF", nil)
                font.fullName = "Iosevka-\(font.style)"
                font.weight = font.style.hasPrefix("Bold") ? 700 : 400
                (font.isBold, font.isItalic) = (font.style.hasPrefix("Bold"), font.style.hasSuffix("Italic"))
            })
        try await expect("Iosevka NF", "IosevkaNerdFont-Regular")
        try await expect("Iosevka Nerd Font", "IosevkaNerdFont-Regular")
        for style in ["Bold", "Italic", "Bold Italic"] {
            let found = try await session("resolve", "Iosevka NF \(style)", "--json").json
            let face = found["face"] as? [String: Any]
            #expect(face?["style"] as? String == style && found["matchedBy"] as? String == "family-style")
        }
    }

    /// A name that spells a family and a style, and is an older family as well, means the newest release, too.
    @Test func anOlderFamilyThatSpellsAStyleIsAFamily() async throws {
        for (salt, revision) in [2.0, 3.0].enumerated() {
            let font = SyntheticFont(family: "Robot", style: "Black", salt: UInt32(salt)) { font in
                (font.legacyFamily, font.legacyStyle) = ("Robot Black", "Regular")
                (font.weight, font.revision, font.postscriptName) = (900, revision, "Robot-Black\(salt)")
            }
            try await register(try home.write(font))
        }
        let found = try await session("resolve", "Robot Black", "--json").json["face"] as? [String: Any]
        #expect(found?["postscriptName"] as? String == "Robot-Black1")
    }

    @Test func theNewerReleaseIsTheFaceAndTheOtherIsNamed() async throws {
        let old = try home.write(SyntheticFont(family: "Nerd") { ($0.postscriptName, $0.revision) = ("Old", 2) })
        let new = try home.write(SyntheticFont(family: "Nerd") { ($0.postscriptName, $0.revision) = ("New", 3) })
        try await register(new, old)
        try await expect("Nerd", "New")
        let why = await session("why", "Nerd")
        #expect(why.lines.first == "Nerd has 2 styles. Programs see 1 of them. Registered and enabled: 2.", "\(why)")
        #expect(why.output.contains("shadowed    Old") && why.output.contains("which has a higher version"))
        // The remedy concerns the registration, never the file in fontd's folder.
        let command = try #require(why.lines.last)
        #expect(command.hasPrefix("  fontctl disable f"), "\(why.output)")
        #expect(why.output.contains("family and style. To see Old instead, hide the other one:"), "\(why.output)")
        // The advice does not go in a circle.
        #expect(await session.run(Array(command.split(separator: " ").dropFirst().map(String.init))).status == 0)
        let after = await session("why", "Nerd")
        #expect(after.status == 0 && after.lines.last == "Nothing needs to be done.", "\(after)")
    }

    /// A registered bold does not stand for a family whose regular face the system has.
    @Test func theSystemsRegularPrecedesARegisteredBold() async throws {
        try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
        let regular = home.paths.userFonts + "/Lato-Regular.ttf"
        try home.put(SyntheticFont(family: "Lato").build(), at: regular)
        try await register(
            try home.write(
                SyntheticFont(family: "Lato", style: "Bold") {
                    $0.weight = 700; $0.isBold = true
                }))
        try await expect("Lato", "Lato-Regular")
        // Neither does one in process scope.
        let manager = try home.user()
        let black = try home.write(SyntheticFont(family: "Lato", style: "Black") { $0.weight = 900 })
        _ = try await manager.register(URL(filePath: black), scope: .process)
        #expect(try await manager.resolve("Lato").match?.path == regular)
    }

    @Test func fontsWithoutPostScriptNamesAreAllRegistered() async throws {
        let folder = try write("Quire", ["Bold", "Bold Italic", "Italic", "Regular"]) { font in
            font.postscriptName = nil
            font.weight = font.style.hasPrefix("Bold") ? 700 : 400
            (font.isBold, font.isItalic) = (font.style.hasPrefix("Bold"), font.style.hasSuffix("Italic"))
        }
        try await register(folder)
        // fontconfig gives all of them the family as the name.
        #expect(await session("list", "--quiet").lines == Array(repeating: "Quire", count: 4))
        try await expect("Quire", "Quire")
        let face = try await session("resolve", "Quire", "--json").json["face"] as? [String: Any]
        #expect(face?["style"] as? String == "Regular")
        // Another font may have the formed name as its own, before and after.
        let own = try home.write(SyntheticFont(family: "Quire", salt: 9) { $0.postscriptName = "Quire" })
        #expect(await session("register", own).status == 0)
        #expect(await session("register", folder).status == 0)
    }

    /// In a batch and in another order, the upright has the name.
    @Test func theItalicDoesNotExcludeTheUpright() async throws {
        let (upright, italic) = try uprightAndItalic()
        for files in [[home.root + "/given"], [italic, upright], [upright, italic]] {
            let result = await session.run(["register"] + files)
            #expect(result.status == 1 && result.lines.count == 1 && result.output.contains(upright), "\(result)")
            #expect(
                result.errors.contains("\(italic): This italic has the PostScript name Sitio-Regular of the upright"))
            #expect(!result.errors.contains("--replace"), "\(result.errors)")
            #expect(await session("unregister", "--all", "--yes").status == 0)
        }
    }

    /// A PostScript name whose font is gone does not mean the style that is left of an older family, registered or not.
    @Test func aPostScriptNameMeansNoOtherStyle() async throws {
        let italic = SyntheticFont(family: "Lato", style: "Black Italic") { font in
            (font.isItalic, font.italicAngle, font.postscriptName) = (true, -12, "Lato-BlackItalic")
            (font.legacyFamily, font.legacyStyle) = ("Lato Black", "Italic")
        }
        for isRegistered in [true, false] {
            if isRegistered {
                #expect(await session("register", try home.write(italic)).status == 0)
            } else {
                #expect(await session("unregister", "--all", "--yes").status == 0)
                try home.put(italic.build(), at: home.paths.userFonts + "/Lato-BlackItalic.ttf")
            }
            for command in ["resolve", "why", "unregister", "disable"] {
                let result = await session(command, "Lato-Black")
                #expect(result.status == 1, "\(command): \(result)")
            }
            #expect(await session("resolve", "Lato-BlackItalic").status == 0)
            #expect(await session("resolve", "Lato Black").output.contains("Lato-BlackItalic"))
        }
    }

    /// In calls one after the other, none is replaced by the other, which would turn text into italics or back.
    @Test func anItalicAndAnUprightInTwoCalls() async throws {
        let (upright, italic) = try uprightAndItalic()
        for (first, second, kind) in [(italic, upright, "An italic"), (upright, italic, "An upright")] {
            #expect(await session("register", first).status == 0)
            let refused = await session("register", second)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("\(kind) font has the PostScript name Sitio-Regular"))
            #expect(refused.errors.contains("give the italic a name of its own"), "\(refused.errors)")
            #expect(!refused.errors.contains("replace"), "\(refused.errors)")
            #expect(await session("unregister", first).status == 0)
            #expect(await session("register", second).status == 0)
            #expect(await session("unregister", "--all", "--yes").status == 0)
        }
    }

    /// Returns the paths of an upright font, and of an italic with its PostScript name.
    private func uprightAndItalic() throws -> (upright: String, italic: String) {
        let upright = try home.write(SyntheticFont(family: "Sitio"), as: "Sitio.ttf")
        let italic = try home.write(
            SyntheticFont(family: "Sitio", style: "Italic") { font in
                (font.isItalic, font.italicAngle, font.postscriptName) = (true, -12, "Sitio-Regular")
            }, as: "Sitio-Italic.ttf")
        return (upright, italic)
    }

    /// A static file that is newer than a variable one is the page's regular, too.
    @Test func aNewerStaticFacePrecedesAVariableOneInPages() async throws {
        let system = home.paths.userFonts
        try home.put(SyntheticFont.variable(family: "Axis").build(), at: system + "/Axis.ttf")
        try home.put(
            SyntheticFont(family: "Axis") { ($0.revision, $0.postscriptName) = (2, "AxisNew-Regular") }.build(),
            at: system + "/AxisNew.ttf")
        try await expect("Axis", "AxisNew-Regular")
        let weights = await session("css", "Axis").lines.filter { $0.contains("font-weight") }
        #expect(weights == ["  font-weight: 400;", "  font-weight: 100 399;", "  font-weight: 401 900;"])
    }

    /// The small fonts on which commands answered differently.
    @Test(.enabled(if: SharedFonts.cases != nil, "There are no shared cases.")) func theSharedCases() async throws {
        let cases = try #require(SharedFonts.cases)
        for (folder, family, name) in [
            ("fonts/i3", "Metroville", "Metroville-Regular"), ("fonts/j4", "Parkway", "Parkway-Regular"),
            ("fonts/k2", "Mono Pol", "MonoPol-Regular"), ("fonts/j1", "Quire", "Quire"),
            ("legacy", "Iosevka NF", "IosevkaNF-Regular"), ("families/v2", "Iosevka Nerd Font", "IosevkaNF-Regular"),
        ] {
            #expect(await session("register", "\(cases)/\(folder)").status == 0, "\(folder)")
            try await expect(family, name)
        }
        let bold = try await session("resolve", "Iosevka NF Bold", "--json").json["face"] as? [String: Any]
        #expect(bold?["postscriptName"] as? String == "IosevkaNF-Bold")
        let italic = await session("register", "\(cases)/fonts/i9")
        #expect(italic.errors.contains("of the upright font"), "\(italic)")
        try await expect("Sitio", "Sitio-Regular")
        let why = await session("why", "Iosevka Nerd Font")
        #expect(why.output.contains("shadowed    IosevkaNerdFontComplete-Regular"), "\(why)")
    }
}

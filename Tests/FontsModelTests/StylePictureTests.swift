import FontModel
import FontRegistry
import FontSpecimens
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import FontsModel

/// Pictures of styles, and what drawing a style needs.
@Suite struct StylePictureTests {
    private static let weight = VariationAxis(
        tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)
    private static let bold = NamedInstance(
        name: "Bold", postscriptName: "Flex-Bold", hasOwnPostScriptName: true, coordinates: ["wght": 700],
        isDefault: false)

    private func style(_ face: FontFace, at place: Int = 0) throws -> StyleRow {
        let family = try #require(FamilyDetails(madeFamily([madeFont(face)])))
        return family.styles[place]
    }

    @Test func aWaterfallHasALineForEachSize() throws {
        var settings = SpecimenSettings()
        settings.text = "a\nb"
        let specimen = StylePicture(try style(madeFace("A")), settings, sample: "c").specimen(.png, scale: 2)
        #expect(specimen.lines.map(\.size) == SpecimenSettings.waterfallSizes.map { $0 * 2 })
        #expect(Set(specimen.lines.map(\.text)) == ["a b"] && specimen.rows.allSatisfy { !$0.isDark && !$0.isVertical })
        // The longest line is within what a picture may have, at any scale that is shown.
        settings.text = String(repeating: "W", count: 1_000)
        let wide = StylePicture(try style(madeFace("A")), settings, sample: "c").specimen(.png, scale: 4)
        #expect(wide.lines.allSatisfy { Double($0.text.count) * $0.size < Double(Specimen.Limits.side) })
    }

    @Test func axesFeaturesGroundAndDirectionAreInThePicture() throws {
        let face = madeFace("Flex", axes: [Self.weight], instances: [Self.bold])
        let style = try style(face)
        #expect(style.title == "Bold" && style.postscriptName == "Flex-Bold")
        var settings = SpecimenSettings()
        (settings.form, settings.isVertical, settings.isDark) = (.paragraph, true, true)
        #expect(StylePicture(style, settings, sample: "a").specimen(.svg).lines[0].faces[0].axes == ["wght": 700])
        settings.axes = style.axisSettings
        settings.axes?.set(Self.weight, to: 850)
        var features = FeatureSettings(["smcp", "kern"].map { FontFeature(tag: $0) })
        features.set(features.rows[0], isOn: true)
        features.set(features.rows[1], isOn: false)
        settings.features = features
        let specimen = StylePicture(style, settings, sample: "a", isDark: false).specimen(.pdf)
        #expect(specimen.format == .pdf && specimen.rows.allSatisfy { $0.isDark && $0.isVertical })
        settings.text = "a\nb"
        #expect(
            StylePicture(style, settings, sample: "").specimen(.png).rows.map { $0.cells.map(\.text) } == [["a", "b"]])
        #expect(specimen.lines[0].faces == [Specimen.Face(file: 0, index: 0, axes: ["wght": 850])])
        #expect(specimen.lines[0].features.map(\.description) == ["-kern", "smcp"])
    }

    /// What leaves the application names the font and the size of each line; what is shown in the window does not.
    @Test func exportedPicturesHaveCaptions() throws {
        let style = try style(madeFace("Flex", axes: [Self.weight], instances: [Self.bold]))
        var settings = SpecimenSettings()
        let caption = CaptionFont(path: "/fonts/sans.ttf", face: Specimen.Face(file: 0, index: 2))
        func texts(_ settings: SpecimenSettings, _ fonts: [CaptionFont]) -> [[String]] {
            let picture = StylePicture(style, settings, sample: "a")
            return picture.label(picture.specimen(.pdf), with: fonts).rows.map { $0.cells.map(\.text) }
        }
        #expect(texts(settings, []).allSatisfy { $0 == ["a"] }, "without a font there are no captions")
        let waterfall = texts(settings, [caption])
        #expect(waterfall.prefix(3) == [["Flex Bold, Weight 700"], ["72 pt"], ["a"]])
        #expect(waterfall.count == 1 + 2 * SpecimenSettings.waterfallSizes.count)
        let picture = StylePicture(style, settings, sample: "a")
        let labelled = picture.label(picture.specimen(.pdf), with: [caption])
        #expect(labelled.lines[0].isCaption && labelled.lines[0].faces == [Specimen.Face(file: 1, index: 2)])
        #expect(!labelled.lines[2].isCaption && labelled.lines[2].faces[0].file == 0)
        (settings.form, settings.size, settings.axes) = (.paragraph, 10.5, style.axisSettings)
        settings.axes?.set(Self.weight, to: 523)
        #expect(texts(settings, [caption]) == [["Flex, Weight 523, 10.5 pt"], ["a"]])
    }

    @Test func paragraphsBreakAtSpacesAndLimits() throws {
        #expect(LineBreaks.lines("aa bb  cc", most: 5) == ["aa bb", "cc"])
        #expect(LineBreaks.lines("aaaaaaa b", most: 3) == ["aaa", "aaa", "a b"])
        #expect(LineBreaks.lines("", most: 3) == [""])
        var settings = SpecimenSettings()
        (settings.form, settings.text) = (.paragraph, "a\n\n" + String(repeating: "word ", count: 100_000))
        let specimen = StylePicture(try style(madeFace("A")), settings, sample: "").specimen(.png)
        #expect(specimen.lines.map(\.text).prefix(2) == ["a", " "])
        #expect(specimen.lines.count <= Specimen.Limits.lines)
        #expect(specimen.lines.reduce(0) { $0 + $1.text.utf8.count } <= Specimen.Limits.textLength)
    }

    @Test func namesOfFilesAreNames() throws {
        let picture = StylePicture(try style(madeFace("A/B\nC")), SpecimenSettings(), sample: "")
        #expect(picture.fileName(.svg) == "A-B-C Regular.svg")
    }

    /// A place between the named styles is named by its values.
    @Test func placesOfAxesHaveNames() throws {
        let face = madeFace(
            "Flex", axes: [Self.weight],
            instances: [
                NamedInstance(
                    name: "Regular", postscriptName: "Flex-Regular", hasOwnPostScriptName: true,
                    coordinates: ["wght": 400], isDefault: true),
                NamedInstance(
                    name: "Bold", postscriptName: "Flex-Bold", hasOwnPostScriptName: true,
                    coordinates: ["wght": 700], isDefault: false),
            ])
        let family = try #require(FamilyDetails(madeFamily([madeFont(face)])))
        let style = family.styles[0]
        var settings = SpecimenSettings()
        settings.axes = style.axisSettings
        #expect(settings.title(of: style) == "Regular" && family.place(showing: settings.axes, of: 0) == 0)
        settings.axes?.set(Self.weight, to: 523)
        #expect(settings.title(of: style) == "wght 523" && family.place(showing: settings.axes, of: 0) == nil)
        #expect(StylePicture(style, settings, sample: "").fileName(.png) == "Flex wght 523.png")
        settings.axes?.set(Self.weight, to: 523.25)
        #expect(settings.title(of: style) == "wght 523.25", "in any language")
        settings.axes?.set(Self.weight, to: 700)
        #expect(settings.title(of: style) == "Bold" && family.place(showing: settings.axes, of: 0) == 1)
        #expect(family.place(showing: nil, of: 0) == 0)
    }

    @Test func widthsAndDirectionsHaveClasses() throws {
        var face = madeFace("A")
        #expect(try style(face).widthClass == 5)
        for (width, expected) in [(40.0, 1), (76, 3), (112.5, 6), (400, 9)] {
            face.width = width
            #expect(try style(face).widthClass == expected)
        }
        for text in ["12 عربي", "שלום abc"] { #expect(TextDirection.isRightToLeft(text), "\(text)") }
        for text in ["", "1 2", "abc עברית", "漢字"] { #expect(!TextDirection.isRightToLeft(text), "\(text)") }
    }

    @Test func switchedFeaturesAreKeptForAnotherStyle() {
        var old = FeatureSettings(["smcp", "onum"].map { FontFeature(tag: $0) })
        for row in old.rows { old.set(row, isOn: true) }
        let new = FeatureSettings(["kern", "smcp"].map { FontFeature(tag: $0) }).keeping(old)
        #expect(new.values == ["smcp": 1])
        #expect(FeatureSettings([FontFeature(tag: "smcp")]).keeping(nil).values.isEmpty)
    }

    @Test(.fewAtOnce) func theSampleIsOfTheScriptsOfTheFont() async throws {
        let test = try TestLibrary()
        try await test.install(SyntheticFont(family: "Lora") { $0.characters = [0x20...0x7E, 0x410...0x44F] })
        let reader = DetailsReader(test.library)
        let family = try #require(try await reader.family("Lora"))
        let sample = await reader.sample(of: family.styles[0], else: "other")
        #expect(sample.split(separator: "\n").count >= 1 && sample.contains { $0.isLetter } && sample != "other")
        // A file that is gone is no reason to show nothing.
        var gone = family.styles[0]
        gone.font.origin = .system
        gone.font.path = "/none/gone.ttf"
        #expect(await reader.sample(of: gone, else: "other") == "other")
    }

    @Test func picturesAreWrittenWhole() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fontd-export-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.svg").path(percentEncoded: false)
        let picture = DrawnSpecimen(bytes: [1, 2, 3], width: 1, height: 1, used: [], missing: [])
        try ExportedPicture.write(picture, to: path)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
        #expect {
            try ExportedPicture.write(picture, to: path + "/b.svg")
        } throws: { error in
            guard let error = error as? FontError else { return false }
            let text = ErrorText.ofExport(error)
            return error.code == .registrationFailed && text.title == "The Specimen Was Not Exported"
                && text.body.hasPrefix("b.svg") && !text.actions.contains(.retry)
        }
    }

    /// Errors of files name the file, what the system says, and what helps.
    @Test(arguments: [
        (Errno.permissionDenied, "Choose another folder, or change its permissions."),
        (.readOnlyFileSystem, "Choose another folder, or change its permissions."),
        (.noSpace, "Free some space, then try again."), (.ioError, "Check it and its folder, then try again."),
    ]) func errorsOfFilesHaveAReason(_ errno: Errno, _ help: String) {
        let failure = FontError.FileFailure(errno: errno, operation: "write the picture", path: "/home/x/a.pdf")
        let text = ErrorText(FontError(.registrationFailed, "x", cause: .file(failure)))
        #expect(text.body.hasPrefix("a.pdf could not be used: ") && text.body.hasSuffix(help))
        #expect(!text.body.contains("{") && !text.body.contains("/home"))
    }

    @Test func failuresOfPrintingHaveAReason() {
        #expect(
            PrintFailure.text("Lora Bold", reason: "No such file.\n")
                == "Lora Bold could not be printed: No such file. Check the printer, or choose another file, then try again."
        )
        #expect(
            PrintFailure.text("Lora", reason: "") == "Lora could not be printed. Check the printer, then try again.")
    }
}

/// Families whose most regular style is a named instance.
@Suite struct RegularStyleTests {
    private static let weight = VariationAxis(
        tag: "wght", name: "Weight", minimum: 200, defaultValue: 400, maximum: 900)

    private static func instance(_ name: String, _ weight: Double, isDefault: Bool = false) -> NamedInstance {
        NamedInstance(
            name: name, postscriptName: "Flex-\(name)", hasOwnPostScriptName: true, coordinates: ["wght": weight],
            isDefault: isDefault)
    }

    @Test func aVariableFamilyHasARow() throws {
        let face = madeFace(
            "Flex", axes: [Self.weight], instances: [Self.instance("Thin", 200), Self.instance("Regular", 400)])
        let made = MadeSnapshot([madeFamily([madeFont(face)])])
        #expect(made.titles == ["Flex"])
        #expect(made.snapshot.rows[0].isVariable && made.snapshot.rows[0].styleCount == 2)
    }

    @Test func thePageBeginsWithTheRegularStyle() throws {
        func first(_ instances: [NamedInstance]) throws -> String {
            let face = madeFace("Flex", axes: [Self.weight], instances: instances)
            let details = try #require(FamilyDetails(madeFamily([madeFont(face)])))
            return details.styles[details.regular].title
        }
        #expect(try first([Self.instance("Thin", 200), Self.instance("Regular", 400, isDefault: true)]) == "Regular")
        // The default location of a face may have no name.
        #expect(
            try first([Self.instance("Thin", 200), Self.instance("Book", 380), Self.instance("Bold", 700)]) == "Book")
    }
}

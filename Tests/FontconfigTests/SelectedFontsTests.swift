import FontModel
import Fontconfig
import TestSupport
import Testing

/// The rules of a configuration, applied to folders that are looked at one by one.
@Suite struct SelectedFontsTests {
    /// Returns a world with a font in a folder of a folder, which a rule may hide.
    private func world(rejecting glob: String) throws -> (world: PrivateFontconfig, font: String) {
        let world = try PrivateFontconfig(
            extra: "<selectfont><rejectfont><glob>\(glob)</glob></rejectfont></selectfont>")
        world.folder("fontd")
        world.folder("fontd/0001")
        world.settle(world.fonts + "/fontd")
        return (world, try world.add(SyntheticFont(family: "Any").build(), as: "fontd/0001/a.ttf"))
    }

    @Test(arguments: ["*/fontd", "*/fontd/0001", "*/0001/a.*", "*/fontd/*"])
    func aRuleHidesAFontByItsFileOrAFolderAbove(_ glob: String) throws {
        let (world, font) = try world(rejecting: glob)
        let configuration = try world.configuration()
        _ = try configuration.buildCache(of: world.fonts + "/fontd/0001")
        let fonts = SelectedFonts(configuration)
        #expect(fonts.concealment(of: font, face: 0) == .rejected)
        #expect(!fonts.showsAll(in: world.fonts + "/fontd/0001"))
        #expect(configuration.filesRejecting(font, face: 0) == [world.configurationFile])
    }

    @Test(arguments: ["*/fontd/", "*/fontd/000", "*/0001/b.*", "*/fonts"])
    func anotherRuleDoesNot(_ glob: String) throws {
        let (world, font) = try world(rejecting: glob)
        let configuration = try world.configuration()
        let fonts = SelectedFonts(configuration)
        #expect(fonts.concealment(of: font, face: 0) == nil)
        #expect(fonts.showsAll(in: world.fonts + "/fontd/0001"))
        #expect(fonts.isKnownToBeVisible(font, face: 0))
    }

    /// The files of the configuration are not read again for the rules, for a new folder or for the fonts.
    @Test(arguments: [false, true]) func oneParsedConfigurationAnswersEverything(hasSystemFonts: Bool) throws {
        let (world, font) = try world(rejecting: "*/fontd/0003")
        let openings = try FileEvents(.openings, of: world.configurationFile)
        let configuration = try world.configuration()
        if hasSystemFonts { _ = try #require(SystemFonts(in: configuration, excluding: [])) }
        #expect(SelectedFonts(configuration).concealment(of: font, face: 0) == nil)
        for (folder, isShown) in [("fontd/0002", true), ("fontd/0003", false)] {
            world.folder(folder)
            world.settle(world.fonts + "/fontd")
            let font = try world.add(SyntheticFont(family: folder).build(), as: folder + "/b.ttf")
            _ = try configuration.buildCache(of: world.fonts + "/" + folder)
            #expect((SelectedFonts(configuration).concealment(of: font, face: 0) == nil) == isShown)
        }
        let fonts = SystemFonts(in: configuration, excluding: [])
        #expect((fonts == nil) == hasSystemFonts, "a configuration has its fonts once")
        #expect(openings.count() == 1)
    }

    @Test func aFolderBesideTheConfiguredOnesIsNotSearched() throws {
        let (world, _) = try world(rejecting: "/nowhere")
        let fonts = SelectedFonts(try world.configuration())
        #expect(fonts.concealment(of: world.root + "/other/a.ttf", face: 0) == .folderNotConfigured)
    }
}

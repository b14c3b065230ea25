import FontModel
import Fontconfig
import SystemPackage
import Testing

@Suite struct FontConfigurationTests {
    @Test func aGivenFileSaysWhereThingsAre() throws {
        let world = try PrivateFontconfig()
        let configuration = try world.configuration()
        #expect(configuration.fontDirectories == [world.fonts])
        #expect(configuration.cacheDirectories == [world.caches])
        #expect(configuration.configurationFiles == [world.configurationFile])
    }

    @Test func loadingScansNothing() throws {
        let world = try PrivateFontconfig()
        try world.add([], as: "a.ttf")
        world.folder("inside")
        let configuration = try world.configuration()
        #expect(configuration.fontDirectories == [world.fonts])
        #expect(configuration.cache(of: world.fonts) == nil)
    }

    /// `FcConfigParseAndLoad` returns FcTrue for a missing file unless its `complain` argument is set.
    @Test func aMissingFileIsAnError() throws {
        let world = try PrivateFontconfig()
        let error = #expect(throws: FontError.self) { try FontConfiguration.load(file: world.root + "/none.conf") }
        #expect(error?.code == .registrationFailed)
        let failure = FontError.FileFailure(
            errno: .noSuchFileOrDirectory, operation: "read the configuration of fontconfig",
            path: world.root + "/none.conf")
        #expect(error?.cause == .file(failure))
        #expect(error?.file == world.root + "/none.conf")
    }

    @Test func aDamagedFileIsAnError() throws {
        let world = try PrivateFontconfig()
        try world.write(Array("<fontconfig><dir>".utf8), to: world.configurationFile)
        let error = #expect(throws: FontError.self) { try world.configuration() }
        #expect(error?.code == .registrationFailed)
        #expect(error?.cause == .configuration(.fontconfig, path: world.configurationFile))
        #expect(throws: FontError.self) { try world.systemFonts() }
    }

    @Test func theVersionIsThatOfAFontconfigOfOurTime() {
        #expect(FontConfiguration.version >= 21_400)
        #expect(FontConfiguration.version < 30_000)
    }
}

import FontModel
import Fontconfig
import Glibc
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
        let error = #expect(throws: FontError.self) { try FontConfiguration(file: world.root + "/none.conf") }
        #expect(error?.code == .registrationFailed)
        let failure = FontError.FileFailure(
            errno: .noSuchFileOrDirectory, operation: "read the configuration of fontconfig",
            path: world.root + "/none.conf")
        #expect(error?.cause == .file(failure))
        #expect(error?.file == world.root + "/none.conf")
    }

    /// Files that block are found through all forms of `<include>`, and only where fontconfig reads them.
    @Test func filesThatBlockAreFoundWithoutOpeningThem() throws {
        let world = try PrivateFontconfig()
        let names = ["rules &amp; more", "absent.conf", "on.conf", "fonts.conf"]
        let includes = names.map { "<include ignore_missing=\"yes\">\(world.root)/\($0)</include>" }.joined()
        let document = "<fontconfig>\(includes)<!-- <include>\(world.root)/off.conf</include> --></fontconfig>"
        try world.write(Array(document.utf8), to: world.configurationFile)
        #expect(FontConfiguration.blockingFiles(of: world.configurationFile) == [])
        let folder = world.root + "/rules & more"
        try #require(mkdir(folder, 0o700) == 0)
        for name in ["/on.conf", "/off.conf", "/rules & more/10-a.conf", "/rules & more/a.conf"] {
            try #require(mkfifo(world.root + name, 0o600) == 0)
        }
        try #require(symlink("10-a.conf", folder + "/20-link.conf") == 0)
        try #require(symlink("/dev/null", folder + "/30-off.conf") == 0)
        try #require(symlink("/dev/zero", folder + "/40-zero.conf") == 0)
        let expected = ["/on.conf"] + ["10-a", "20-link", "40-zero"].map { "/rules & more/\($0).conf" }
        #expect(FontConfiguration.blockingFiles(of: world.configurationFile) == expected.map { world.root + $0 })
    }

    @Test func aDamagedFileIsAnError() throws {
        let world = try PrivateFontconfig()
        try world.write(Array("<fontconfig><dir>".utf8), to: world.configurationFile)
        let error = #expect(throws: FontError.self) { try world.configuration() }
        #expect(error?.code == .registrationFailed)
        #expect(error?.cause == .configuration(.fontconfig, path: world.configurationFile))
        #expect(throws: FontError.self) { try world.systemFonts() }
    }

    /// fontconfig prints errors, and has no function that returns them.
    @Test func errorsInFilesHaveTheirPlace() throws {
        let world = try PrivateFontconfig()
        #expect(FontConfiguration.faults(in: world.configurationFile) == [])
        try world.write(
            Array(
                """
                <fontconfig>
                  <dir>\(world.fonts)</dir><cachedir>\(world.caches)</cachedir>
                  <include ignore_missing="yes">\(world.root)/rules.conf</include>
                  <include ignore_missing="yes">\(world.root)/values.conf</include>
                </fontconfig>
                """.utf8), to: world.configurationFile)
        try world.write(
            Array("<fontconfig>\n<oops/>\n<selectfont>\n</fontconfig>".utf8), to: world.root + "/rules.conf")
        try world.write(
            Array("<fontconfig><match><edit name=\"size\"><int>ten</int></edit></match></fontconfig>".utf8),
            to: world.root + "/values.conf")
        let faults = FontConfiguration.faults(in: world.configurationFile)
        #expect(faults.map(\.file) == [world.root + "/rules.conf", world.root + "/values.conf"])
        #expect(faults.map(\.line) == [4, 1])
        #expect(faults.map(\.isOfWholeFile) == [true, false])
        #expect(faults.allSatisfy { !$0.reason.isEmpty && !$0.reason.contains(world.root) })
        // Nothing is left over from an earlier call.
        try world.write(Array("<fontconfig/>".utf8), to: world.root + "/rules.conf")
        #expect(FontConfiguration.faults(in: world.configurationFile) == Array(faults.dropFirst()))
    }
}

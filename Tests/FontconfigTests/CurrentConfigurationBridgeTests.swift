import FontModel
import Fontconfig
import Glibc
import TestSupport
import Testing

/// fontconfig's current configuration belongs to the whole process, so each test runs in its own process.
@Suite struct CurrentConfigurationBridgeTests {
    private let world: PrivateFontconfig
    /// Font files outside the configured folder, indexed by the number in their family names.
    private let files: [String]

    init() throws {
        world = try PrivateFontconfig()
        try world.add(SyntheticFont(family: "Configured").build(), as: "configured.ttf")
        files = (0..<4).map { [root = world.root] in "\(root)/app\($0).ttf" }
        for (index, file) in files.enumerated() {
            try world.write(SyntheticFont(family: "Application \(index)").build(), to: file)
        }
    }

    @Test func fontsAreAddedOnce() async {
        await #expect(processExitsWith: .success) {
            [configuration = world.configurationFile as String, files = files as [String]]
            () async throws -> Void in
            setenv("FONTCONFIG_FILE", configuration, 1)
            let bridge = CurrentConfigurationBridge()
            #expect(bridge.appliedPaths == [])
            #expect(try !bridge.synchronize([]))
            #expect(try bridge.synchronize([files[1], files[0], files[1]]))
            #expect(ForeignCode.applicationFonts == [files[1], files[0]])
            #expect(bridge.appliedPaths == [files[1], files[0]])
            #expect(ForeignCode.match("Application 0") == files[0])
            #expect(try !bridge.synchronize([files[1], files[0]]))
            #expect(try !bridge.synchronize([files[0], files[1]]))
            #expect(ForeignCode.applicationFonts == [files[1], files[0]])
            #expect(try bridge.synchronize([files[0], files[1], files[2]]))
            #expect(ForeignCode.applicationFonts == [files[1], files[0], files[2]])
            ForeignCode.freeEverything()
        }
    }

    @Test func fontsOfOthersStay() async {
        await #expect(processExitsWith: .success) {
            [configuration = world.configurationFile as String, files = files as [String]]
            () async throws -> Void in
            setenv("FONTCONFIG_FILE", configuration, 1)
            let bridge = CurrentConfigurationBridge()
            #expect(try bridge.synchronize([files[0]]))
            #expect(ForeignCode.add(files[1]))
            #expect(try bridge.synchronize([files[2]]))
            #expect(ForeignCode.applicationFonts == [files[1], files[2]])
            #expect(ForeignCode.match("Application 0") != files[0])
            #expect(try bridge.synchronize([]))
            #expect(ForeignCode.applicationFonts == [files[1]])
            #expect(try !bridge.synchronize([]))
            ForeignCode.freeEverything()
        }
    }

    /// A registered font takes precedence over a system font with the same name and the same or a higher revision.
    @Test(arguments: [1.0, 9.0])
    func ourFontComesBeforeTheSystemsOfThatName(_ revision: Double) async throws {
        let system = try world.add(SyntheticFont(family: "Twice") { $0.revision = revision }.build(), as: "twice.ttf")
        let ours = world.root + "/ours.ttf"
        try world.write(SyntheticFont(family: "Twice", salt: 1) { $0.revision = 1 }.build(), to: ours)
        await #expect(processExitsWith: .success) {
            [
                configuration = world.configurationFile as String, system = system as String, ours = ours as String,
                files = files as [String]
            ] () async throws -> Void in
            setenv("FONTCONFIG_FILE", configuration, 1)
            #expect(ForeignCode.match("Twice") == system)
            let bridge = CurrentConfigurationBridge()
            #expect(try bridge.synchronize([ours, files[0]]))
            #expect(ForeignCode.match("Twice") == ours)
            // The bridge clears the set to remove one font, which restores the other.
            #expect(try bridge.synchronize([ours]))
            #expect(ForeignCode.match("Twice") == ours)
            ForeignCode.clear()
            #expect(ForeignCode.add(ours))
            #expect(ForeignCode.match("Twice") == system)
            #expect(try bridge.synchronize([ours]))
            #expect(try !bridge.synchronize([ours]))
            #expect(ForeignCode.match("Twice") == ours)
            try bridge.reinitialize([ours])
            #expect(ForeignCode.match("Twice") == ours)
            #expect(try bridge.synchronize([]))
            #expect(ForeignCode.match("Twice") == system)
            ForeignCode.freeEverything()
        }
    }

    /// A font that other code added first is not owned by the bridge, even if the bridge is asked to add it later.
    @Test func aFontThatSomeoneElseAddedIsTheirs() async {
        await #expect(processExitsWith: .success) {
            [configuration = world.configurationFile as String, files = files as [String]]
            () async throws -> Void in
            setenv("FONTCONFIG_FILE", configuration, 1)
            let bridge = CurrentConfigurationBridge()
            #expect(ForeignCode.add(files[0]))
            #expect(try !bridge.synchronize([files[0]]))
            #expect(bridge.appliedPaths == [files[0]])
            #expect(try !bridge.synchronize([]))
            #expect(ForeignCode.applicationFonts == [files[0]])
            ForeignCode.freeEverything()
        }
    }

    /// A font that the bridge added and lost, or could not add, is not owned by the bridge when other code adds it.
    @Test func aFontThatSomeoneElseAddedLaterIsTheirs() async throws {
        let broken = world.root + "/broken.ttf"
        try world.write(Array("no font yet".utf8), to: broken)
        let font = SyntheticFont(family: "Whole").build()
        await #expect(processExitsWith: .success) {
            [
                configuration = world.configurationFile as String, files = files as [String],
                broken = broken as String, font = font as [UInt8]
            ] () async throws -> Void in
            setenv("FONTCONFIG_FILE", configuration, 1)
            let bridge = CurrentConfigurationBridge()
            #expect(try bridge.synchronize([files[0]]))
            ForeignCode.clear()
            #expect(try !bridge.synchronize([]))
            #expect(ForeignCode.add(files[0]))
            #expect(try !bridge.synchronize([]))
            #expect(ForeignCode.applicationFonts == [files[0]])

            #expect(throws: FontError.self) { try bridge.synchronize([broken]) }
            let file = fopen(broken, "w")
            fwrite(font, 1, font.count, file)
            fclose(file)
            #expect(ForeignCode.add(broken))
            #expect(try !bridge.synchronize([]))
            #expect(ForeignCode.applicationFonts == [files[0], broken])
            ForeignCode.freeEverything()
        }
    }

    @Test func fontsThatOthersClearedComeBack() async {
        await #expect(processExitsWith: .success) {
            [configuration = world.configurationFile as String, files = files as [String]]
            () async throws -> Void in
            setenv("FONTCONFIG_FILE", configuration, 1)
            let bridge = CurrentConfigurationBridge()
            #expect(try bridge.synchronize([files[0], files[1]]))
            ForeignCode.clear()
            #expect(ForeignCode.applicationFonts == [])
            #expect(try bridge.synchronize([files[0], files[1]]))
            #expect(ForeignCode.applicationFonts == [files[0], files[1]])
            ForeignCode.freeEverything()
        }
    }

    /// `FcInitReinitialize` drops application fonts in fontconfig 2.14…2.18.
    ///
    /// Later versions, which have no version number yet, keep them and have a function that returns them
    /// (`FcConfigGetAppFonts`).
    @Test func fontsSurviveAnotherConfiguration() async {
        await #expect(processExitsWith: .success) {
            [configuration = world.configurationFile as String, files = files as [String]]
            () async throws -> Void in
            setenv("FONTCONFIG_FILE", configuration, 1)
            let bridge = CurrentConfigurationBridge()
            #expect(try bridge.synchronize([files[0], files[1]]))
            #expect(ForeignCode.reinitialize())
            let wereLost = ForeignCode.applicationFonts.isEmpty
            #expect(wereLost == (dlsym(nil, "FcConfigGetAppFonts") == nil))
            #expect(try bridge.synchronize([files[0], files[1]]) == wereLost)
            #expect(ForeignCode.applicationFonts == [files[0], files[1]])
            #expect(try bridge.synchronize([files[1]]))
            #expect(ForeignCode.applicationFonts == [files[1]])
            ForeignCode.freeEverything()
        }
    }

    @Test func aFileThatIsNoFontKeepsNoOtherOut() async throws {
        try world.write(Array("no font".utf8), to: world.root + "/text.ttf")
        await #expect(processExitsWith: .success) {
            [configuration = world.configurationFile as String, files = files as [String], root = world.root as String]
            () async throws -> Void in
            setenv("FONTCONFIG_FILE", configuration, 1)
            let bridge = CurrentConfigurationBridge()
            let damaged = #expect(throws: FontError.self) {
                try bridge.synchronize([files[0], root + "/text.ttf", files[1]])
            }
            #expect(damaged?.code == .invalidFontData)
            #expect(damaged?.file == root + "/text.ttf")
            #expect(bridge.appliedPaths == [files[0], files[1]])
            #expect(ForeignCode.applicationFonts == [files[0], files[1]])
            let missing = #expect(throws: FontError.self) { try bridge.synchronize([files[0], root + "/none.ttf"]) }
            #expect(missing?.code == .fileNotFound)
            #expect(ForeignCode.applicationFonts == [files[0]])
            ForeignCode.freeEverything()
        }
    }

    @Test func reinitializingSeesNewFontsAndKeepsApplicationFonts() async throws {
        let new = SyntheticFont(family: "New").build()
        await #expect(processExitsWith: .success) {
            [
                configuration = world.configurationFile as String, files = files as [String],
                path = world.fonts + "/new.ttf" as String, new = new as [UInt8]
            ] () async throws -> Void in
            setenv("FONTCONFIG_FILE", configuration, 1)
            let bridge = CurrentConfigurationBridge()
            #expect(try bridge.synchronize([files[0], files[1]]))
            #expect(ForeignCode.add(files[2]))
            let file = fopen(path, "w")
            fwrite(new, 1, new.count, file)
            fclose(file)
            #expect(ForeignCode.match("New") != path)
            try bridge.reinitialize([files[1], files[3]])
            #expect(ForeignCode.match("New") == path)
            #expect(ForeignCode.applicationFonts == [files[2], files[1], files[3]])
            #expect(bridge.appliedPaths == [files[1], files[3]])
            #expect(try !bridge.synchronize([files[1], files[3]]))
            #expect(try bridge.synchronize([]))
            #expect(ForeignCode.applicationFonts == [files[2]])
            ForeignCode.freeEverything()
        }
    }

    /// The rest of the module never changes the configuration of the process.
    @Test func privateConfigurationsLeaveTheCurrentOneAlone() async throws {
        await #expect(processExitsWith: .success) {
            [configuration = world.configurationFile as String, files = files as [String]]
            () async throws -> Void in
            setenv("FONTCONFIG_FILE", "/nonexistent/fonts.conf", 1)
            let fonts = try SystemFonts.load(configurationFile: configuration)
            #expect(fonts.substitute(for: "Configured")?.face.family == "Configured")
            _ = try FontScan.scan(path: files[0])
            _ = try FontConfiguration(file: configuration)
            // If a call above had created a current configuration, it would be that of the missing file.
            setenv("FONTCONFIG_FILE", configuration, 1)
            #expect(ForeignCode.match("Configured")?.hasSuffix("/configured.ttf") == true)
        }
    }
}

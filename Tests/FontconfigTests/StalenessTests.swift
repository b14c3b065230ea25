import Fontconfig
import Glibc
import TestSupport
import Testing

/// ``SystemFonts/isUpToDate()`` sees changes within the same second, which `FcConfigUptoDate` misses.
@Suite struct StalenessTests {
    private let world: PrivateFontconfig
    private let inside: String

    init() throws {
        world = try PrivateFontconfig(extra: "<dir>/nonexistent/fontd-tests</dir>")
        inside = world.folder("inside")
        try world.add(SyntheticFont().build(), as: "inside/a.ttf")
    }

    @Test func nothingChanged() throws {
        let fonts = try world.systemFonts()
        #expect(fonts.isUpToDate())
        // The query changes nothing.
        #expect(fonts.isUpToDate())
        #expect(fonts.fontDirectories.contains("/nonexistent/fontd-tests"))
    }

    @Test func oneNanosecondIsSeen() throws {
        world.setTime(of: inside, to: 1_500_000_000, nanoseconds: 5)
        let fonts = try world.systemFonts()
        #expect(fonts.isUpToDate())
        world.setTime(of: inside, to: 1_500_000_000, nanoseconds: 6)
        #expect(!fonts.isUpToDate())
    }

    @Test func anOlderTimeIsSeen() throws {
        let fonts = try world.systemFonts()
        world.setTime(of: inside, to: 1_000_000_000)
        #expect(!fonts.isUpToDate())
    }

    @Test func aFolderPutInPlaceOfAnotherIsSeen() throws {
        world.setTime(of: inside, to: 1_500_000_000)
        let fonts = try world.systemFonts()
        #expect(rename(inside, inside + "-gone") == 0)
        #expect(mkdir(inside, 0o755) == 0)
        world.setTime(of: inside, to: 1_500_000_000)
        #expect(!fonts.isUpToDate())
    }

    @Test func theConfigurationFileIsWatched() throws {
        let fonts = try world.systemFonts()
        world.settle(world.configurationFile)
        #expect(!fonts.isUpToDate())
    }

    @Test func aFolderThatAppearsIsSeen() throws {
        let missing = world.root + "/later"
        let other = try PrivateFontconfig(extra: "<dir>\(missing)</dir>")
        let fonts = try other.systemFonts()
        #expect(fonts.isUpToDate())
        #expect(mkdir(missing, 0o755) == 0)
        #expect(!fonts.isUpToDate())
    }

    /// fontconfig does not name a folder of rules that is absent.
    @Test func rulesThatComeLaterAreSeen() throws {
        let missing = world.root + "/later/conf.d"
        let other = try PrivateFontconfig(extra: "<include ignore_missing=\"yes\">\(missing)</include>")
        let fonts = try SystemFonts.load(configurationFile: other.configurationFile, awaiting: [missing])
        #expect(fonts.configuration.awaitedFiles == [missing])
        #expect(fonts.isUpToDate())
        #expect(mkdir(world.root + "/later", 0o755) == 0)
        #expect(fonts.isUpToDate(), "no rule can be there yet")
        #expect(mkdir(missing, 0o755) == 0)
        #expect(!fonts.isUpToDate())
        world.setTime(of: missing, to: 1_500_000_000)
        let again = try SystemFonts.load(configurationFile: other.configurationFile, awaiting: [missing])
        #expect(again.configuration.awaitedFiles.isEmpty && again.isUpToDate())
    }

    /// A change at the moment of loading counts as a change, because it may have come before or after the load.
    ///
    /// An unnecessary reload is cheaper than a missed one.
    @Test func recentModificationCountsAsChange() throws {
        #expect(utimensat(AT_FDCWD, inside, nil, 0) == 0)
        #expect(try !world.systemFonts().isUpToDate())
    }

    /// A folder with a modification time in the future does not cause repeated loading.
    ///
    /// fontconfig itself misses changes of all other folders in this case.
    @Test func aTimeInTheFutureIsATimeLikeOthers() throws {
        world.setTime(of: inside, to: 4_000_000_000)
        let fonts = try world.systemFonts()
        #expect(fonts.isUpToDate())
        world.setTime(of: inside, to: 4_000_000_001)
        #expect(!fonts.isUpToDate())
    }
}

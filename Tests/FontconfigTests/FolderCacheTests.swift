import FontModel
import Fontconfig
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite struct FolderCacheTests {
    @Test func aFolderIsScannedOnce() throws {
        let world = try PrivateFontconfig()
        try world.add(SyntheticFont().build(), as: "a.ttf")
        try world.add(SyntheticFont.variable.build(), as: "b.ttf")
        let configuration = try world.configuration()
        #expect(configuration.cache(of: world.fonts) == nil)

        let built = try configuration.buildCache(of: world.fonts)
        // The variable face: the face itself, two instances away from the default location, and the ranges.
        #expect(built.patternCount == 5)
        #expect(configuration.files(cachedIn: world.fonts) == ["a.ttf", "b.ttf"])
        #expect(world.cacheFiles.count == 1)

        #expect(configuration.cache(of: world.fonts) == built)
        #expect(try configuration.buildCache(of: world.fonts) == built)
    }

    @Test func theCacheIsTheOneThatClientsRead() throws {
        let world = try PrivateFontconfig()
        let path = try world.add(SyntheticFont(family: "Before").build(), as: "a.ttf")
        _ = try world.configuration().buildCache(of: world.fonts)
        // Replaces the font without changing the folder's time, so that only a scan can find the change.
        try world.write(SyntheticFont(family: "After").build(), to: path)
        #expect(try world.systemFonts().entries.map(\.face.family) == ["Before"])
        _ = try world.configuration().buildCache(of: world.fonts)
        #expect(try world.systemFonts().entries.map(\.face.family) == ["Before"])
        _ = try world.configuration().buildCache(of: world.fonts, force: true)
        #expect(try world.systemFonts().entries.map(\.face.family) == ["After"])
    }

    @Test func anotherFileMakesTheCacheInvalid() throws {
        let world = try PrivateFontconfig()
        try world.add(SyntheticFont().build(), as: "a.ttf")
        let configuration = try world.configuration()
        _ = try configuration.buildCache(of: world.fonts)
        try world.add(SyntheticFont(family: "Second").build(), as: "b.ttf")
        #expect(configuration.cache(of: world.fonts) == nil)
        #expect(try configuration.buildCache(of: world.fonts).patternCount == 2)
        #expect(configuration.files(cachedIn: world.fonts) == ["a.ttf", "b.ttf"])
    }

    @Test(
        .enabled(
            if: FontconfigReleases.shareCaches && !FontconfigReleases.programsCompareWholeSeconds,
            "This build of fontconfig compares whole seconds, or it is not known whether it does."))
    func oneNanosecondMakesTheCacheInvalid() throws {
        let world = try PrivateFontconfig()
        world.setTime(of: world.fonts, to: 1_500_000_000, nanoseconds: 1)
        let configuration = try world.configuration()
        _ = try configuration.buildCache(of: world.fonts)
        #expect(configuration.cache(of: world.fonts) != nil)
        world.setTime(of: world.fonts, to: 1_500_000_000, nanoseconds: 2)
        #expect(configuration.cache(of: world.fonts) == nil)
    }

    @Test func oneSecondMakesTheCacheInvalid() throws {
        let world = try PrivateFontconfig()
        world.setTime(of: world.fonts, to: 1_500_000_001)
        let configuration = try world.configuration()
        _ = try configuration.buildCache(of: world.fonts)
        #expect(configuration.cache(of: world.fonts) != nil)
        world.setTime(of: world.fonts, to: 1_500_000_000)
        #expect(configuration.cache(of: world.fonts) == nil)
    }

    /// The name of a cache is derived from the path as it is spelled, so the path must be normalized.
    @Test(arguments: ["/", "//", "/.", "/../fonts", "/inside/.."])
    func anotherSpellingIsTheSameFolder(_ suffix: String) throws {
        let world = try PrivateFontconfig()
        world.folder("inside")
        try world.add(SyntheticFont().build(), as: "a.ttf")
        let configuration = try world.configuration()
        let built = try configuration.buildCache(of: world.fonts + suffix)
        #expect(try configuration.buildCache(of: world.fonts) == built)
        #expect(world.cacheFiles.count == 1)
        #expect(configuration.cache(of: world.fonts) != nil)
        #expect(configuration.cache(of: world.fonts + suffix) != nil)
    }

    @Test func foldersInsideAreNotFollowed() throws {
        let world = try PrivateFontconfig()
        let inside = world.folder("inside")
        try world.add(SyntheticFont().build(), as: "inside/a.ttf")
        let configuration = try world.configuration()
        #expect(try configuration.buildCache(of: world.fonts).patternCount == 0)
        #expect(configuration.cache(of: inside) == nil)
        #expect(try configuration.buildCache(of: inside).patternCount == 1)
    }

    @Test func filesThatAreNoFontsAreLeftOut() throws {
        let world = try PrivateFontconfig()
        try world.add(SyntheticFont().build(), as: "a.ttf")
        try world.add(Array("no font".utf8), as: "b.ttf")
        #expect(try world.configuration().buildCache(of: world.fonts).patternCount == 1)
        #expect(try world.configuration().files(cachedIn: world.fonts) == ["a.ttf"])
    }

    @Test func aCollectionHasAPatternPerFace() throws {
        let world = try PrivateFontconfig()
        try world.add(SyntheticCollection.faces(7).build(), as: "a.ttc")
        #expect(try world.configuration().buildCache(of: world.fonts).patternCount == 7)
    }

    @Test func aDroppedCacheIsGone() throws {
        let world = try PrivateFontconfig()
        let configuration = try world.configuration()
        _ = try configuration.buildCache(of: world.fonts)
        #expect(world.cacheFiles.count == 1)
        configuration.dropCache(of: world.fonts + "/")
        #expect(world.cacheFiles == [])
        #expect(configuration.cache(of: world.fonts) == nil)
        // Does nothing if there is no cache.
        configuration.dropCache(of: world.fonts)
    }

    @Test func aCacheThatCannotBeWrittenIsToldByItsAbsence() throws {
        // No process, not even one of root, can make a folder below a file.
        let world = try PrivateFontconfig(cacheFolder: "/etc/passwd/caches")
        try world.add(SyntheticFont().build(), as: "a.ttf")
        let cache = try world.configuration().buildCache(of: world.fonts)
        #expect(cache.patternCount == 1)
        #expect(try world.configuration().cache(of: world.fonts) == nil)
    }

    @Test func aMissingFolderIsAnError() throws {
        let world = try PrivateFontconfig()
        let configuration = try world.configuration()
        let error = #expect(throws: FontError.self) { try configuration.buildCache(of: world.root + "/none") }
        #expect(error?.code == .registrationFailed)
        let failure = FontError.FileFailure(
            errno: .noSuchFileOrDirectory, operation: "scan the folder", path: world.root + "/none")
        #expect(error?.cause == .file(failure))
        #expect(error?.file == world.root + "/none")
        #expect(configuration.cache(of: world.root + "/none") == nil)
    }

    /// Threads can share a configuration and scan the same folder concurrently.
    @Test func threadsShareAConfiguration() async throws {
        let world = try PrivateFontconfig()
        let folders = (0..<4).map { world.folder("f\($0)") }
        for index in 0..<4 { try world.add(SyntheticFont(salt: UInt32(index)).build(), as: "f\(index)/a.ttf") }
        let configuration = try world.configuration()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for round in 0..<32 {
                group.addTask {
                    try configuration.buildCache(of: folders[round % 4], force: round % 3 == 0).patternCount
                }
            }
            for try await count in group { #expect(count == 1) }
        }
    }
}

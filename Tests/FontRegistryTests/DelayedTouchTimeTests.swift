import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// The modification times and files by which running programs notice changes.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct DelayedTouchTimeTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    private func modified(_ path: String) throws -> Date {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    }

    @Test(arguments: [FontScope.session, .persistent])
    func everyChangeTouchesTheParentAndNeverWithAFutureTime(_ scope: FontScope) async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()), scope)
        let root = try #require(home.paths.projection(of: scope))
        let old = Date(timeIntervalSince1970: 1_000_000_000)
        func expectTouch(_ body: () async throws -> Void) async throws {
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: root)
            let before = Date(timeIntervalSinceNow: -5)
            try await body()
            let now = try modified(root)
            #expect(now > before)
            #expect(now <= Date(timeIntervalSinceNow: 1))
        }
        try await expectTouch { try await fonts.setEnabled(false, [.id(registration.id)]) }
        try await expectTouch { try await fonts.setEnabled(true, [.id(registration.id)]) }
        try await expectTouch { try await fonts.add(try home.write(SyntheticFont(family: "Next")), scope) }
        try await expectTouch { try await fonts.unregister([.id(registration.id)]) }
    }

    /// Two states of a folder never have modification times in the same second.
    ///
    /// Otherwise builds of fontconfig that compare whole seconds would consider their cache of the folder valid.
    @Test(arguments: [FontScope.session, .persistent])
    func noTwoStatesOfAFolderHaveASecondInCommon(_ scope: FontScope) async throws {
        let folder = try #require(home.paths.projection(of: scope)) + "/0001"
        var seconds: [Int] = []
        func look() throws { seconds.append(Int(try modified(folder).timeIntervalSince1970)) }
        let first = try await fonts.add(try home.write(SyntheticFont(family: "First")), scope)
        try look()
        let second = try await fonts.add(try home.write(SyntheticFont(family: "Second")), scope)
        try look()
        try await fonts.setEnabled(false, [.id(first.id)])
        try look()
        try await fonts.setEnabled(true, [.id(first.id)])
        try look()
        // The folder is removed with its last font and created again for the next one.
        try await fonts.unregister([.id(first.id), .id(second.id)])
        #expect(!FileManager.default.fileExists(atPath: folder))
        try await fonts.add(try home.write(SyntheticFont(family: "Third")), scope)
        try look()
        #expect(Set(seconds).count == seconds.count, "\(seconds)")
        #expect(seconds.allSatisfy { $0 > 0 && $0 < Int(Date().timeIntervalSince1970) })
    }

    @Test func operationsWithoutEffectWriteNothing() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        let old = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: home.paths.persistentProjection)
        try await fonts.add(registration.file)
        try await fonts.add(try home.write(SyntheticFont(family: "Local")), .process)
        _ = try await fonts.registered()
        #expect(try modified(home.paths.persistentProjection) == old)
    }

    @Test func theGenerationFileIsRewrittenByRename() async throws {
        try await fonts.add(try home.write(SyntheticFont()))
        var before = stat()
        try #require(stat(home.paths.generationFile, &before) == 0)
        let open = try FileHandle(forReadingFrom: URL(filePath: home.paths.generationFile))
        try await fonts.add(try home.write(SyntheticFont(family: "Next")))
        var after = stat()
        try #require(stat(home.paths.generationFile, &after) == 0)
        #expect(before.st_ino != after.st_ino)
        #expect(try open.readToEnd() == Data("1\n".utf8))
        #expect(try String(contentsOfFile: home.paths.generationFile, encoding: .utf8) == "2\n")
    }

    @Test(
        .enabled(if: hasFontconfigPrograms, "needs fc-cache"),
        .enabled(if: FontconfigReleases.shareCaches, "fc-cache reads another format"))
    func cachesAreReadyWhenChangesAreTold() async throws {
        try await fonts.add(try home.write(SyntheticFont()))
        #expect(try home.filesSeenByPrograms.count == 1)
        // fc-cache without --force reports for each folder whether it had to be scanned.
        let result = try Command.run("fc-cache", ["--verbose"], environment: home.environment)
        let ours = result.lines.filter {
            $0.hasPrefix(home.paths.persistentProjection) && !$0.contains("looped directory")
        }
        #expect(ours.count == 2)
        #expect(ours.allSatisfy { $0.contains("skipping, existing cache is valid") }, "\(result.output)")
    }
}

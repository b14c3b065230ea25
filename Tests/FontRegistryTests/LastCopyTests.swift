import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontStore

/// A font is not lost if data beside it is lost, and other files are not mistaken for fonts.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct LastCopyTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager(authority: .user)
    }

    private var objects: ObjectStore { ObjectStore(home.paths) }

    @Test func aShownFontWhoseStoreIsGoneStays() async throws {
        let old = try await fonts.add(try home.write(SyntheticFont(family: "Old")))
        let path = try #require(old.path)
        try remove(home.paths.store)
        let next = try home.user()
        let file = try home.write(SyntheticFont(family: "New"))
        let error = await #expect(throws: FontError.self) { try await next.add(file) }
        #expect(error?.storeFault == .damaged)
        #expect(try await next.diagnose(repair: true).isHealthy)
        #expect(exists(path))
        try await next.add(file)
        #expect(try await next.registered().map(\.sha256).contains(old.sha256))
        #expect(try await next.has("Old-Regular"))
    }

    @Test func aDatabaseWithoutTablesBesideFontsIsDamage() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        // The state after an interrupted start: a valid file with `user_version` 0.
        let handle = try FileHandle(forUpdating: URL(filePath: home.paths.database))
        try handle.seek(toOffset: 60)
        try handle.write(contentsOf: Data([0, 0, 0, 0]))
        try handle.close()
        let next = try home.manager(authority: .user)
        let error = await #expect(throws: FontError.self) { try await next.registered() }
        #expect(error?.storeFault == .damaged)
        _ = try await next.diagnose(repair: true)
        #expect(try await next.registered().map(\.id) == [registration.id])
    }

    @Test func aRebuildThatWasCutOffChangesNothing() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        try remove(home.paths.database)
        try Data("half a database".utf8).write(to: URL(filePath: home.paths.database + ".rebuilding"))
        let next = try home.manager(authority: .user)
        let error = await #expect(throws: FontError.self) { try await next.registered() }
        #expect(error?.storeFault == .damaged)
        _ = try await next.diagnose(repair: true)
        #expect(try await next.registered().map(\.id) == [registration.id])
        #expect(!exists(home.paths.database + ".rebuilding"))
    }

    @Test func anObjectNobodyVouchesForIsReplacedByWhatIsRegistered() async throws {
        let font = SyntheticFont(family: "Good")
        let file = try home.write(font)
        let registration = try await fonts.add(file)
        try await fonts.unregister([.id(registration.id)])
        let object = objects.path(registration.sha256)
        try FileManager.default.createDirectory(
            atPath: (object as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(SyntheticFont(family: "Evil").build()).write(to: URL(filePath: object))
        let again = try await fonts.add(file)
        #expect(FileManager.default.contents(atPath: try #require(again.path)) == Data(font.build()))
    }

    @Test func aReplacedObjectIsRestoredFromWhereItIsShown() async throws {
        let font = SyntheticFont(family: "Good")
        let registration = try await fonts.add(try home.write(font))
        let object = objects.path(registration.sha256)
        try remove(object)
        try Data(SyntheticFont(family: "Evil").build()).write(to: URL(filePath: object))
        let diagnosis = try await fonts.diagnose(repair: true)
        #expect(diagnosis.isHealthy)
        #expect(try await fonts.registered() == [registration])
        #expect(FileManager.default.contents(atPath: object) == Data(font.build()))
    }

    @Test func objectsThatCannotBeLookedAtAreNotTakenForLost() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        try #require(rename(home.paths.objects, home.paths.objects + ".away") == 0)
        try Data().write(to: URL(filePath: home.paths.objects))
        let diagnosis = try await fonts.diagnose(repair: true)
        #expect(diagnosis.findings.contains { $0.id == "misplaced" && $0.isRepaired }, "\(diagnosis)")
        #expect(exists(try #require(registration.path)))
        #expect(try await fonts.registered() == [registration])
        #expect(exists(objects.path(registration.sha256)))
    }

    @Test func processWithoutRuntimeDirectoryDoesNotEndTheSession() async throws {
        let font = try await fonts.add(try home.write(SyntheticFont(family: "Session")), .session)
        var context = home.context
        context.paths.runtimeDirectory = nil
        let elsewhere = FontManager(provider: "cron", context: context)
        try await elsewhere.add(try home.write(SyntheticFont(family: "Persistent")))
        #expect(try await fonts.registered(scope: .session) == [font])
        #expect(try await fonts.resolve("Session-Regular").match?.path == font.path)
    }

    @Test func anImpossibleGenerationIsNotBelieved() async throws {
        try await fonts.add(try home.write(SyntheticFont(family: "A")))
        try Data("9223372036854775807\n".utf8).write(to: URL(filePath: home.paths.generationFile))
        try await fonts.add(try home.write(SyntheticFont(family: "B")))
        #expect(try await fonts.generation() == 2)
    }

    @Test func theCallersOwnFontIsFoundBehindAnothersPath() async throws {
        let font = SyntheticFont()
        let (mine, theirs) = (try home.write(font, as: "mine.ttf"), try home.write(font, as: "theirs.ttf"))
        let provider = try home.manager()
        try await home.manager(provider: "other").add(theirs)
        try await provider.add(mine)
        #expect(try await provider.unregister([.file(theirs)]).isSuccess)
        #expect(try await provider.registered().isEmpty)
        #expect(try await home.manager(provider: "other").registered().count == 1)
    }

    /// Puts a font that is not registered into the font folder of a registered one.
    private func putStray(beside registration: Registration, as name: String, mode: mode_t) throws -> String {
        let folder = (try #require(registration.path) as NSString).deletingLastPathComponent
        let stray = try home.put(SyntheticFont(family: "Stray").build(), at: folder + "/" + name)
        try #require(chmod(stray, mode) == 0)
        return stray
    }

    /// Files copied from a read-only place have the mode that fontd gives to its own.
    @Test(arguments: [0o644, 0o444] as [mode_t])
    func aFontPutAmongOursIsNoLostRegistration(_ mode: mode_t) async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        let stray = try putStray(beside: registration, as: "Stray.ttf", mode: mode)
        for repair in [false, true] {
            let findings = try await fonts.diagnose(repair: repair).findings.filter { $0.severity != .note }
            #expect(findings.map(\.id) == ["projection-foreign"], "\(findings)")
            let found = try #require(findings.first)
            #expect(found.message.contains(stray) && found.advice.contains("`fontctl register \(stray)`"), "\(found)")
            #expect(!found.isRepaired && !found.isRepairable)
            #expect(FileManager.default.contents(atPath: stray) == Data(SyntheticFont(family: "Stray").build()))
            #expect(try await fonts.registered() == [registration])
        }
        // Following the advice ends the report.
        try await fonts.add(stray)
        #expect(try await fonts.diagnose(repair: false).findings.filter { $0.severity != .note } == [])
    }

    /// People who look for stray files need all of them, and a link is no file that could be lost.
    @Test func everyStrayEntryIsNamed() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        let folder = (try #require(registration.path) as NSString).deletingLastPathComponent
        let strays = try (0..<12).map { number in
            try home.put(SyntheticFont(family: "Stray \(number)").build(), at: "\(folder)/Stray\(number).ttf")
        }.sorted()
        let outside = try home.write(SyntheticFont(family: "Outside"))
        let (font, other, unknown) = (
            folder + "/link.ttf", folder + "/elsewhere", home.paths.persistentProjection + "/mine"
        )
        for link in [font, other, unknown] { try #require(symlink(outside, link) == 0) }
        let found = try await fonts.diagnose(repair: false).findings
        let files = try #require(found.first { $0.files == strays }, "\(found)")
        #expect(files.message.contains("and 4 more") && files.message.contains(strays[7]), "\(files)")
        for link in [font, other, unknown] {
            let finding = try #require(found.first { $0.message.contains(link + " ") }, "\(found)")
            #expect(finding.message.contains("symbolic link") && finding.message.contains(outside), "\(finding)")
        }
        let advice = try #require(found.first { $0.files == [other] }).advice
        #expect(advice.contains("`rm \(other)`"), "\(advice)")
        // Following the advices ends the report of links, and their target is untouched.
        try #require(unlink(other) == 0)
        let left = try await fonts.diagnose(repair: true).findings.filter { !$0.isRepaired && $0.severity != .note }
        #expect(left.map(\.files) == [strays], "\(left)")
        #expect(FileManager.default.contents(atPath: outside) == Data(SyntheticFont(family: "Outside").build()))
        #expect(try await fonts.registered() == [registration])
    }

    @Test func aNameWithTheDigitsOfTheHashIsATrace() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        let hash = try FontFile(contentsOf: try home.write(SyntheticFont(family: "Stray"))).sha256
        let stray = try putStray(beside: registration, as: "Stray-\(hash.prefix(12)).ttf", mode: 0o444)
        #expect(try await fonts.diagnose(repair: false).findings.contains { $0.id == "registrations-lost" })
        #expect(try await fonts.diagnose(repair: true).isHealthy)
        #expect(try await Set(fonts.registered().map(\.sha256)) == [registration.sha256, hash])
        #expect(exists(stray))
    }

    /// A failed replacement keeps the font that it would have enabled.
    ///
    /// The font is registered and disabled, so its object is the only copy.
    @Test func aReplacementThatFailsKeepsWhatItWouldHaveEnabled() async throws {
        let disabled = try home.write(SyntheticFont(family: "Twin"))
        let registration = try await fonts.add(disabled, .persistent, RegistrationOptions(isEnabled: false))
        try await fonts.add(try home.write(SyntheticFont(family: "Twin", salt: 1)))
        let bad = try home.write(SyntheticFont(family: "Other"))
        let clash = try home.write(SyntheticFont(family: "Other", salt: 1))
        let summary = try await fonts.register(
            [disabled, bad, clash].map { URL(filePath: $0) }, scope: .persistent,
            options: RegistrationOptions(replaces: true, isAtomic: true)
        ).summary()
        #expect(!summary.isSuccess)
        #expect(try await fonts.registered().contains(registration))
        #expect(exists(objects.path(registration.sha256)))
        #expect(try await fonts.diagnose(repair: false).isHealthy)
    }

    /// An object whose sidecar lists no registrations is kept but disabled.
    ///
    /// The sidecar line that recorded a later registration may have been lost.
    @Test func anObjectThatNobodyNeedsBySidecarIsKeptOutOfSight() async throws {
        let file = try home.write(SyntheticFont())
        let registration = try await fonts.add(file)
        _ = try SidecarFile(home.paths).append([Sidecar(sha256: registration.sha256, registrations: [])])
        try remove(home.paths.database)
        let next = try home.user()
        #expect(try await next.diagnose(repair: true).isHealthy)
        let kept = try #require(try await next.registered().first)
        #expect(kept.sha256 == registration.sha256)
        #expect(!kept.isEnabled)
        let leavings = try FileManager.default.contentsOfDirectory(atPath: home.paths.store)
        #expect(!leavings.contains { $0.contains(".rebuilding") })
    }
}

import FontLookup
import FontRegistry
import Fontconfig
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FontStore

/// Looking up a hidden or missing font again and again does not repeat expensive work, and changes are seen.
@Suite(.fewAtOnce) struct RepeatedLookupTests {
    /// A clock that the test sets.
    private final class Clock: Sendable {
        private let time = Mutex<Int64>(1_000_000)

        var now: Int64 { time.withLock { $0 } }

        func advance() { time.withLock { $0 += 1_000 } }
    }

    private let home: PrivateHome
    private let clock = Clock()
    private let shown: ShownFonts

    init() throws {
        home = try PrivateHome()
        shown = ShownFonts(Registrar(home.context)) { [clock] in clock.now }
    }

    private var folder: String { home.root + "/config/fontconfig" }
    private var rule: String { folder + "/conf.d/60-reject.conf" }

    private func write(_ contents: String, to file: String) throws {
        try Data("<fontconfig>\(contents)</fontconfig>".utf8).write(to: URL(filePath: file))
    }

    /// Registers a font that a rule hides.
    private func hide() async throws {
        try write(
            """
            <selectfont><rejectfont><glob>*/Hidden-*</glob></rejectfont></selectfont>
            <include ignore_missing="yes">\(folder)/fonts.conf</include>
            """, to: rule)
        try await home.user().add(try home.write(SyntheticFont(family: "Hidden")))
        // A file that has just been written counts as changed.
        for path in [home.root + "/fonts.conf", folder, folder + "/conf.d", rule] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
        }
    }

    /// The configuration that the process has read; another one after it was read again.
    private var configuration: FontConfiguration? {
        FontConfigurationCache.shared.current(home.context.fontconfigFile)
    }

    @Test func theConfigurationIsNotReadForEachLookup() async throws {
        try await hide()
        #expect(try shown.find("Hidden-Regular") == nil)
        let first = try #require(configuration)
        for _ in 0..<5 {
            #expect(try shown.find("Hidden-Regular") == nil)
            #expect(configuration === first)
        }
        clock.advance()
        #expect(try shown.find("Hidden-Regular") == nil)
        #expect(configuration !== first)
    }

    @Test func aChangedRuleIsSeenAtOnce() async throws {
        try await hide()
        for _ in 0..<2 { #expect(try shown.find("Hidden-Regular") == nil) }
        try write("", to: rule)
        #expect(try shown.find("Hidden-Regular") != nil)
    }

    /// fontconfig does not name the file before it exists.
    @Test func aNewFileOfTheUserIsSeenAtOnce() async throws {
        try await hide()
        for _ in 0..<2 { #expect(try shown.find("Hidden-Regular") == nil) }
        try write(
            "<selectfont><acceptfont><glob>*/Hidden-*</glob></acceptfont></selectfont>", to: folder + "/fonts.conf")
        #expect(try shown.find("Hidden-Regular") != nil)
    }

    /// A repair that does not help is not repeated for each lookup.
    @Test(.enabled(if: geteuid() != 0, "Root reads every file."))
    func aMissingFileIsNotLookedForInEachLookup() async throws {
        let registration = try await home.user().add(try home.write(SyntheticFont(family: "Gone")))
        let (object, path) = (home.paths.object(registration.sha256), try #require(registration.path))
        for file in [object, path] { try FileManager.default.removeItem(atPath: file) }
        // It may have the bytes.
        try #require(chmod(registration.file, 0) == 0)
        #expect(try shown.find("Gone-Regular") == nil)
        try #require(chmod(registration.file, 0o600) == 0)
        #expect(try shown.find("Gone-Regular") == nil)
        clock.advance()
        #expect(try shown.find("Gone-Regular") != nil)
    }
}

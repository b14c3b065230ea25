import CLinux
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontLookup
@testable import FontRegistry
@testable import ProcessFonts

/// Fonts that packages install and remove.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct SystemFontChangeTests {
    private let folder: String
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        let beside = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "fontd-system-\(UUID().uuidString)")
        folder = beside.path(percentEncoded: false)
        home = try PrivateHome(fontFolders: [folder])
        fonts = try home.manager()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func install(_ font: SyntheticFont, as name: String) throws {
        let path = folder + "/" + name
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        // Writes the complete file and renames it, as dpkg does.
        try Data(font.build()).write(to: URL(filePath: path), options: .atomic)
    }

    /// Sets modification times in the past.
    ///
    /// A build of fontconfig that compares whole seconds misses changes in the second in which it read a folder.
    private func settle() {
        let past = timespec(tv_sec: 1_500_000_000, tv_nsec: 0)
        for path in [folder, home.paths.userFonts] { _ = utimensat(AT_FDCWD, path, [past, past], 0) }
    }

    /// Returns the changes from now on.
    ///
    /// A query determines the state from which changes are reported.
    private func follow() async throws -> FontChanges.Iterator {
        _ = try await fonts.fonts(matching: FontQuery(family: "None"))
        return fonts.changes.makeAsyncIterator()
    }

    /// Returns the next change of the system's fonts.
    private func next(_ changes: inout FontChanges.Iterator) async throws -> SystemFontChange {
        while let event = try await changes.next() {
            switch event {
            case .system(_, let change): return change
            case .snapshot: Issue.record("a snapshot, although no change is missing")
            default: continue
            }
        }
        throw CancellationError()
    }

    @Test func additionsChangesAndRemovalsAreReported() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try install(SyntheticFont(family: "Stays"), as: "stays.ttf")
        settle()
        var changes = try await follow()

        try install(SyntheticFont(family: "Comes"), as: "comes.ttf")
        let first = try await next(&changes)
        #expect(first.added.map(\.face.postscriptName) == ["Comes-Regular"])
        #expect(first.added.map(\.path) == [folder + "/comes.ttf"])
        #expect(first.removed.isEmpty && first.replaced.isEmpty)

        try install(SyntheticFont(family: "Comes") { $0.revision = 2 }, as: "comes.ttf")
        let second = try await next(&changes)
        #expect(second.replaced.map(\.face.revision) == [2])
        #expect(second.added.isEmpty && second.removed.isEmpty)

        try FileManager.default.removeItem(atPath: folder + "/comes.ttf")
        let third = try await next(&changes)
        #expect(third.removed.map(\.face.family) == ["Comes"])
        #expect(third.removed.map(\.path) == [folder + "/comes.ttf"])
        #expect(third.added.isEmpty && third.replaced.isEmpty)
    }

    /// A subscriber is notified of hidden fonts without a snapshot of all registrations, also if the log is empty, and its
    /// next query returns the new state.
    @Test func hiddenFontsAreChangesOfTheSystem() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for family in ["Stays", "Goes"] { try install(SyntheticFont(family: family), as: "\(family).ttf") }
        settle()
        let (user, another) = (try home.user(), try home.user())
        _ = try await user.fonts(matching: FontQuery(family: "None"))
        var changes = user.changes.makeAsyncIterator()
        for _ in 0..<3 {
            _ = try await another.setEnabled(false, .family("Goes"))
            let hidden = try await next(&changes)
            #expect(hidden.removed.map(\.face.family) == ["Goes"])
            #expect(try await user.fonts(matching: FontQuery(family: "Goes")).isEmpty)
            _ = try await another.setEnabled(true, .family("Goes"))
            let shown = try await next(&changes)
            #expect(shown.added.map(\.face.family) == ["Goes"])
            #expect(try await user.fonts(matching: FontQuery(family: "Goes")).count == 1)
        }
    }

    /// Registrations and system fonts arrive in one stream, and two readers each get all of them.
    @Test func oneStreamHasBoth() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        settle()
        var readers = [try await follow(), fonts.changes.makeAsyncIterator()]
        try install(SyntheticFont(family: "Installed"), as: "installed.ttf")
        for index in readers.indices {
            let change = try await next(&readers[index])
            #expect(change.added.map(\.face.family) == ["Installed"])
        }
        try await fonts.add(try home.write(SyntheticFont(family: "Registered")), .persistent)
        for index in readers.indices {
            guard case .change(let change)? = try await readers[index].next() else {
                Issue.record("no change")
                continue
            }
            #expect(change.faces.map(\.face.family) == ["Registered"])
        }
        try install(SyntheticFont(family: "Later"), as: "later.ttf")
        for index in readers.indices {
            guard case .system(let generation, let change)? = try await readers[index].next() else {
                Issue.record("no change of system fonts")
                continue
            }
            #expect(generation == 1)
            #expect(change.added.map(\.face.family) == ["Later"])
        }
    }

    /// Only readers that want the system's fonts make the process watch, and the last one ends that.
    @Test func withoutReadersNothingIsWatched() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        settle()
        let watch = fonts.processState.systemWatch.value
        try await fonts.add(try home.write(SyntheticFont(family: "Registered")), .persistent)
        do {
            var plain = fonts.changes(since: 0, includesSystemFonts: false).makeAsyncIterator()
            _ = try await plain.next()
            #expect(!watch.isWatching)
            var changes = try await follow()
            #expect(!watch.isWatching)
            try install(SyntheticFont(family: "Installed"), as: "installed.ttf")
            _ = try await next(&changes)
            #expect(watch.isWatching)
        }
        // The reader's task may end a little later.
        #expect(await eventually { !watch.isWatching })
    }

    /// A reader that is far behind gets the state, and memory does not grow meanwhile.
    @Test func aLateReaderGetsASnapshot() {
        let inbox = SystemFontInbox()
        let change = SystemFontChange(added: [], removed: [], replaced: [])
        for _ in 0..<64 { inbox.put(change) }
        #expect(inbox.take()?.count == 64)
        for _ in 0..<65 { inbox.put(change) }
        #expect(inbox.take() == nil)
        inbox.put(change)
        #expect(inbox.take()?.count == 1)
    }

    @Test func aPackageIsOneChange() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        settle()
        var changes = try await follow()
        for number in 0..<50 {
            try install(SyntheticFont(family: "Packed \(number)"), as: "truetype/\(number % 5)/\(number).ttf")
        }
        #expect(try await next(&changes).added.count == 50)
        // New folders are watched as well.
        try install(SyntheticFont(family: "Later"), as: "truetype/3/later.ttf")
        #expect(try await next(&changes).added.map(\.face.family) == ["Later"])
        try FileManager.default.removeItem(atPath: folder + "/truetype")
        #expect(try await next(&changes).removed.count == 51)
    }

    /// Registrations are reported as registrations, not as changes of system fonts.
    @Test func registrationsAreNoSystemFonts() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        settle()
        var changes = try await follow()
        try await fonts.add(try home.write(SyntheticFont(family: "Registered")), .persistent)
        try await fonts.add(try home.write(SyntheticFont(family: "Brief")), .session)
        try install(SyntheticFont(family: "Installed"), as: "installed.ttf")
        #expect(try await next(&changes).added.map(\.face.family) == ["Installed"])
    }

    /// The watch sees a configured folder that is created later, and a folder that is added to the configuration.
    @Test func foldersThatComeLaterAreSeen() async throws {
        try FileManager.default.removeItem(atPath: folder)
        let other = home.root + "/other"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var changes = try await follow()
        try install(SyntheticFont(family: "First"), as: "first.ttf")
        #expect(try await next(&changes).added.map(\.face.family) == ["First"])
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        try Data(SyntheticFont(family: "Named").build()).write(to: URL(filePath: other + "/named.ttf"))
        try "<fontconfig><dir>\(other)</dir></fontconfig>".write(
            toFile: home.root + "/config/fontconfig/conf.d/60-other.conf", atomically: true, encoding: .utf8)
        #expect(try await next(&changes).added.map(\.face.family) == ["Named"])
    }

    /// A new user has no folder for rules before a program, this one or another, hides the first font.
    @Test func theFirstRuleOfAUserIsSeen() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for family in ["Hidden", "Stays"] { try install(SyntheticFont(family: family), as: family + ".ttf") }
        try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
        try FileManager.default.removeItem(atPath: home.paths.configHome)
        settle()
        var changes = try await follow()
        // What comes before the first event is no matter of the watch.
        try install(SyntheticFont(family: "Seen"), as: "Seen.ttf")
        #expect(try await next(&changes).added.map(\.face.family) == ["Seen"])
        #expect(try await fonts.fonts(matching: FontQuery(family: "Hidden")).count == 1)
        let rules = home.paths.rejectRules
        try home.put(
            Array(
                """
                <fontconfig><selectfont><rejectfont><pattern><patelt name="family"><string>Hidden</string></patelt>
                </pattern></rejectfont></selectfont></fontconfig>
                """.utf8), at: rules)
        #expect(try await next(&changes).removed.map(\.face.family) == ["Hidden"])
        #expect(try await fonts.fonts(matching: FontQuery(family: "Hidden")).isEmpty)
    }
}

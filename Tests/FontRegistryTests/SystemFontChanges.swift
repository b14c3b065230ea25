import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontRegistry

/// Fonts that packages install and remove.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct SystemFontChanges {
    private let folder: String
    private let home: PrivateHome
    private let watch: SystemFontWatch

    init() throws {
        let beside = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "fontd-system-\(UUID().uuidString)")
        folder = beside.path(percentEncoded: false)
        home = try PrivateHome(fontFolders: [folder])
        watch = SystemFontWatch(context: home.context)
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

    @Test func whatComesChangesAndGoesIsTold() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try install(SyntheticFont(family: "Stays"), as: "stays.ttf")
        settle()
        try await watch.start()
        var changes = watch.changes().makeAsyncIterator()

        try install(SyntheticFont(family: "Comes"), as: "comes.ttf")
        let first = try #require(await changes.next())
        #expect(first.added.map(\.face.postscriptName) == ["Comes-Regular"])
        #expect(first.added.map(\.path) == [folder + "/comes.ttf"])
        #expect(first.removed.isEmpty && first.replaced.isEmpty)

        try install(SyntheticFont(family: "Comes") { $0.revision = 2 }, as: "comes.ttf")
        let second = try #require(await changes.next())
        #expect(second.replaced.map(\.face.revision) == [2])
        #expect(second.added.isEmpty && second.removed.isEmpty)

        try FileManager.default.removeItem(atPath: folder + "/comes.ttf")
        let third = try #require(await changes.next())
        #expect(third.removed.map(\.face.family) == ["Comes"])
        #expect(third.removed.map(\.path) == [folder + "/comes.ttf"])
        #expect(third.added.isEmpty && third.replaced.isEmpty)
        watch.stop()
        #expect(await changes.next() == nil)
    }

    @Test func aPackageIsOneChange() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        settle()
        try await watch.start()
        var changes = watch.changes().makeAsyncIterator()
        for number in 0..<50 {
            try install(SyntheticFont(family: "Packed \(number)"), as: "truetype/\(number % 5)/\(number).ttf")
        }
        #expect(try #require(await changes.next()).added.count == 50)
        // New folders are watched as well.
        try install(SyntheticFont(family: "Later"), as: "truetype/3/later.ttf")
        #expect(try #require(await changes.next()).added.map(\.face.family) == ["Later"])
        try FileManager.default.removeItem(atPath: folder + "/truetype")
        #expect(try #require(await changes.next()).removed.count == 51)
        #expect(watch.unwatchedFolders.isEmpty)
    }

    /// Registrations are reported as registrations, not as changes of system fonts.
    @Test func registrationsAreNoSystemFonts() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        settle()
        try await watch.start()
        var changes = watch.changes().makeAsyncIterator()
        let fonts = try home.manager()
        try await fonts.add(try home.write(SyntheticFont(family: "Registered")), .persistent)
        try await fonts.add(try home.write(SyntheticFont(family: "Brief")), .session)
        try install(SyntheticFont(family: "Installed"), as: "installed.ttf")
        #expect(try #require(await changes.next()).added.map(\.face.family) == ["Installed"])
    }

    /// The watch sees a configured folder that is created later, and a folder that is added to the configuration.
    @Test func foldersThatComeLaterAreSeen() async throws {
        try FileManager.default.removeItem(atPath: folder)
        let other = home.root + "/other"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await watch.start()
        var changes = watch.changes().makeAsyncIterator()
        try install(SyntheticFont(family: "First"), as: "first.ttf")
        #expect(try #require(await changes.next()).added.map(\.face.family) == ["First"])
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        try Data(SyntheticFont(family: "Named").build()).write(to: URL(filePath: other + "/named.ttf"))
        try "<fontconfig><dir>\(other)</dir></fontconfig>".write(
            toFile: home.root + "/config/fontconfig/conf.d/60-other.conf", atomically: true, encoding: .utf8)
        #expect(try #require(await changes.next()).added.map(\.face.family) == ["Named"])
    }
}

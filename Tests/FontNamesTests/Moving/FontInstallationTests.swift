import FontNames
import Foundation
import TestSupport
import Testing

/// Fonts are installed into a prefix.
@Suite struct FontInstallationTests {
    private let home: PrivateHome
    private let prefix: String
    private let files: [InstalledFile]

    init() throws {
        home = try PrivateHome()
        prefix = home.root + "/prefix"
        let font = try home.write(SyntheticFont(family: "Own"), as: "Own.ttf")
        files = [
            InstalledFile(path: "App/App_App.resources/Fonts/Own.ttf", contents: .file(font)),
            InstalledFile(path: "App/licenses/Own.txt", contents: .text("Free.\n")),
        ]
    }

    private func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

    @Test func filesAreInstalledOnce() throws {
        let installation = FontInstallation(prefix: prefix)
        let paths = files.map { "\(prefix)/share/\($0.path)" }
        #expect(installation.install(files).map(\.line) == paths.map { "installed  \($0)" })
        #expect(contents(paths[0]) == Data(SyntheticFont(family: "Own").build()))
        #expect(contents(paths[1]) == Data("Free.\n".utf8))
        #expect(installation.install(files).map(\.line) == paths.map { "unchanged  \($0)" })
        for path in paths {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o644)
        }
    }

    @Test func aPackageHasARootOfItsOwn() {
        let outcomes = FontInstallation(prefix: "/usr/", root: home.root + "/root/").install(files)
        #expect(outcomes.map(\.status) == [.installed, .installed])
        #expect(outcomes[0].path == home.root + "/root/usr/share/App/App_App.resources/Fonts/Own.ttf")
    }

    /// A program that has opened a font keeps it, and nothing else is left beside it.
    @Test func openFilesKeepTheirContents() throws {
        let installation = FontInstallation(prefix: prefix)
        #expect(installation.install(files).allSatisfy { $0.status == .installed })
        let path = "\(prefix)/share/\(files[1].path)"
        let open = try #require(FileHandle(forReadingAtPath: path))
        let changed = InstalledFile(path: files[1].path, contents: .text("Changed.\n"))
        #expect(installation.install([changed]).map(\.status) == [.installed])
        #expect(try open.readToEnd() == Data("Free.\n".utf8))
        #expect(contents(path) == Data("Changed.\n".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(prefix)/share/App/licenses") == ["Own.txt"])
    }

    /// Administrators often have a mask that closes new folders to others.
    @Test func allUsersCanOpenTheFolders() throws {
        let target = try AppTarget(["Fonts/Own.ttf": SyntheticFont(family: "Own").build()])
        let result = try Command.run(
            "bash",
            [
                "-c", "umask 077; exec \"$0\" \"$@\"", Command.product("font-names"), "install", "--package", "Reader",
                "--target", "App", "--folder", target.folder, "--prefix", prefix, "--", target.folder + "/Fonts",
            ], environment: target.home.environment)
        #expect(result.status == 0, "\(result.errors)")
        var folder = prefix + "/share/Reader/Reader_App.resources/Fonts"
        #expect(contents(folder + "/Own.ttf") != nil)
        while folder.count >= prefix.count {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder)
            #expect(try #require(attributes[.posixPermissions] as? Int) & 0o755 == 0o755, "\(folder)")
            folder = (folder as NSString).deletingLastPathComponent
        }
    }

    /// A link in the place of a file is replaced, and what it leads to stays.
    @Test func linksAreNotFollowed() throws {
        let other = try home.write(Array("Free.\n".utf8), as: "other.txt")
        let path = "\(prefix)/share/\(files[1].path)"
        try home.put([], at: "\(prefix)/share/App/licenses/x")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
        #expect(FontInstallation(prefix: prefix).install(files).map(\.status) == [.installed, .installed])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular)
    }

    @Test func aFailureDoesNotStopTheOthers() throws {
        try home.put([], at: "\(prefix)/share/App/App_App.resources")
        let missing = InstalledFile(path: "App/a", contents: .file(home.root + "/missing"))
        let outcomes = FontInstallation(prefix: prefix).install([missing] + files)
        #expect(outcomes[0].status == .failed("\(home.root)/missing cannot be read."))
        #expect(outcomes[1].status == .failed("The folder cannot be made: Not a directory."))
        #expect(outcomes[2].status == .installed)
        // A folder is in the place of a file.
        try FileManager.default.createDirectory(atPath: "\(prefix)/share/b/c", withIntermediateDirectories: true)
        let folder = InstalledFile(path: "b", contents: .text(""))
        #expect(
            FontInstallation(prefix: prefix).install([folder]).map(\.status)
                == [.failed("The file cannot be put in its place: Is a directory.")])
    }
}

import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontRegistry

/// The store of all users: one user changes it, the others read it, and for their own stores its fonts are the system's.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct AllUsersStoreTests {
    private let home: PrivateHome
    private let administrator: FontManager
    private let reader: FontManager
    /// The paths as the administrator and as another user has them.
    private let (own, foreign): (FontPaths, FontPaths)

    init() throws {
        let home = try PrivateHome()
        for folder in ["/lib", "/local"] { try #require(mkdir(home.root + folder, 0o755) == 0) }
        func paths(_ administrator: UInt32) -> FontPaths {
            FontPaths(
                dataHome: home.root + "/lib", configHome: home.root + "/lib", fontFolder: home.root + "/local/fonts",
                administrator: administrator)
        }
        (own, foreign) = (paths(geteuid()), paths(geteuid() + 1))
        try home.configure(folder: own.userFonts)
        func manager(_ paths: FontPaths) -> FontManager {
            FontManager(
                provider: "user", authority: .user,
                context: RegistryContext(
                    paths: paths, fontconfigFile: home.context.fontconfigFile, delayedTouches: .none))
        }
        (administrator, reader) = (manager(own), manager(foreign))
        self.home = home
    }

    /// The manager of a user's own store on the same machine.
    private var user: FontManager { FontManager(provider: "user", authority: .user, context: userContext) }

    private var userContext: RegistryContext {
        var context = home.context
        context.systemPaths = own
        return context
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func readersSeeEachChangeAndMakeNone() async throws {
        #expect(try await reader.registered().isEmpty)
        let registration = try await administrator.add(try home.write(SyntheticFont(family: "Shared")))
        for _ in 1...2 {
            #expect(try await reader.registered() == administrator.registered())
            #expect(try await reader.generation() == administrator.generation())
            #expect(
                try await reader.resolve("Shared-Regular").match?.path
                    == administrator.resolve("Shared-Regular").match?.path)
            _ = try await administrator.setEnabled(false, [.id(registration.id)])
        }
        let before = try home.inventory(of: home.root + "/lib")
        let file = try home.write(SyntheticFont(family: "Other"))
        let errors = [
            await #expect(throws: FontError.self) { try await reader.add(file) },
            await #expect(throws: FontError.self) { _ = try await reader.unregister([.id(registration.id)]) },
            await #expect(throws: FontError.self) { _ = try await reader.setEnabled(true, [.id(registration.id)]) },
            await #expect(throws: FontError.self) { _ = try await reader.prune() },
        ]
        for error in errors {
            #expect(error?.storeFault == .readOnly, "\(String(describing: error))")
            #expect(error?.message.contains("sudo") == true)
        }
        #expect(try home.inventory(of: home.root + "/lib") == before)
    }

    @Test func allUsersReadWhatTheyNeedAndNothingMore() async throws {
        let registration = try await administrator.add(try home.write(SyntheticFont(family: "Shared")))
        let path = try #require(registration.path)
        for (path, wanted) in [
            (own.store, 0o755), (own.publishedDatabase, 0o644), (own.generationFile, 0o644), (own.database, 0o600),
            (own.lock, 0o600), (own.objects, 0o700), (own.persistentProjection, 0o755),
            ((path as NSString).deletingLastPathComponent, 0o755), (path, 0o444),
        ] {
            #expect(try mode(path) == wanted, "\(path)")
        }
        #expect(try await administrator.diagnose(repair: false).isHealthy)
    }

    /// A reader who keeps a lock on the database that it may open does not stop the administrator.
    @Test func aReadersLockDelaysNoWriter() async throws {
        try await administrator.add(try home.write(SyntheticFont(family: "Early")))
        let descriptor = open(own.publishedDatabase, O_RDONLY)
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_RDLCK)
        lock.l_whence = Int16(SEEK_SET)
        try #require(fcntl(descriptor, F_SETLK, &lock) == 0)
        try await administrator.add(try home.write(SyntheticFont(family: "Late")))
        #expect(try await reader.registered().count == 2)
    }

    @Test(arguments: ["", "chmod", "old"])
    func aSelfCheckRestoresTheCopyForAllUsers(_ damage: String) async throws {
        try await administrator.add(try home.write(SyntheticFont(family: "Early")))
        let copy = FileManager.default.contents(atPath: own.publishedDatabase)
        try await administrator.add(try home.write(SyntheticFont(family: "Late")))
        switch damage {
        case "chmod": try #require(chmod(own.publishedDatabase, 0o600) == 0)
        case "old": try copy?.write(to: URL(filePath: own.publishedDatabase))
        default:
            try #require(unlink(own.publishedDatabase) == 0)
            // Shown fonts without their list are damage, not an empty store.
            let error = await #expect(throws: FontError.self) { try await reader.registered() }
            #expect(error?.storeFault == .damaged)
        }
        let found = try await administrator.diagnose(repair: false)
        #expect(found.findings.map(\.id) == [damage == "chmod" ? "mode-wrong" : "published-stale"])
        #expect(try await administrator.diagnose(repair: true).isHealthy)
        #expect(try await administrator.diagnose(repair: false).findings.isEmpty)
        #expect(try await reader.registered().count == 2)
        #expect(try mode(own.publishedDatabase) == 0o644)
    }

    /// An operation whose copy for all users cannot be written is undone, so that all users see one state.
    @Test func withoutTheCopyNothingChanges() async throws {
        let early = try await administrator.add(try home.write(SyntheticFont(family: "Early")))
        try #require(mkdir(own.nextPublishedDatabase, 0o755) == 0)
        let file = try home.write(SyntheticFont(family: "Late"))
        await #expect(throws: FontError.self) { try await administrator.add(file) }
        try #require(rmdir(own.nextPublishedDatabase) == 0)
        #expect(try await administrator.registered() == [early])
        try await administrator.add(file)
        #expect(try await reader.registered() == administrator.registered())
        #expect(try await administrator.diagnose(repair: false).isHealthy)
    }

    @Test func thereIsNoSessionScope() async throws {
        let file = try home.write(SyntheticFont(family: "Shared"))
        let error = await #expect(throws: FontError.self) { try await administrator.add(file, .session) }
        #expect(error?.code == .unsupportedScope)
        #expect(error?.message.contains("persistent") == true)
    }

    @Test(arguments: ["store", "link", "file"])
    func foldersThatOthersCanReplaceAreRefused(_ kind: String) async throws {
        let file = try home.write(SyntheticFont(family: "Shared"))
        switch kind {
        case "store": try #require(chmod(home.root + "/lib", 0o777) == 0)
        case "link":
            // Only root is trusted with links.
            try #require(chmod(home.root + "/local", 0o777) == 0)
            try #require(mkdir(home.root + "/elsewhere", 0o755) == 0)
            try #require(symlink(home.root + "/elsewhere", own.userFonts) == 0)
        default: try #require(FileManager.default.createFile(atPath: own.store, contents: nil))
        }
        let before = try home.inventory(of: home.root)
        let error = await #expect(throws: FontError.self) { try await administrator.add(file) }
        #expect(error?.storeFault == .readOnly)
        #expect(error?.message.contains("namei -l") == true, "\(String(describing: error))")
        #expect(try home.inventory(of: home.root) == before)
    }

    // MARK: A user's own store

    @Test func forAUserTheseAreFontsOfTheSystem() async throws {
        let file = try home.write(SyntheticFont(family: "Shared"))
        let shared = try await administrator.add(file)
        let path = try #require(shared.path)
        let match = try #require(try await user.resolve("Shared-Regular").match)
        #expect(match.path == path && match.origin == .system)
        let owner = SystemStore(userContext).registrations(at: [path, "/elsewhere"])
        #expect(owner == [path: SystemRegistration(id: shared.id, provider: "user")])
        for target in [FontTarget.name("Shared-Regular"), .file(path), .any("Shared-Regular")] {
            for summary in [try await user.unregister([target])] {
                let error = try #require(summary.errors.first)
                #expect(error.code == .systemRequired)
                #expect(
                    error.message.contains(
                        "by the administrator: `sudo fontctl --system unregister \(shared.id)` removes it."),
                    "\(error.message)")
            }
        }
        #expect(try await administrator.registered() == [shared])
    }

    /// As with a font of a package, the user's font of the same name comes first, in the user's account only.
    @Test func aUsersFontOfTheSameNameComesFirst() async throws {
        let shared = try await administrator.add(try home.write(SyntheticFont(family: "Shared")))
        let mine = try await user.add(try home.write(SyntheticFont(family: "Shared", salt: 7)))
        #expect(try await user.resolve("Shared-Regular").match?.path == mine.path)
        #expect(try await reader.registered() == [shared])
        _ = try await user.unregister([.id(mine.id)])
        #expect(try await user.resolve("Shared-Regular").match?.path == shared.path)
    }

    @Test func anUnreadableStoreHidesNoFont() async throws {
        let shared = try await administrator.add(try home.write(SyntheticFont(family: "Shared")))
        try Data("nonsense".utf8).write(to: URL(filePath: own.publishedDatabase))
        #expect(try await user.resolve("Shared-Regular").match?.path == shared.path)
        let error = try #require(try await user.unregister([.name("Shared-Regular")]).errors.first)
        #expect(error.code == .systemRequired)
    }
}

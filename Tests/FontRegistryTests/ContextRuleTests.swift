import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Paths from an environment, and the guard against the use of a real home in tests.
@Suite struct ContextRuleTests {
    @Test(arguments: [
        ("/", "/"), ("/a", "/a"), ("/a/.b/c.", "/a/.b/c."), ("/a/", "/a"), ("//a//b", "/a/b"), ("/a/./b", "/a/b"),
        ("/./a", "/a"), ("/a/.", "/a"), ("/a/../b", "/a/../b"), ("a/b", "/a/b"), ("/ä/…", "/ä/…"), ("", "/"),
    ])
    func aPathHasNoEmptyParts(_ path: String, _ normal: String) { #expect(FontPaths.normal(path) == normal) }

    @Test func pathsFollowTheBaseDirectories() throws {
        let plain = try FontPaths(environment: ["HOME": "/home/me"])
        #expect(plain.dataHome == "/home/me/.local/share")
        #expect(plain.configHome == "/home/me/.config")
        #expect(plain.runtimeDirectory == nil)
        #expect(plain.database == "/home/me/.local/share/fontd/registry.sqlite")
        #expect(plain.persistentProjection == "/home/me/.local/share/fonts/fontd")
        #expect(plain.projection(of: .session) == nil)
        let all = try FontPaths(environment: [
            "HOME": "/home/me", "XDG_DATA_HOME": "/d/", "XDG_CONFIG_HOME": "/c", "XDG_RUNTIME_DIR": "/r",
        ])
        var expected = FontPaths(dataHome: "/d", configHome: "/c", runtimeDirectory: "/r")
        expected.home = "/home/me"
        expected.cacheHome = "/home/me/.cache"
        expected.machinePolicy = FontPaths.system.policyFile
        #expect(all == expected)
        #expect(all.projection(of: .session) == "/d/fonts/fontd-session/r")
        #expect(all.projection(of: .persistent) == "/d/fonts/fontd")
        #expect(all.projection(of: .process) == nil)
        let strange = FontPaths(dataHome: "/d", configHome: "/c", runtimeDirectory: "/r/../../x/")
        #expect(strange.sessionProjection == "/d/fonts/fontd-session/r/x")
    }

    /// Advice names the variable with which a folder that cannot be written is replaced.
    @Test func foldersAreMovedByTheirVariables() {
        let plain = ["HOME": "/home/me"]
        for (path, variable) in [
            ("/home/me/.cache", "XDG_CACHE_HOME"), ("/home/me/.cache/fontd/x", "XDG_CACHE_HOME"),
            ("/home/me/.config/fontconfig", "XDG_CONFIG_HOME"), ("/home/me/.local/share/fontd", "XDG_DATA_HOME"),
            ("/home/me/.cached", "XDG_DATA_HOME"), ("/run/user/1", "XDG_DATA_HOME"),
        ] {
            #expect(FontPaths.variable(of: path) { plain[$0] } == variable, "\(path)")
        }
        let set = ["HOME": "/home/me", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/d/cache/", "XDG_CONFIG_HOME": "c"]
        for (path, variable) in [
            ("/d/fontd", "XDG_DATA_HOME"), ("/d/cache/fontd", "XDG_CACHE_HOME"),
            ("/home/me/.config/x", "XDG_CONFIG_HOME"),
        ] {
            #expect(FontPaths.variable(of: path) { set[$0] } == variable, "\(path)")
        }
        let variables = ProcessInfo.processInfo.environment
        guard let home = variables["HOME"] else { return }
        let cache = (variables["XDG_CACHE_HOME"] ?? home + "/.cache") + "/fontd"
        #expect(FontError.store(.createFolder, path: cache, errno: EROFS).message.contains("set XDG_CACHE_HOME to"))
    }

    /// The user of a container may live in the root; fontconfig compares paths as text.
    @Test func theRootMayBeAHome() throws {
        let paths = try FontPaths(environment: ["HOME": "/"])
        #expect(paths.dataHome == "/.local/share" && paths.configHome == "/.config" && paths.cacheHome == "/.cache")
        #expect(paths.handFolders == ["/.local/share/fonts", "/.fonts"])
        #expect(paths.isInHome("/.local"))
    }

    @Test func relativePathsAreIgnored() throws {
        let paths = try FontPaths(environment: [
            "HOME": "/home/me", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "./c", "XDG_RUNTIME_DIR": "run",
        ])
        var expected = FontPaths(
            dataHome: "/home/me/.local/share", configHome: "/home/me/.config", runtimeDirectory: nil)
        expected.home = "/home/me"
        expected.cacheHome = "/home/me/.cache"
        expected.machinePolicy = FontPaths.system.policyFile
        #expect(paths == expected)
        #expect(try FontPaths(environment: ["XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c"]).dataHome == "/d")
    }

    /// The environment belongs to the whole process, so the test runs in its own.
    @Test func testsCannotChangeTheStoreOfTheirUser() async throws {
        let home = try PrivateHome()
        let file = try home.write(SyntheticFont())
        await #expect(processExitsWith: .success) {
            [root = home.root as String, file = file as String] () async throws -> Void in
            setenv("HOME", root, 1)
            for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"] { unsetenv(name) }
            setenv("FONTCONFIG_FILE", root + "/fonts.conf", 1)
            let context = try RegistryContext.user(delayedTouches: .none)
            let fonts = FontManager(provider: "test", context: context)
            try await fonts.register(URL(filePath: file), scope: .process)
            #expect(try await fonts.resolve("Synthetic-Regular").match?.path == file)
            var changes = fonts.changes(since: nil, includesSystemFonts: false).makeAsyncIterator()
            try await fonts.unregister(URL(filePath: file))
            #expect(try await changes.next() != nil)
            let refused = await #expect(throws: FontError.self) {
                try await fonts.register(URL(filePath: file), scope: .persistent)
            }
            #expect(refused?.code == .registrationFailed)
            #expect(throws: FontError.self) {
                try PolicyFile(context.paths).change { $0.unconfined.install = .deny }
            }
            #expect(!FileManager.default.fileExists(atPath: context.paths.store))
            #expect(!FileManager.default.fileExists(atPath: context.paths.policyFile))
        }
    }
}

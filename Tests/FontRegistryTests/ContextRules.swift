import FontRegistry
import Foundation
import TestSupport
import Testing

/// Paths from an environment, and the guard against the use of a real home in tests.
@Suite struct ContextRules {
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
        expected.machinePolicy = FontPaths.system.policyFile
        #expect(all == expected)
        #expect(all.projection(of: .session) == "/d/fonts/fontd-session/r")
        #expect(all.projection(of: .persistent) == "/d/fonts/fontd")
        #expect(all.projection(of: .process) == nil)
        let strange = FontPaths(dataHome: "/d", configHome: "/c", runtimeDirectory: "/r/../../x/")
        #expect(strange.sessionProjection == "/d/fonts/fontd-session/r/x")
    }

    @Test func relativePathsAreIgnored() throws {
        let paths = try FontPaths(environment: [
            "HOME": "/home/me", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "./c", "XDG_RUNTIME_DIR": "run",
        ])
        var expected = FontPaths(
            dataHome: "/home/me/.local/share", configHome: "/home/me/.config", runtimeDirectory: nil)
        expected.home = "/home/me"
        expected.machinePolicy = FontPaths.system.policyFile
        #expect(paths == expected)
        #expect(try FontPaths(environment: ["XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c"]).dataHome == "/d")
    }

    @Test func testsCannotTouchTheRealHome() async {
        await #expect(processExitsWith: .failure) { _ = try RegistryContext.user() }
    }
}

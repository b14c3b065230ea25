import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension DesktopProgramTests {
    /// Running programs follow the fonts of all users with the desktop helper of a user.
    @Suite(
        .enabled(
            if: SettingsDaemon.isPossible && FlatpakSandbox.isPossible && geteuid() == 0,
            "Needs root, Xvfb, gsd-xsettings, GTK 3's binding for Python, bwrap, and leave to make namespaces."),
        .timeLimit(.minutes(60)))
    struct AllUsersDesktopTests {
        /// The helper of a user may not touch the folder of all users.
        @Test func programsFollowTheStoreOfAllUsers() throws {
            let desktop = try DesktopHelperTests()
            let home = desktop.home
            let (library, fonts) = (home.root + "/lib", home.root + "/local")
            for folder in [library, fonts] { try #require(mkdir(folder, 0o755) == 0) }
            try home.configure(folder: "/usr/local/share/fonts")
            let rules = home.paths.configHome + "/fontconfig/conf.d"
            // It is there from the login on; a program that starts in the second of the change misses a new folder.
            try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
            let session = try DesktopSession(in: home)
            func sandboxed(_ bind: String, _ arguments: [String]) -> [String] {
                [
                    "--die-with-parent", "--dev-bind", "/", "/", bind, library, "/var/lib", bind, fonts,
                    "/usr/local/share/fonts", bind, rules, "/etc/fonts/conf.d",
                ] + arguments
            }
            let bwrap = try #require(Command.find("bwrap"))
            let helper = try LiveProgram(
                bwrap, sandboxed("--ro-bind", [Command.product("fontd"), "--desktop"]), environment: session.environment
            )
            try #require(eventually { helper.watchesFiles })
            let (program, fallback) = try desktop.startProgram(session.environment) {
                [bwrap] + sandboxed("--ro-bind", $0)
            }
            for (change, width) in [
                (["register", desktop.narrow], "500"), (["register", "--replace", desktop.wide], "600"),
                (["unregister", "Told-Regular"], fallback),
            ] {
                let result = try Command.run(
                    bwrap, sandboxed("--bind", ["--tmpfs", "/var/cache", Programs.fontctl, "--system"] + change),
                    environment: home.environment.filter { $0.key != "FONTCONFIG_FILE" })
                #expect(result.status == 0, "\(change): \(result.errors)")
                desktop.expect(width, program, "\(change)")
            }
        }
    }
}

import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension DesktopProgramTests {
    /// `fontd --desktop` makes running programs follow changes where no settings daemon does, and leaves settings daemons
    /// alone.
    @Suite(
        .serialized,
        .enabled(if: SettingsDaemon.isPossible, "Needs Xvfb, gsd-xsettings and GTK 3's binding for Python."),
        .timeLimit(.minutes(60)))
    struct DesktopHelperTests {
        private static let hasXsettingsd = Command.find("xsettingsd") != nil
        private static let hasWeston = Command.find("weston") != nil

        enum Display: String, CaseIterable {
            case alone, xsettingsd, wayland
        }

        let home: PrivateHome
        /// Two revisions of a font, in which ten letters are 500 and 600 pixels wide.
        let (narrow, wide): (String, String)

        init() throws {
            home = try PrivateHome(fontFolders: ["/usr/share/fonts/truetype/lato"])
            narrow = try home.write(SyntheticFont(family: "Told"), as: "1.ttf")
            wide = try home.write(SyntheticFont(family: "Told") { $0.isFixedPitch = true }, as: "2.ttf")
        }

        private func startHelper(_ environment: [String: String]) throws -> LiveProgram {
            let helper = try LiveProgram(Command.product("fontd"), ["--desktop"], environment: environment)
            try #require(eventually { helper.watchesFiles })
            return helper
        }

        private func statusOfHelper(_ environment: [String: String]) throws -> Int32 {
            try Command.run(Command.product("fontd"), ["--desktop"], environment: environment).status
        }

        func startProgram(
            _ environment: [String: String], gtk: Int = 3, in sandbox: ([String]) -> [String] = { $0 }
        ) throws -> (program: LiveProgram, fallback: String) {
            let command = sandbox([Programs.python, SettingsDaemon.script, "Told", "\(gtk)"])
            let program = try LiveProgram(
                command[0], Array(command.dropFirst()), environment: environment, readsInput: true)
            let ready = try #require(program.line())
            try #require(ready.hasPrefix("ready ") && ready != "ready 500" && ready != "ready 600")
            return (program, String(ready.dropFirst(6)))
        }

        /// Waits for a notice after which the program shows a width.
        func expect(_ width: String, _ program: LiveProgram, _ comment: Comment) {
            var notices: [String] = []
            while let line = program.line() {
                notices.append(line)
                if line == "notice \(width)" { return }
            }
            Issue.record("\(comment): \(notices)")
        }

        private func expectTheme(_ program: LiveProgram) throws {
            try program.tell("theme")
            var line = program.line()
            while line?.hasPrefix("notice ") == true { line = program.line() }
            #expect(line == "theme \(DesktopSession.theme)")
        }

        private func expectToFollow(_ program: LiveProgram, fallback: String) throws {
            for (change, width) in [
                (["register", narrow], "500"), (["register", "--replace", wide], "600"),
                (["disable", "Told-Regular"], fallback), (["enable", "Told-Regular"], "600"),
                (["unregister", "Told-Regular"], fallback), (["register", "--scope", "session", narrow], "500"),
                (["unregister", "Told-Regular"], fallback),
            ] {
                try home.fontctl(change)
                expect(width, program, "\(change)")
            }
        }

        @Test(arguments: [3, 4], [Display.alone, .xsettingsd])
        func programsFollowOnX11(gtk: Int, on kind: Display) throws {
            guard kind != .xsettingsd || Self.hasXsettingsd, gtk == 3 || ProcessFontExampleTests.hasGTK4 else { return }
            let session = try DesktopSession(in: home)
            if kind == .xsettingsd { try session.startXsettingsd() }
            let helper = try startHelper(session.environment)
            let (program, fallback) = try startProgram(session.environment, gtk: gtk)
            try expectToFollow(program, fallback: fallback)
            if kind == .xsettingsd {
                try expectTheme(program)
            }
            withExtendedLifetime(helper) {}
        }

        @Test(.enabled(if: hasWeston, "Needs weston."))
        func gtk3FollowsOnWayland() throws {
            let session = try DesktopSession(in: home, isWayland: true)
            let helper = try startHelper(session.environment)
            let (program, fallback) = try startProgram(session.environment)
            try expectToFollow(program, fallback: fallback)
            session.endDisplay()
            #expect(helper.exitStatus() == 0)
        }

        /// Xwayland's programs follow, and the helper outlives an Xwayland.
        @Test(.enabled(if: hasWeston, "Needs weston."))
        func x11ProgramsFollowOnWayland() throws {
            let session = try DesktopSession(in: home, isWayland: true)
            let x11 = try DesktopSession(in: home, busOf: session)
            var variables = session.environment
            variables["DISPLAY"] = x11.environment["DISPLAY"]
            let helper = try startHelper(variables)
            let (program, fallback) = try startProgram(x11.environment)
            try expectToFollow(program, fallback: fallback)
            x11.endDisplay()
            let (second, _) = try startProgram(session.environment)
            try home.fontctl("register", narrow)
            expect("500", second, "after Xwayland's end")
            withExtendedLifetime(helper) {}
        }

        /// Plasma's daemon has the name of the settings on Wayland, and does not watch fonts.
        @Test func aDaemonWithoutNoticesDoesNotStopTheHelper() throws {
            let session = try DesktopSession(in: home)
            let owner = try LiveProgram(
                try home.copyProgram(Programs.python, to: home.root + "/kded5"),
                [
                    "-c",
                    """
                    from gi.repository import Gio, GLib
                    own = lambda *_: print("owned", flush=True)
                    Gio.bus_own_name(Gio.BusType.SESSION, "org.gtk.Settings", 0, None, own, None)
                    GLib.MainLoop().run()
                    """,
                ], environment: session.environment)
            try #require(owner.line() == "owned")
            let helper = try startHelper(session.environment)
            let (program, fallback) = try startProgram(session.environment)
            try expectToFollow(program, fallback: fallback)
            withExtendedLifetime((owner, helper)) {}
        }

        /// A manager that starts later takes the settings over, and the helper goes on with that one's.
        @Test(.enabled(if: hasXsettingsd, "Needs xsettingsd."))
        func settingsAreLeftToALaterManager() throws {
            let session = try DesktopSession(in: home)
            let helper = try startHelper(session.environment)
            let (program, _) = try startProgram(session.environment)
            try home.fontctl("register", narrow)
            expect("500", program, "before")
            try session.startXsettingsd()
            try home.fontctl("register", "--replace", wide)
            expect("600", program, "after")
            try expectTheme(program)
            withExtendedLifetime(helper) {}
        }

        /// Where gsd runs, programs get its notices and no others.
        @Test func aSettingsDaemonIsLeftAlone() throws {
            try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
            let daemon = try SettingsDaemon(in: home)
            let helper = try startHelper(daemon.environment)
            let (program, _) = try startProgram(daemon.environment)
            let notices = try program.notices(of: "notice 500") { try home.fontctl("register", narrow) }
            #expect(notices.last == "notice 500")
            #expect((2...3).contains(notices.count), "\(notices)")
            withExtendedLifetime(helper) {}
        }

        /// One user's sessions may share a bus, on which one helper only gets the name.
        @Test func twoDisplaysOfOneUserAreServed() throws {
            let first = try DesktopSession(in: home)
            let sessions = [first, try DesktopSession(in: home, busOf: first)]
            let helpers = try sessions.map { try startHelper($0.environment) }
            let programs = try sessions.map { try startProgram($0.environment).program }
            try home.fontctl("register", narrow)
            for program in programs { expect("500", program, "registered") }
            withExtendedLifetime(helpers) {}
        }

        @Test func aKilledHelperLeavesNothing() throws {
            let session = try DesktopSession(in: home)
            let first = try startHelper(session.environment)
            let (program, fallback) = try startProgram(session.environment)
            try home.fontctl("register", narrow)
            expect("500", program, "first helper")
            first.kill()
            let second = try startHelper(session.environment)
            try home.fontctl("unregister", "Told-Regular")
            expect(fallback, program, "second helper")
            withExtendedLifetime(second) {}
        }

        @Test func endsWithTheDisplay() throws {
            let session = try DesktopSession(in: home)
            let helper = try startHelper(session.environment)
            session.endDisplay()
            #expect(helper.exitStatus() == 0)
            #expect(try statusOfHelper(home.environment) == 69)
        }

        @Test func thePolicyEndsIt() throws {
            let session = try DesktopSession(in: home)
            let helper = try startHelper(session.environment)
            try home.fontctl("policy", "--desktop-helper", "off")
            try home.fontctl("register", narrow)
            #expect(helper.exitStatus() == 0)
            #expect(try statusOfHelper(session.environment) == 0)
        }
    }
}

import FontRegistry
import Foundation
import TestSupport
import Testing

extension DesktopProgramTests {
    /// GTK with gnome-settings-daemon gets both notifications that every change needs within ten seconds.
    ///
    /// FONTD_SETTINGS_ROUNDS is the number of changes.
    @Suite(
        .serialized,
        .enabled(if: SettingsDaemon.isPossible, "Needs Xvfb, gsd-xsettings and GTK 3's binding for Python."),
        .timeLimit(.minutes(60)))
    struct SettingsDaemonTests {
        private static let rounds =
            ProcessInfo.processInfo.environment["FONTD_SETTINGS_ROUNDS"].flatMap { Int($0) } ?? 3

        @Test(arguments: [true, false])
        func everyChangeIsSeenByARunningProgram(hasFontsFolder: Bool) throws {
            let home = try PrivateHome(fontFolders: ["/usr/share/fonts/truetype/lato"])
            if hasFontsFolder {
                try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
            }
            let narrow = try home.write(SyntheticFont(family: "Told"), as: "1.ttf")
            let fixed = try home.write(SyntheticFont(family: "Told") { $0.isFixedPitch = true }, as: "2.ttf")
            let daemon = try SettingsDaemon(in: home)
            let program = try LiveProgram(
                Programs.python, [SettingsDaemon.script, "Told"], environment: daemon.environment)
            let ready = try #require(program.line())
            #expect(ready.hasPrefix("ready ") && ready != "ready 500" && ready != "ready 600")
            for round in 0..<Self.rounds {
                let (change, width) = [
                    (["register", narrow], "500"), (["register", "--replace", fixed], "600"),
                    (["unregister", "Told-Regular"], String(ready.dropFirst(6))),
                ][round % 3]
                let notices = try program.notices(of: "notice \(width)") { try home.fontctl(change) }
                #expect(notices.last == "notice \(width)", "round \(round): \(notices)")
                #expect((2...3).contains(notices.count), "round \(round): \(notices)")
            }
        }
    }
}

import FontRegistry
import Foundation
import TestSupport
import Testing

extension DesktopProgramTests {
    /// The plugin for Qt makes the texts of a running program follow changes.
    @Suite(
        .timeLimit(.minutes(60)),
        .enabled(if: !Programs.areSanitized, "Its programs are built without the sanitizer."))
    struct QtPluginTests {
        private static let sources = Repository.file("Sources/QtPlugin").path
        private static let program = Repository.file("Tests/IntegrationTests/Programs/QtProgram.cpp").path

        @Test(.enabled(if: ProcessFontExampleTests.hasQt(5), "Needs qtbase5-dev and a compiler."))
        func qt5TextsFollow() throws { try follow(5) }

        @Test(.enabled(if: ProcessFontExampleTests.hasQt(6), "Needs qt6-base-dev and a compiler."))
        func qt6TextsFollow() throws { try follow(6) }

        private func follow(_ version: Int) throws {
            let home = try PrivateHome(fontFolders: ["/usr/share/fonts/truetype/lato"])
            // A new home has no folder for data, in which the store is made.
            try FileManager.default.removeItem(atPath: home.paths.dataHome)
            let narrow = try home.write(SyntheticFont(family: "Told"), as: "1.ttf")
            let wide = try home.write(SyntheticFont(family: "Told") { $0.isFixedPitch = true }, as: "2.ttf")
            let built = try Command.run(
                "sh",
                [
                    "-ec",
                    """
                    make -C "$1" QT=$3 OUT="$4/plugins/generic"
                    c++ -Wall -std=c++17 -fPIC -o "$4/program" "$2" $(pkg-config --cflags --libs Qt$3Widgets)
                    """, "sh", Self.sources, Self.program, "\(version)", home.root,
                ], environment: ProcessInfo.processInfo.environment)
            try #require(built.status == 0, "\(built.errors)")
            let program = try LiveProgram(
                home.root + "/program", ["Told"],
                environment: home.environment.merging([
                    "QT_QPA_PLATFORM": "offscreen", "QT_PLUGIN_PATH": home.root + "/plugins",
                    "QT_QPA_GENERIC_PLUGINS": "fontd",
                ]) { $1 })
            let before = try #require(program.line())
            #expect(before != "500" && before != "600")
            // The program prints a width when it changes, as it is displayed.
            for (change, width) in [
                (["register", narrow], "500"), (["register", "--replace", wide], "600"),
                (["disable", "Told-Regular"], before), (["enable", "Told-Regular"], "600"),
                (["unregister", "Told-Regular"], before), (["register", "--scope", "session", narrow], "500"),
            ] {
                try home.fontctl(change)
                #expect(program.line() == width, "\(change)")
            }
        }
    }
}

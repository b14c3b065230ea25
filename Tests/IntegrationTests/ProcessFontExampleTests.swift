import FontRegistry
import Foundation
import TestSupport
import Testing

extension DesktopProgramTests {
    /// Process fonts in toolkits, with the programs of `Examples/ProcessFonts`.
    ///
    /// The widths of their labels show which font is used.
    @Suite(
        .timeLimit(.minutes(60)),
        .enabled(if: !Programs.areSanitized, "Their programs cannot load a library with the sanitizer."))
    struct ProcessFontExampleTests {
        private static let library = Command.product("libexample-process-fonts.so")
        private static let folder = Repository.file("Examples/ProcessFonts").path

        static let hasGTK4 =
            PrivateDisplay.isPossible
            && (try? Command.run(
                Programs.python,
                ["-c", "import gi; gi.require_version('Gtk', '4.0'); gi.require_version('PangoFc', '1.0')"],
                environment: [:]
            ).status) == 0

        static func hasQt(_ version: Int) -> Bool {
            ["make", "c++", "pkg-config"].allSatisfy { Command.find($0) != nil }
                && (try? Command.run(
                    "pkg-config", ["--exists", "Qt\(version)Widgets"],
                    environment: ProcessInfo.processInfo.environment
                ).status) == 0
        }

        private let home: PrivateHome
        /// Two revisions of a font, in which ten letters are 500 and 600 pixels wide.
        private let (narrow, wide): (String, String)

        init() throws {
            home = try PrivateHome(fontFolders: ["/usr/share/fonts/truetype/lato"])
            narrow = try home.write(SyntheticFont(family: "Own") { $0.revision = 1 }, as: "1.ttf")
            let fixed = SyntheticFont(family: "Own") {
                $0.revision = 2
                $0.isFixedPitch = true
            }
            wide = try home.write(fixed, as: "2.ttf")
        }

        private func startGTK4(_ environment: [String: String]) throws -> LiveProgram {
            try LiveProgram(
                Programs.python, [Self.folder + "/gtk4.py", Self.library, "Own", narrow], environment: environment,
                readsInput: true)
        }

        /// Follows a font that is registered before the toolkit first uses fonts, replaced, unregistered, and
        /// registered for all
        /// programs.
        ///
        /// - Parameter registry: The line that the program prints after a change of the registry.
        private func follow(_ program: LiveProgram, registry: String) throws {
            #expect(program.line() == "ready 500")
            try program.tell("register \(wide)")
            #expect(program.line() == "process-fonts 600")
            try program.tell("unregister \(wide)")
            let without = try #require(program.line())
            #expect(without.hasPrefix("process-fonts ") && !without.hasSuffix(" 500") && !without.hasSuffix(" 600"))
            try program.tell("register \(narrow)")
            #expect(program.line() == "process-fonts 500")
            try program.tell("unregister \(narrow)")
            #expect(program.line() == without)
            try home.fontctl("register", wide)
            #expect(program.line() == "\(registry) 600")
        }

        @Test(.enabled(if: hasGTK4, "Needs Xvfb, and GTK 4's binding for Python."))
        func gtk4ShowsProcessFonts() throws {
            let display = try PrivateDisplay(environment: home.environment)
            let program = try startGTK4(home.environment.merging(["DISPLAY": display.name]) { $1 })
            try follow(program, registry: "reinitialization")
            // Pango queries fontconfig, which returns the process's font whatever its revision; Qt lists fonts and uses
            // either.
            try program.tell("register \(narrow)")
            #expect(program.line() == "process-fonts 500")
            withExtendedLifetime(display) {}
        }

        /// A font copied into a folder makes GTK reinitialize fontconfig, without a change of the registry.
        @Test(.enabled(if: hasGTK4 && SettingsDaemon.isPossible, "Needs Xvfb, GTK 4's binding and gsd-xsettings."))
        func gtk4KeepsProcessFontsUnderASettingsDaemon() throws {
            try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
            let daemon = try SettingsDaemon(in: home)
            let program = try startGTK4(daemon.environment)
            #expect(program.line() == "ready 500")
            var lines: [String] = []
            // fontconfig misses a file that is added in the second in which it scanned the folder.
            for number in 0..<60 where !lines.contains("process-fonts 500") {
                try Data(SyntheticFont(family: "Other \(number)").build())
                    .write(to: URL(filePath: home.paths.userFonts + "/\(number).ttf"))
                while let line = program.line(within: .seconds(5)) {
                    lines.append(line)
                    if line.hasPrefix("settings ") { break }
                }
            }
            #expect(lines.allSatisfy { $0.hasSuffix(" 500") } && lines.contains("process-fonts 500"), "\(lines)")
        }

        @Test(.enabled(if: hasQt(5), "Needs qtbase5-dev and a compiler."))
        func qt5ShowsProcessFonts() throws { try followQt(5) }

        @Test(.enabled(if: hasQt(6), "Needs qt6-base-dev and a compiler."))
        func qt6ShowsProcessFonts() throws { try followQt(6) }

        private func followQt(_ version: Int) throws {
            let result = try Command.run(
                "make",
                [
                    "-C", Self.folder, "QT=\(version)", "OUT=\(home.root)",
                    "LIBRARY=\((Self.library as NSString).deletingLastPathComponent)",
                ], environment: ProcessInfo.processInfo.environment)
            try #require(result.status == 0, "\(result.errors)")
            let program = try LiveProgram(
                home.root + "/process-fonts-qt", ["Own", narrow],
                environment: home.environment.merging(["QT_QPA_PLATFORM": "offscreen"]) { $1 }, readsInput: true)
            try follow(program, registry: "registry")
        }
    }
}

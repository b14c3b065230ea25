import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// The example that gives families to programs for reading, with settings as those write them.
    @Suite(.timeLimit(.minutes(60)), .enabled(if: Python.isPossible, "Needs python3-gi."))
    struct ReaderProgramTests {
        private let home: PrivateHome
        private let variables: [String: String]

        init() throws {
            home = try PrivateHome()
            for family in ["Lora", "Lato", "Mono \"One\""] {
                try home.fontctl("register", home.write(SyntheticFont(family: family)))
            }
            var variables = home.environment
            let programs = URL(filePath: Programs.fontctl).deletingLastPathComponent().path
            variables["PATH"] = programs + ":" + (variables["PATH"] ?? "")
            variables["GSETTINGS_BACKEND"] = "keyfile"
            variables["GSETTINGS_SCHEMA_DIR"] = home.root + "/given/schemas"
            self.variables = variables
        }

        private func run(_ arguments: String...) throws -> Command.Result {
            try Command.run(
                Python.interpreter, [Repository.file("Examples/reader_fonts.py").path] + arguments,
                environment: variables)
        }

        private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

        @Test func foliateReadsTheFourValues() throws {
            let name = "com.github.johnfactotum.Foliate.viewer.font"
            let keys = ["serif", "sans-serif", "monospace"].map {
                "<key name='\($0)' type='s'><default>''</default></key>"
            }
            try home.write(
                Array(
                    """
                    <schemalist><schema id="\(name)" path="/com/github/johnfactotum/Foliate/viewer/font/">\(keys.joined())
                    <key name="default" type="u"><default>0</default></key>
                    <key name="default-size" type="d"><default>16</default></key></schema></schemalist>
                    """.utf8), as: "schemas/\(name).gschema.xml")
            let compiled = try Command.run(
                "glib-compile-schemas", [home.root + "/given/schemas"], environment: variables)
            try #require(compiled.status == 0, "\(compiled.errors)")
            let result = try run(
                "--serif", "Lora", "--sans", "Lato", "--mono", "Mono \"One\"", "--default", "sans", "foliate")
            #expect(result.status == 0, "\(result.errors)")
            func value(_ key: String) throws -> String {
                try Command.run("gsettings", ["get", name, key], environment: variables).lines.first ?? ""
            }
            #expect(try value("serif") == "'Lora'" && value("sans-serif") == "'Lato'")
            #expect(try value("monospace") == "'Mono \"One\"'" && value("default") == "uint32 1")
            #expect(try value("default-size") == "16.0")
        }

        @Test func calibreKeepsItsOtherSettings() throws {
            let settings = """
                {"geometry": {"x": 1}, "session_data": {"base_font_size": 16, "standalone_font_settings": {"zoom_step_size": 20}}}
                """
            let path = try home.write(Array(settings.utf8), as: "viewer.json")
            let result = try run("--serif", "Lora", "--default", "serif", "calibre", "--settings", path)
            #expect(result.status == 0 && result.output.contains("serif\tLora"), "\(result.errors)")
            let after = try #require(JSONSerialization.jsonObject(with: Data(text(path).utf8)) as? NSDictionary)
            let expected = try #require(
                JSONSerialization.jsonObject(
                    with: Data(
                        """
                        {"geometry": {"x": 1}, "session_data": {"base_font_size": 16, "standalone_font_settings":
                            {"zoom_step_size": 20, "serif_family": "Lora", "standard_font": "serif"}}}
                        """.utf8)) as? NSDictionary)
            #expect(after == expected)
            #expect(try text(path + ".before-fonts") == settings)
        }

        @Test func koreaderKeepsItsOtherLines() throws {
            let before = """
                -- settings.reader.lua
                return {
                    ["cre_font"] = "Noto Serif",
                    ["cre_font_family_fonts"] = {
                        ["emoji"] = "Noto \\"Emoji\\"",
                        ["serif"] = "Old",
                    },
                    ["home_dir"] = "/books",
                    ["nested"] = {
                        ["cre_font"] = "inner",
                    },
                }

                """
            let path = try home.write(Array(before.utf8), as: "settings.reader.lua")
            let result = try run(
                "--serif", "Lora", "--mono", "Mono \"One\"", "--default", "serif", "koreader", "--settings", path)
            #expect(result.status == 0, "\(result.errors)")
            #expect(
                try text(path) == """
                    -- settings.reader.lua
                    return {
                        ["monospace_font"] = "Mono \\"One\\"",
                        ["cre_font"] = "Lora",
                        ["cre_font_family_fonts"] = {
                            ["emoji"] = "Noto \\"Emoji\\"",
                            ["monospace"] = "Mono \\"One\\"",
                            ["serif"] = "Lora",
                        },
                        ["home_dir"] = "/books",
                        ["nested"] = {
                            ["cre_font"] = "inner",
                        },
                    }

                    """)
            #expect(try run("koreader", "--settings", path).output == "serif\tLora\nsans\t\nmono\tMono \"One\"\n")
        }

        @Test func nothingIsChangedByMistake() throws {
            for (program, damaged) in [
                ("calibre", "[1]"), ("calibre", "{"), ("koreader", "return {"), ("koreader", "x = 1"),
            ] {
                let path = try home.write(Array(damaged.utf8), as: "damaged")
                let result = try run("--serif", "Lora", program, "--settings", path)
                #expect(result.status == 1 && result.errors.contains("It was not changed."), "\(result)")
                #expect(try text(path) == damaged)
            }
            let path = try home.write(Array("{}".utf8), as: "viewer.json")
            let unknown = try run("--serif", "Nothing", "calibre", "--settings", path)
            #expect(unknown.status == 1 && unknown.errors.contains("no family 'Nothing'"))
            #expect(try text(path) == "{}")
            #expect(try run("calibre", "--settings", home.root + "/none").errors.contains("Start the program once"))
        }
    }
}

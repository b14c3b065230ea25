import FontResources
import Foundation
import TestSupport
import Testing

@testable import FontNames

/// The Swift code of colours and icons.
@Suite struct StyleCodeTests {
    private static let files: [StyleFile] = [
        .palette(
            ##"""
            {"colors": {"ink": {"light": "#1A1A1A", "dark": "#E8E8E8", "description": "Text of pages.\nSecond line."},
                "royal-blue": "#08224C80", "default": "black"}}
            """##),
        .drawing("Icons/close.svg"), .drawing("Icons/close-symbolic.svg"), .picture("Icons/Tool Bar/book@2x.png"),
        .drawing("Icons/Tool Bar/book-dark.svg"), .drawing("Icons/Tool Bar/1942.svg"),
    ]

    private func code(_ files: [StyleFile], access: String = "internal") -> StyleCode {
        StyleCode(
            Palette(files), IconSet(files), module: "reader.App", bundle: "reader_App.resources", access: access)
    }

    @Test func theDeclarations() {
        let code = code(Self.files)
        #expect(code.problems == [])
        #expect(
            code.text == """
                nonisolated extension FontResources.ColorName {
                    /// “default”: `#000000`, in dark `#000000`.
                    static let `default` = FontResources.ColorName(
                        "default", light: 0x0000_00FF, dark: 0x0000_00FF, lightHighContrast: 0x0000_00FF, darkHighContrast: 0x0000_00FF)

                    /// “ink”: `#1A1A1A`, in dark `#E8E8E8`.
                    ///
                    /// Text of pages.\\u{a}Second line.
                    static let ink = FontResources.ColorName(
                        "ink", light: 0x1A1A_1AFF, dark: 0xE8E8_E8FF, lightHighContrast: 0x1A1A_1AFF, darkHighContrast: 0xE8E8_E8FF)

                    /// “royal-blue”: `#08224C80`, in dark `#08224C80`.
                    static let royalBlue = FontResources.ColorName(
                        "royal-blue", light: 0x0822_4C80, dark: 0x0822_4C80, lightHighContrast: 0x0822_4C80, darkHighContrast: 0x0822_4C80)
                }

                nonisolated extension FontResources.IconName {
                    /// “close”.
                    static let close = FontResources.IconName(
                        "close", in: ModuleStyles.bundle,
                        .init("Icons/close.svg"),
                        .init("Icons/close-symbolic.svg", [.symbolic]))

                    /// The icons in the folder “Tool Bar”.
                    nonisolated enum ToolBar {
                        /// “Tool Bar/1942”.
                        static let _1942 = FontResources.IconName(
                            "Tool Bar/1942", in: ModuleStyles.bundle,
                            .init("Icons/Tool Bar/1942.svg"))

                        /// “Tool Bar/book”.
                        static let book = FontResources.IconName(
                            "Tool Bar/book", in: ModuleStyles.bundle,
                            .init("Icons/Tool Bar/book@2x.png", scale: 2),
                            .init("Icons/Tool Bar/book-dark.svg", [.dark]))
                    }
                }

                /// The colors and icons of the module.
                nonisolated enum ModuleStyles {
                    /// The colors, sorted by name.
                    static let colors = FontResources.ColorPalette([
                        FontResources.ColorName.`default`,
                        FontResources.ColorName.ink,
                        FontResources.ColorName.royalBlue,
                    ])

                    /// The icons, sorted by name.
                    static let icons: [FontResources.IconName] = [
                        FontResources.IconName.ToolBar._1942,
                        FontResources.IconName.ToolBar.book,
                        FontResources.IconName.close,
                    ]

                    /// The resources with the files of the icons.
                    static let bundle = FontResources.ResourceBundle(
                        module: "reader.App", name: "reader_App.resources")
                }

                """)
        #expect(code.colors["royal-blue"] == "ColorName.royalBlue")
        #expect(code.icons["Tool Bar/book"] == "IconName.ToolBar.book")
    }

    @Test func theOrderOfFilesChangesNothing() {
        #expect(code(Self.files.reversed()).text == code(Self.files).text)
        #expect(code([]).text.isEmpty)
    }

    @Test func theAccessLevelIsThatOfEachDeclaration() {
        let lines = code(Self.files, access: "public").text.split(separator: "\n")
        let declarations = lines.filter { $0.contains("static let ") || $0.contains("enum ") }
        #expect(declarations.count == 11)
        #expect(declarations.allSatisfy { $0.drop { $0 == " " }.hasPrefix("public ") })
    }

    @Test func namesWithOneIdentifierStopTheBuild() {
        let files: [StyleFile] = [
            .palette(#"{"colors": {"royal blue": "blue", "royal-blue": "blue", "クレー": "red"}}"#),
            .drawing("Icons/a-b.svg"), .drawing("Icons/a_b.svg"), .drawing("Icons/Font Resources/x.svg"),
        ]
        let texts = code(files).problems.map(\.text)
        #expect(
            texts == [
                "“royal-blue” and “royal blue” have the same identifier royalBlue. Rename one of them.",
                "“クレー” has no ASCII letter or digit of which an identifier can be made. Rename it.",
                "“a_b” and “a-b” have the same identifier aB. Rename one of them.",
                "The folder “Font Resources” would hide a name that generated code uses. Rename it.",
            ])
    }

    // MARK: Compiling

    /// Returns what the compiler says about a program with the code of files.
    private func compile(
        _ program: String, with files: [StyleFile], flags: [String] = []
    ) throws -> Command.Result {
        let home = try PrivateHome()
        let code = code(files)
        #expect(code.problems == [])
        let generated = try home.write(Array(("import FontResources\n\n" + code.text).utf8), as: "Generated.swift")
        let main = try home.write(Array(("import FontResources\n\n" + program).utf8), as: "main.swift")
        return try BuiltModules.check([generated, main], in: home, flags: flags)
    }

    private static let hasCompiler = Command.find("swiftc") != nil

    @Test(.enabled(if: hasCompiler, "Needs swiftc.")) func aMissingIconDoesNotCompile() throws {
        let program = """
            let color: Color = ColorName.royalBlue[.darkHighContrast]
            let icon = IconName.ToolBar.book.file(scale: 2, scheme: .dark)
            print(color.hex, icon.path, try IconName.close.path(isSymbolic: true), ModuleStyles.colors.css)
            """
        let whole = try compile(program, with: Self.files)
        #expect(whole.status == 0, "\(whole.errors)")
        let rest = Self.files.filter { !$0.source.contains("book") }
        let result = try compile(program, with: rest)
        #expect(result.status != 0)
        #expect(result.errors.contains("type 'IconName.ToolBar' has no member 'book'"), "\(result.errors)")
    }

    /// The declarations do not belong to the actor on which the code of a target runs by default.
    @Test(.enabled(if: hasCompiler, "Needs swiftc.")) func everyActorUsesTheConstants() throws {
        let program = """
            struct ColorName {}
            nonisolated func shown() -> String {
                ModuleStyles.colors.css + IconName.ToolBar.book.rawValue + ModuleStyles.bundle.name
            }
            """
        let result = try compile(program, with: Self.files, flags: ["-default-isolation", "MainActor"])
        #expect(result.status == 0, "\(result.errors)")
    }

    /// Names that could end a literal, a comment or an identifier.
    @Test(.enabled(if: hasCompiler, "Needs swiftc.")) func hostileNamesCompile() throws {
        let names = [
            #"a"b"#, #"b\(1)"#, "c*/", "d\u{202E}x", "e\u{A}f", #"g""""#, "init", "self", "Type", "x`y", "\u{7F}h", "1",
            "#if",
        ]
        let colors = names.map { name in
            let data = try? JSONEncoder().encode(name)
            return String(decoding: data ?? Data(), as: UTF8.self) + #": {"light": "red", "description": "*/ \" \\("}"#
        }
        let files =
            [StyleFile.palette(#"{"colors": {\#(colors.joined(separator: ", "))}}"#)]
            + names.flatMap { name -> [StyleFile] in
                let name = name.replacing("/", with: ":")
                return [.drawing("Icons/\(name).svg"), .drawing("Icons/x/\(name)/y.svg")]
            }
        let result = try compile("print(ModuleStyles.colors.css, ModuleStyles.icons)", with: files)
        #expect(result.status == 0, "\(result.errors)")
    }

    // MARK: Reading

    @Test func onlyFilesOfStylesAreRead() throws {
        let home = try PrivateHome()
        let palette = try home.write(Array(#"{"colors": {}}"#.utf8), as: "palette.json")
        let file = try StyleFile.read(palette, source: "palette.json", resource: nil)
        #expect(file?.bytes == Array(#"{"colors": {}}"#.utf8) && file?.path == palette)
        #expect(try StyleFile.read(palette, source: "Fonts/a.ttf", resource: "a.ttf") == nil)
        #expect(throws: BuildProblem.self) {
            try StyleFile.read(home.root + "/nothing.svg", source: "Icons/nothing.svg", resource: "nothing.svg")
        }
        let large = try home.write(Array(repeating: UInt8(ascii: " "), count: 1 << 20 + 1), as: "large.json")
        #expect(throws: BuildProblem.self) { try StyleFile.read(large, source: "palette.json", resource: nil) }
    }
}

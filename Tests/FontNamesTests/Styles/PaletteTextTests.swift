import FontResources
import Foundation
import StyleSheets
import TestSupport
import Testing

@testable import FontNames

/// Palettes as style sheets.
@Suite struct PaletteTextTests {
    private let palette = ColorPalette([
        ColorName(
            "ink", light: 0x1A1A_1AFF, dark: 0xE8E8_E8FF, lightHighContrast: 0x0000_00FF, darkHighContrast: 0xFFFF_FFFF),
        ColorName(
            "link", light: 0x0822_4CFF, dark: 0x88AA_EEFF, lightHighContrast: 0x0000_40FF, darkHighContrast: 0x88AA_EEFF
        ),
        ColorName(
            "royal blue", light: 0x0822_4C80, dark: 0x0822_4C80, lightHighContrast: 0x0822_4C80,
            darkHighContrast: 0x0822_4C80),
        ColorName(
            "クレー", light: 0xFFFF_FFFF, dark: 0x0000_00FF, lightHighContrast: 0xFFFF_FFFF, darkHighContrast: 0x0000_00FF),
    ])

    @Test func cssOfPages() {
        #expect(
            palette.css == """
                :root {
                  --ink: #1A1A1A;
                  --link: #08224C;
                  --royal\\20 blue: #08224C80;
                  --クレー: #FFFFFF;
                }
                @media (prefers-color-scheme: dark) {
                :root {
                  --ink: #E8E8E8;
                  --link: #88AAEE;
                  --クレー: #000000;
                }
                }
                @media (prefers-contrast: more) {
                :root {
                  --ink: #000000;
                  --link: #000040;
                }
                }
                @media (prefers-color-scheme: dark) and (prefers-contrast: more) {
                :root {
                  --ink: #FFFFFF;
                  --link: #88AAEE;
                }
                }

                """)
    }

    @Test func cssOfGTK() {
        #expect(
            palette.gtkCSS(.dark) == """
                @define-color ink rgba(232, 232, 232, 1);
                @define-color link rgba(136, 170, 238, 1);
                @define-color royal\\20 blue rgba(8, 34, 76, 0.502);
                @define-color \\30AF \\30EC \\30FC  rgba(0, 0, 0, 1);

                """)
        #expect(palette.gtkCSS(.lightHighContrast).hasPrefix("@define-color ink rgba(0, 0, 0, 1);\n"))
    }

    @Test func aPaletteWithoutColorsIsEmpty() {
        #expect(ColorPalette([]).css == "" && ColorPalette([]).gtkCSS(.light) == "")
    }

    /// In each appearance, the rules of a page that apply come to the value of the palette, for all patterns of values.
    @Test func theRulesComeToTheValues() throws {
        let values: [UInt32] = [0x0000_00FF, 0x1111_11FF, 0x2222_22FF, 0x3333_33FF]
        var colors: [ColorName] = []
        for pattern in 0..<256 {
            let chosen = (0..<4).map { values[pattern >> ($0 * 2) & 3] }
            colors.append(
                ColorName(
                    "c\(pattern)", light: chosen[0], dark: chosen[1], lightHighContrast: chosen[2],
                    darkHighContrast: chosen[3]))
        }
        let css = ColorPalette(colors).css
        for appearance in ColorAppearance.allCases {
            let found = try computed(css, appearance)
            for color in colors {
                #expect(found["--\(color.rawValue)"] == color[appearance].hex, "\(color) \(appearance)")
            }
        }
    }

    /// Returns the values of the custom properties: those of the last rule whose query applies.
    private func computed(_ css: String, _ appearance: ColorAppearance) throws -> [String: String] {
        var (isApplied, values) = (true, [String: String]())
        for line in css.split(separator: "\n") {
            if line.hasPrefix("@media ") {
                let conditions = line.dropFirst(7).dropLast(2).components(separatedBy: " and ")
                isApplied = try conditions.allSatisfy { condition in
                    switch condition {
                    case "(prefers-color-scheme: dark)": appearance.scheme == .dark
                    case "(prefers-contrast: more)": appearance.isHighContrast
                    default: try #require(nil as Bool?, "\(condition)")
                    }
                }
            } else if let property = line.firstMatch(of: #/^  (--\w+): (#\w+);$/#), isApplied {
                values[String(property.1)] = String(property.2)
            }
        }
        return values
    }

    /// GTK reads the names and values without a complaint.
    @Test(
        .enabled(if: hasGTK("3.0") || hasGTK("4.0"), "Needs GTK with its bindings for Python."),
        arguments: [
            "3.0", "4.0",
        ])
    func gtkReadsTheColors(_ version: String) throws {
        guard Self.hasGTK(version) else { return }
        let hostile = ["1942", "-", "-1", "a.b", "</style>", "a\"b\\", "*/", "_x-9", "é"].map { name in
            ColorName(
                name, light: 0x0102_0304, dark: 0x0102_0304, lightHighContrast: 0x0102_0304,
                darkHighContrast: 0x0102_0304)
        }
        let colors = palette.colors + hostile
        let home = try PrivateHome()
        let file = try home.write(Array(ColorPalette(colors).gtkCSS(.light).utf8), as: "palette.css")
        let script = """
            import sys, gi
            gi.require_version("Gtk", sys.argv[1])
            from gi.repository import Gtk
            provider = Gtk.CssProvider()
            provider.connect("parsing-error", lambda provider, section, error: print("error:", error.message))
            provider.load_from_data(open(sys.argv[2], "rb").read())
            print(provider.to_string())
            """
        let result = try Command.run(
            "/usr/bin/python3", ["-c", script, version, file], environment: ["LC_ALL": "C.UTF-8"])
        #expect(result.status == 0 && !result.output.contains("error:"), "\(result.output)\(result.errors)")
        // GTK prints the names without escapes.
        let known = Set(result.lines.map { $0.split(separator: " rgb")[0] })
        for color in colors { #expect(known.contains("@define-color \(color.rawValue)"), "\(color)") }
    }

    private static func hasGTK(_ version: String) -> Bool {
        let script = "import gi; gi.require_version('Gtk', '\(version)'); from gi.repository import Gtk"
        return (try? Command.run("/usr/bin/python3", ["-c", script], environment: [:]).status) == 0
    }
}

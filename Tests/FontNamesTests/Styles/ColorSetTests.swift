import FontResources
import Testing

@testable import FontNames

/// Colour sets of Apple's asset catalogues.
@Suite struct ColorSetTests {
    private func entry(
        _ space: String, _ components: String, appearances: String = "", idiom: String = "universal", more: String = ""
    ) -> String {
        let appearances = appearances.isEmpty ? "" : #""appearances": [\#(appearances)], "#
        return #"{\#(appearances)"color": {"color-space": "\#(space)", "components": {\#(components)}}, \#(more)"#
            + #""idiom": "\#(idiom)"}"#
    }

    private func values(_ entries: String...) -> [String]? {
        let palette = Palette([.colorSet("ink", entries.joined(separator: ","))])
        #expect(palette.problems == [])
        return palette.values("ink")
    }

    private let dark = #"{"appearance": "luminosity", "value": "dark"}"#
    private let light = #"{"appearance": "luminosity", "value": "light"}"#
    private let high = #"{"appearance": "contrast", "value": "high"}"#
    private let black = #""red": "0x00", "green": "0x00", "blue": "0x00", "alpha": "1.000""#
    private let white = #""red": "1.000", "green": "1.000", "blue": "1.000", "alpha": "1.000""#

    @Test func allAppearances() {
        let blue = #""red": "8", "green": "34", "blue": "76", "alpha": "0.500""#
        let gray = #""red": "0.400", "green": "0.400", "blue": "0.400", "alpha": "1.000""#
        let values = values(
            entry("srgb", black), entry("srgb", white, appearances: dark), entry("srgb", blue, appearances: high),
            entry("srgb", gray, appearances: "\(dark), \(high)"))
        #expect(values == ["#000000", "#FFFFFF", "#08224C80", "#666666"])
    }

    @Test func theEntryForAnyAppearanceIsThatForLight() {
        #expect(values(entry("srgb", black), entry("srgb", white, appearances: light))?.first == "#000000")
        #expect(values(entry("srgb", white, appearances: light))?.first == "#FFFFFF")
    }

    @Test func valuesForDevicesAndScreensAreLeftOut() {
        #expect(
            values(
                entry("srgb", white, idiom: "watch"),
                entry("display-p3", white, more: #""display-gamut": "display-P3", "#),
                entry("srgb", black, more: #""display-gamut": "sRGB", "#)
            )?.first == "#000000")
    }

    /// The values of other colour spaces in sRGB, by the matrices of CSS Color Level 4.
    @Test(arguments: [
        ("display-p3", #""red": "1.000", "green": "0.000", "blue": "0.000", "alpha": "1.000""#, "#FF0000"),
        ("display-p3", #""red": "0.500", "green": "0.500", "blue": "0.500", "alpha": "1.000""#, "#808080"),
        ("display-p3", #""red": "0.400", "green": "0.600", "blue": "0.400", "alpha": "1.000""#, "#559B61"),
        ("extended-srgb", #""red": "1.200", "green": "-0.100", "blue": "0.500", "alpha": "1.000""#, "#FF0080"),
        ("extended-linear-srgb", #""red": "0.2158605", "green": "0.0", "blue": "1.0", "alpha": "1.0""#, "#8000FF"),
        ("gray-gamma-22", #""white": "0.500", "alpha": "1.000""#, "#808080"),
        ("extended-gray", #""white": "1.000", "alpha": "0.250""#, "#FFFFFF40"),
    ])
    func colorSpaces(_ space: String, components: String, expected: String) {
        #expect(values(entry(space, components))?.first == expected)
    }

    /// An opaque colour is written with 1, too, and a whole number beside fractions is one of them.
    @Test(arguments: [
        (#""red": "0x33", "green": "0x66", "blue": "0xFF", "alpha": "1""#, "#3366FF"),
        (#""red": "0x33", "green": "0x66", "blue": "0xFF", "alpha": "0""#, "#3366FF00"),
        (#""red": "0x33", "green": "0x66", "blue": "0xFF", "alpha": "128""#, "#3366FF80"),
        (#""red": "1", "green": "0.4", "blue": "0", "alpha": "1""#, "#FF6600"),
        (#""red": "1", "green": "2", "blue": "3", "alpha": "1.000""#, "#010203"),
    ])
    func wholeNumbers(_ components: String, expected: String) {
        #expect(values(entry("srgb", components))?.first == expected)
    }

    @Test(arguments: [
        ("", "The color set has no value for all devices and appearances."),
        (#"{"idiom": "universal"}"#, "The value for light has no components that can be read."),
        (
            #"{"idiom": "universal", "color": {"platform": "ios", "reference": "systemBlueColor"}}"#,
            "The value for light is “systemBlueColor”, a color of Apple’s systems. Write its components."
        ),
        (
            #"{"idiom": "universal", "color": "red"}"#,
            "The color set cannot be read: colors.0.color has a value of the wrong"
        ),
        (
            #"{"idiom": "universal", "color": {"color-space": "lab", "components": {"alpha": "1.0"}}}"#,
            "Write them in one of the color spaces srgb, display-p3 and gray-gamma-22."
        ),
    ])
    func faultsStopTheBuild(_ entry: String, text: String) throws {
        let palette = Palette([.colorSet("ink", entry)])
        #expect(palette.colors.isEmpty && palette.problems.count == 1)
        let problem = try #require(palette.problems.first)
        #expect(problem.path == "/target/Assets.xcassets/ink.colorset/Contents.json")
        #expect(problem.text.contains(text), "\(problem.text)")
    }

    @Test func otherFilesOfCataloguesAreNoColors() {
        #expect(!Palette.isColors("Assets.xcassets/Contents.json"))
        #expect(!Palette.isColors("Assets.xcassets/a.imageset/Contents.json"))
        #expect(!Palette.isColors(".colorset/Contents.json"))
        #expect(!Palette.isColors("a.colorset/other.json") && !Palette.isColors("my-palette.json"))
        #expect(Palette.isColors("Colors/a.colorset/Contents.json") && Palette.isColors("Fonts/palette.json"))
    }
}

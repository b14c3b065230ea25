import FontModel
import FontResources
import Foundation
import StyleSheets
import Testing

@testable import FontNames

/// Icons among resources, and which of their files is shown.
@Suite struct IconTests {
    private func icons(_ names: String...) -> IconSet {
        IconSet(
            names.map { $0.hasSuffix(".png") ? .picture("Resources/Icons/" + $0) : .drawing("Resources/Icons/" + $0) })
    }

    private func texts(_ set: IconSet) -> [String] {
        set.icons.map { icon in
            let files = icon.files.map { file in
                let marks = [
                    file.traits.contains(.symbolic) ? "s" : "", file.traits.contains(.dark) ? "d" : "",
                    file.scale == 1 ? "" : "\(file.scale)",
                ]
                return file.path.split(separator: "/").last.map { "\($0)" + "[" + marks.joined() + "]" } ?? ""
            }
            return "\(icon.fullName): \(files.joined(separator: " "))"
        }
    }

    @Test func theNamesOfFilesTellVariants() {
        let set = icons(
            "close.svg", "close-symbolic.svg", "close-dark.svg", "close-symbolic-dark.svg", "close.png", "close@2x.png",
            "close-dark@3x.png", "Tool Bar/book@2x.png", "Tool Bar/Deep/x.svg")
        #expect(set.problems == [])
        #expect(
            texts(set)
                == [
                    "Tool Bar/book: book@2x.png[2]", "Tool Bar/Deep/x: x.svg[]",
                    "close: close.svg[] close.png[] close@2x.png[2] close-symbolic.svg[s] close-dark.svg[d] "
                        + "close-dark@3x.png[d3] close-symbolic-dark.svg[sd]",
                ].sorted())
    }

    /// `-dark` is a variant only of an icon without it.
    @Test func anIconMayBeNamedDark() {
        #expect(
            texts(icons("theme-dark.svg", "theme-dark-symbolic.svg")) == [
                "theme-dark: theme-dark.svg[] theme-dark-symbolic.svg[s]"
            ])
        #expect(
            texts(icons("theme-dark.svg", "theme-symbolic.svg")) == [
                "theme: theme-symbolic.svg[s] theme-dark.svg[d]"
            ])
        #expect(texts(icons("-dark.svg", "@2x.png", "a@0x.png")) == ["-dark: -dark.svg[]", "a@0x: a@0x.png[]"])
    }

    @Test func otherFilesAreNoIcons() {
        #expect(!IconSet.isIcon("Pictures/a.svg") && !IconSet.isIcon("Icons") && !IconSet.isIcon("Icons/a.jpg"))
        #expect(!IconSet.isIcon("Icons.svg") && !IconSet.isIcon("A.xcassets/Icons/a.imageset/a.png"))
        #expect(IconSet.isIcon("Icons/a.SVG") && IconSet.isIcon("Resources/Icons/b/a.png"))
        var unlisted = StyleFile.drawing("Icons/a.svg")
        unlisted.resource = nil
        #expect(IconSet([unlisted]).icons.isEmpty)
    }

    @Test(arguments: [
        "", "text", "<html><svg/></html>", "<!-- <svg> -->", "<!-- <svg>", "<!DOCTYPE html>", "<?xml", "<svgx/>",
        "\u{89}PNG",
    ])
    func aDrawingHasItsRootElement(_ text: String) {
        let set = IconSet([StyleFile("Icons/a.svg", text)])
        #expect(set.icons.isEmpty)
        #expect(
            set.problems == [
                BuildProblem(
                    .error, "/target/Icons/a.svg",
                    "The file is not a drawing in SVG. Replace it, or rename it to the ending of its format.")
            ])
    }

    @Test(arguments: [
        "<svg/>", "\u{FEFF}<?xml version='1.0'?>\n<!-- a -- > b -->\n<svg\nwidth='1'>", "<s:svg xmlns:s='x'/>",
        "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/svg11.dtd\">\r\n<svg>",
        "<!DOCTYPE svg [ <!ENTITY a \"b>\"> ]> <svg>",
    ])
    func drawingsMayHaveAProlog(_ text: String) {
        let set = IconSet([StyleFile("Icons/a.svg", text)])
        #expect(set.problems == [] && set.icons.count == 1)
    }

    @Test func aPictureHasItsHeader() {
        var empty = StyleFile.picture("Icons/a.png")
        empty.bytes[19] = 0
        var short = StyleFile.picture("Icons/b.png")
        short.bytes.removeLast()
        let set = IconSet([empty, short, .drawing("Icons/c.png"), .picture("Icons/d.png")])
        #expect(set.icons.map(\.fullName) == ["d"])
        #expect(set.problems.map(\.path) == ["/target/Icons/a.png", "/target/Icons/b.png", "/target/Icons/c.png"])
    }

    @Test func aVariantIsThereOnce() {
        let set = IconSet([.drawing("A/Icons/x.svg"), .drawing("B/Icons/x.svg")])
        #expect(
            set.problems == [
                BuildProblem(
                    .error, "/target/B/Icons/x.svg",
                    "The file is the same variant of an icon as /target/A/Icons/x.svg. Rename or remove one of them.")
            ])
    }

    // MARK: At run time

    private let bundle = ResourceBundle(module: "reader.App", name: "reader_App.resources")

    private func icon(_ names: String...) throws -> IconName {
        let set = IconSet(names.map { $0.hasSuffix(".png") ? .picture("Icons/" + $0) : .drawing("Icons/" + $0) })
        let files = try #require(set.icons.first).files
        try #require(set.icons.count == 1)
        return IconName("a", in: bundle, files)
    }

    @Test func theNearestVariantIsShown() throws {
        let icon = try icon("a.svg", "a-dark.svg", "a-symbolic.svg", "a@2x.png")
        #expect(icon.file().path == "Icons/a.svg")
        #expect(icon.file(scale: 2).path == "Icons/a.svg")
        #expect(icon.file(scheme: .dark).path == "Icons/a-dark.svg")
        #expect(icon.file(isSymbolic: true).path == "Icons/a-symbolic.svg")
        #expect(icon.file(scheme: .dark, isSymbolic: true).path == "Icons/a-symbolic.svg")
    }

    @Test func picturesHaveAtLeastThePixelsOfTheScreen() throws {
        let icon = try icon("a.png", "a@2x.png", "a@4x.png", "a-dark.png")
        #expect(icon.file().path == "Icons/a.png")
        #expect(icon.file(scale: 1.25).path == "Icons/a@2x.png")
        #expect(icon.file(scale: 2).path == "Icons/a@2x.png")
        #expect(icon.file(scale: 3).path == "Icons/a@4x.png")
        #expect(icon.file(scale: 8).path == "Icons/a@4x.png")
        #expect(icon.file(scale: 2, scheme: .dark).path == "Icons/a-dark.png")
        #expect(try self.icon("a-symbolic.svg").file().path == "Icons/a-symbolic.svg")
    }

    /// The places are those of fonts; a file that is not installed is an error that names them.
    @Test func aFileThatIsMissingIsAnError() throws {
        let icon = try icon("nothing.svg")
        let error = #expect(throws: FontError.self) { try icon.path() }
        #expect(error?.code == .fileNotFound)
        #expect(error?.message.contains("has Icons/nothing.svg of the module reader.App") == true)
    }
}

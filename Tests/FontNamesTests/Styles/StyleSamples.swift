import FontResources
import Foundation
import TestSupport

@testable import FontNames

extension StyleFile {
    /// A file with a text, whose path in the bundle is that in the target's folder.
    init(_ source: String, _ text: String) {
        self.init(path: "/target/" + source, source: source, resource: source, bytes: Array(text.utf8))
    }

    /// A palette.
    static func palette(_ text: String) -> StyleFile { StyleFile("palette.json", text) }

    /// A colour set with the entries of its document.
    static func colorSet(_ name: String, _ entries: String) -> StyleFile {
        StyleFile(
            "Assets.xcassets/\(name).colorset/Contents.json",
            #"{"colors": [\#(entries)], "info": {"author": "xcode", "version": 1}}"#)
    }

    /// A drawing without content.
    static func drawing(_ source: String) -> StyleFile {
        StyleFile(source, #"<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"/>"#)
    }

    /// The beginning of a picture of 16×16 pixels.
    static func picture(_ source: String) -> StyleFile {
        var file = StyleFile(source, "")
        file.bytes =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 16, 0, 0, 0, 16, 8, 6, 0, 0, 0, 0x1F, 0xF3, 0xFF, 0x61]
        return file
    }
}

extension PaletteColor {
    /// The colour as generated code declares it.
    var declared: ColorName {
        ColorName(
            name, light: self[.light].rgba, dark: self[.dark].rgba, lightHighContrast: self[.lightHighContrast].rgba,
            darkHighContrast: self[.darkHighContrast].rgba)
    }
}

extension Palette {
    /// The values of a colour in the order of the appearances, as texts.
    func values(_ name: String) -> [String]? {
        colors.first { $0.name == name }.map { color in ColorAppearance.allCases.map { color[$0].hex } }
    }

    /// The colours as generated code declares them.
    var declared: ColorPalette { ColorPalette(colors.map(\.declared)) }
}

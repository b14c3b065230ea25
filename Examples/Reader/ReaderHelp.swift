import FontAdvice
import FontClient
import FontPictures
import Foundation

/// Says whether programs see a font, and what helps.
func explain(_ fonts: FontManager) async throws(FontError) {
    let explained = try await fonts.explanation(of: "Lora", for: "libreoffice")
    print(explained.advice)
}

/// Returns a PNG of a text in a font.
func sample(_ fonts: FontManager) async throws(FontError) -> [UInt8] {
    let picture = try await fonts.picture(of: ["Lora"], options: PictureOptions(text: "Hamburgefonts"))
    return picture.bytes
}

/// Returns a page in PDF with a text in three sizes, in a weight and with small capitals.
func page(of font: URL) async throws(FontError) -> [UInt8] {
    let face = Specimen.Face(file: 0, index: 0, axes: ["wght": 560])
    let rows = [12.0, 24, 48].map { size in
        Specimen.Row([.init(text: "Hamburgefonts", size: size, faces: [face], features: [FontFeatureSetting("smcp")])])
    }
    let picture = try await Specimen(format: .pdf, rows: rows).drawn(with: [.url(font)])
    return picture.bytes
}

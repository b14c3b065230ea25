import FontAdvice
import FontClient
import FontPictures

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

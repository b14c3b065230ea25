import Foundation
import ProcessFonts

/// The first steps of an app with fonts of its own, as the documentation shows them.
func firstSteps() throws {
    let fonts = ProcessFontManager(provider: "org.example.Reader")
    try fonts.register(URL(filePath: "/opt/reader/Lora-Regular.ttf"))
    if let lora = try fonts.resolve("Lora-Regular").match { print(lora.url?.path() ?? "", lora.weight) }
}

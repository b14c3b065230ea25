import ProcessFonts
import Typefaces

// Registers the fonts of the package twice, and prints the outcomes, then where each font is found.
for summary in [registerModuleFonts(), registerModuleFonts()] {
    for outcome in summary.outcomes {
        let file = outcome.item.split(separator: "/").last ?? ""
        print(outcome.status.rawValue, file, outcome.error.map { "\($0.code.rawValue) \($0.message)" } ?? "")
    }
}
let fonts = ProcessFontManager(provider: "org.example.Reader")
for name in ModuleFonts.resources.flatMap(\.names) {
    print("found", name, try fonts.resolve(name.rawValue).match?.url?.path() ?? "nowhere")
}

// Names of fonts are checked when the program is compiled.
let bold = FontFamilyName.lora.face(weight: .bold).font.postscriptName
print("bold", bold, FontFamilyName.lora.bold == FontName.loraBold)

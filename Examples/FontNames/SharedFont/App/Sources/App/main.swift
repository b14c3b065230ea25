import Captions
import ProcessFonts

// The app and the library bring the same font. Each registers its own, and unregisters its own.
let fonts = ProcessFontManager(provider: "org.example.SharedFont")

/// Prints the outcomes of a step, and whether the font is found.
func report(_ step: String, _ summary: FontSummary) throws {
    let outcomes = summary.outcomes.map { outcome in
        outcome.error.map { "\(outcome.status.rawValue) \($0.code.rawValue) \(outcome.item): \($0.message)" }
            ?? outcome.status.rawValue
    }
    let isFound = try fonts.resolve(Captions.font.rawValue).match != nil
    print("\(step): \(outcomes.joined(separator: ", ")); \(isFound ? "found" : "not found")")
}

try report("the library registers", Captions.registerFonts())
try report("the app registers", registerModuleFonts())
try report("the library unregisters", Captions.unregisterFonts())
try report("the app unregisters", ModuleFonts.unregister())

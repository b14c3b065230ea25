/// The fonts of SwiftGen in a source: `FontFamily.Lora.bold`.
enum SwiftGenUses {
    /// The members of a SwiftGen font that draw on Apple's systems.
    private static let drawing: Set = ["font", "swiftUIFont", "swiftUIFontWrapper"]

    /// Gives the enumeration its name in the generated code, and remarks what has no counterpart there.
    ///
    /// - Parameters:
    ///   - edit: The source.
    ///   - enumeration: The name of the enumeration in SwiftGen's configuration.
    static func replace(in edit: inout SourceEdit, enumeration: String) {
        let tokens = edit.tokens.tokens
        for index in tokens.indices {
            guard let chain = edit.tokens.chain(at: index), chain.words.first == enumeration, chain.words.count > 1
            else { continue }
            if enumeration != "FontFamily" {
                edit.replace(chain.tokens[0], through: chain.tokens[0], with: "FontFamily")
            }
            let isCalled = chain.end < tokens.count && tokens[chain.end].isMark("(")
            if chain.words.count > 3, drawing.contains(chain.words[3]), isCalled {
                edit.remark(
                    "\(chain.words[3])(…) makes a font of UIKit or SwiftUI, which do not exist on Linux; draw with "
                        + "FontFamily.\(chain.words[1]).\(chain.words[2]).name.",
                    at: chain.tokens[0])
            }
        }
    }
}

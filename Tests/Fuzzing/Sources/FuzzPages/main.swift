import Foundation
import Glibc
import LibFuzzer

@testable import ReaderFonts

/// Writes any text as the name of a family into style sheets and pages, and reads any bytes as a typography document.
///
/// A name must stay a name: without its strings, a style sheet is the same for every name.
private func fuzzPages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Data(UnsafeRawBufferPointer(start: start, count: count))
    guard let kind = bytes.first else { return 0 }
    let rest = bytes.dropFirst()
    switch kind % 2 {
    case 0:
        let text = String(decoding: rest, as: UTF8.self)
        guard !text.isEmpty else { return 0 }
        let (sheet, plain) = (styleSheet(text), styleSheet("A"))
        precondition(!sheet.unicodeScalars.contains("<"), "a style sheet that ends its element")
        precondition(skeleton(sheet) == skeleton(plain), "a name outside of its string: \(sheet)")
        // Scalars, because a combining mark after ">" makes another character of it in Swift, but not in HTML.
        for scalar in "<>\"".unicodeScalars {
            let found = page(text).unicodeScalars.count { $0 == scalar }
            precondition(found == page("A").unicodeScalars.count { $0 == scalar }, "a name that is markup")
        }
    default:
        // Defects are named, and the rest is usable.
        guard let document = try? TypographyDocument(Data(rest), name: "fuzz") else { return 0 }
        let typography = Typography([document])
        let sheet = typography.css(.byToolkit) { _ in nil }
        precondition(!sheet.unicodeScalars.contains("<"), "a style sheet that ends its element")
    }
    return 0
}

private func styleSheet(_ family: String) -> String {
    var sheet = ReaderStyleSheet(overridesPublisher: true)
    for role in ReaderStyleSheet.Role.allCases { sheet.families[role] = .init([family]) }
    return FontFaceRule(family: family, url: family, format: .trueType).css + sheet.css
}

private func page(_ family: String) -> String {
    SpecimenPage(
        samples: [
            .init(caption: family, lines: [family], rules: [.init(family: "A", url: "", format: .trueType)], axes: [:])
        ],
        sizes: [12], isDark: false
    ).html
}

/// Returns a style sheet without the contents of its strings (CSS Syntax Level 3, section 4.3.5).
private func skeleton(_ sheet: String) -> String {
    var result = String.UnicodeScalarView()
    var isInString = false
    var scalars = sheet.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
        if isInString {
            precondition(!["\n", "\r", "\u{C}", "\0"].contains(scalar), "a string that does not end in its line")
            if scalar == "\\" { _ = scalars.next() }
            if scalar == "\"" { isInString = false }
        } else {
            result.append(scalar)
            if scalar == "\"" { isInString = true }
        }
    }
    precondition(!isInString, "a string without an end")
    return String(result)
}

exit(libfuzzer_run(CommandLine.argc, CommandLine.unsafeArgv, fuzzPages))

import Glibc
import LibFuzzer

@testable import FontModel
@testable import OpenType

/// Decodes any bytes as a name of any platform and encoding; the result must be safe to show, store and send.
private func fuzzNames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    // The first bytes select the platform, encoding and language of the record.
    guard bytes.count > 3 else { return 0 }
    let (platform, encoding, language) = (Int(bytes[0] % 5), Int(bytes[1] % 12), Int(bytes[2]))
    let raw = Array(bytes[3...])
    let texts = [
        NameText.decode(raw, platform: platform, encoding: encoding, language: language), NameText.asciiPart(raw),
    ]
    for text in texts.compactMap(\.self) {
        let shown = NameText.display(text)
        precondition(DisplayText.clean(shown) == shown, "cleaning twice changes something")
        precondition(shown.count <= FontLimits.displayNameLength)
        precondition(!shown.unicodeScalars.contains(where: isHostile), "a hostile character is shown")
        if let formed = PostScriptName.formed(family: text, style: text) {
            precondition(PostScriptName.isValid(formed), "a formed name that is none")
        }
    }
    return 0
}

private func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
}

exit(libfuzzer_run(CommandLine.argc, CommandLine.unsafeArgv, fuzzNames))

import Glibc
import LibFuzzer

@testable import FontCatalog

/// Reads any bytes as the text form of protocol buffers, and as the metadata of a family.
///
/// A message is read or refused in one pass, nested within the limit, and what is claimed can be stored.
private func fuzzClaims(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    var parser = TextMessageParser(bytes)
    let message = try? parser.message()
    precondition(parser.steps <= 16 * count + 64, "a byte is looked at too often")
    if let message { precondition(depth(of: message) <= TextMessageParser.depthLimit, "nested too deeply") }
    guard let claims = try? GoogleFontsMetadata.claims(bytes, inFolder: "/nonexistent/") else { return 0 }
    precondition(message != nil, "claims without a message")
    precondition(claims.languages.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } })
    precondition(claims.axes.allSatisfy { $0.minimum.isFinite && $0.maximum.isFinite })
    return 0
}

private func depth(of message: TextMessage) -> Int {
    let inner = message.fields.map { field in
        if case .message(let message) = field.value { depth(of: message) } else { 0 }
    }
    return 1 + (inner.max() ?? 0)
}

exit(libfuzzer_run(CommandLine.argc, CommandLine.unsafeArgv, fuzzClaims))

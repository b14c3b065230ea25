package import FontModel

/// The form of a worker's reply with the font in a file packed for the web: a byte 0 and the font, or a byte 1, the code of
/// the error and its message.
package enum UnwrappingAnswer {
    /// The maximum length of a message in bytes.
    private static let messageLength = 4_096

    package static func encode(_ result: Result<[UInt8], FontError>) -> [UInt8] {
        var writer = WireWriter()
        switch result {
        case .success(let font): writer.bytes = [0] + font
        case .failure(let error):
            writer.put(UInt8(1))
            writer.put(briefly: error)
        }
        return writer.bytes
    }

    /// Decodes a reply, which is not trusted: the font is one like any other given file.
    package static func decode(_ bytes: [UInt8]) throws(MalformedAnswer) -> Result<[UInt8], FontError> {
        var reader = WireReader(bytes)
        guard try reader.flag() else { return .success(Array(bytes.dropFirst())) }
        return .failure(try reader.error(upTo: messageLength))
    }
}

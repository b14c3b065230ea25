package import FontModel

/// A part of a worker's reply with the fonts in an archive.
///
/// The bytes of a font follow its path in any number of parts.
package enum UnpackedPart: Sendable, Hashable {
    /// The path of the next font within the archive; see ``ArchivePath``.
    case font(path: String)
    /// Further bytes of the font.
    case bytes([UInt8])
    /// The text of a licence.
    case text(path: String, [UInt8])
    /// An entry that may hold fonts and is not unpacked; the raw value of a `FontFormat` or an `ArchiveFormat`.
    case left(String)
    /// The end of the archive.
    case end
    /// The archive cannot be used, including all parts before this one.
    case failure(FontError)

    /// The maximum length of a part in bytes: 1 MiB.
    package static let length = 1 << 20
    /// The maximum length of a message in bytes.
    private static let messageLength = 8_192

    package var encoded: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .font(let path):
            writer.put(UInt8(1))
            writer.put(path)
        case .bytes(let bytes): writer.bytes = [2] + bytes
        case .text(let path, let bytes):
            writer.put(UInt8(3))
            writer.put(path)
            writer.bytes += bytes
        case .left(let format):
            writer.put(UInt8(4))
            writer.put(format)
        case .end: writer.put(UInt8(5))
        case .failure(let error):
            writer.put(UInt8(6))
            writer.put(briefly: error)
        }
        return writer.bytes
    }

    /// Decodes a part, which is not trusted.
    package init(decoding bytes: [UInt8]) throws(MalformedAnswer) {
        var reader = WireReader(bytes)
        let kind = try reader.number(UInt8.self)
        switch kind {
        case 1: self = .font(path: try Self.path(&reader))
        case 2:
            self = .bytes(Array(bytes.dropFirst()))
            return
        case 3:
            let path = try Self.path(&reader)
            let text = try reader.rest(upTo: FontLimits.licenseTextSize)
            self = .text(path: path, text)
        case 4:
            let format = try reader.text(upTo: 16)
            guard FontFormat(rawValue: format) != nil || ArchiveFormat(rawValue: format) != nil else {
                throw MalformedAnswer("a format is unknown")
            }
            self = .left(format)
        case 5: self = .end
        case 6: self = .failure(try reader.error(upTo: Self.messageLength))
        default: throw MalformedAnswer("the kind of a part is \(kind)")
        }
        guard reader.isAtEnd else { throw MalformedAnswer("a part is too long") }
    }

    /// Reads a path that is clean.
    private static func path(_ reader: inout WireReader) throws(MalformedAnswer) -> String {
        let path = try reader.text(upTo: ArchivePath.length)
        guard (try? ArchivePath.clean(path)) == path else { throw MalformedAnswer("a path is not clean") }
        return path
    }
}

import FontModel

extension WorkerProtocol {
    /// A message to the process that draws fonts, which has a descriptor.
    ///
    /// The process gets each font file, and then one request, which it serves. Its reply has the form of a worker's.
    package struct DrawingHead: Sendable, Hashable {
        /// The content of the descriptor.
        package enum Kind: UInt8, Sendable {
            case file = 1
            /// A request for a picture.
            case picture
            /// A request for a smaller font.
            case subset

            fileprivate var limit: Int { self == .file ? FontLimits.fileSize : drawingRequestLength }
        }

        package var kind: Kind
        /// The number of bytes that the descriptor has.
        package var size: Int

        package init(_ kind: Kind, size: Int) {
            self.kind = kind
            self.size = size
        }

        /// The length in bytes.
        package static let length = 9

        package var encoded: [UInt8] {
            var writer = WireWriter()
            writer.put(kind.rawValue)
            writer.put(UInt64(size))
            return writer.bytes
        }

        /// Decodes a head; nil if it is invalid.
        package init?(encoded bytes: [UInt8]) {
            guard bytes.count == Self.length, let kind = Kind(rawValue: bytes[0]) else { return nil }
            let size = bytes[1...].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard size <= UInt64(kind.limit) else { return nil }
            self.init(kind, size: Int(size))
        }
    }

    /// The maximum length of a request in bytes: 2 MiB.
    package static let drawingRequestLength = 2 << 20
}

import FontModel

extension WorkerProtocol {
    /// A message to the process that draws fonts, which has a descriptor.
    ///
    /// The process gets each font file, and then one request, which it serves. Its reply has the form of a worker's.
    package enum DrawingHead: Sendable, Hashable {
        /// A font file of the given size in bytes.
        case file(size: Int)
        /// A request for a picture, of the given length in bytes.
        case picture(length: Int)
        /// A request for a smaller font, of the given length in bytes.
        case subset(length: Int)

        /// The length in bytes.
        package static let length = 9

        package var encoded: [UInt8] {
            var writer = WireWriter()
            switch self {
            case .file(let size):
                writer.put(UInt8(1))
                writer.put(UInt64(size))
            case .picture(let length):
                writer.put(UInt8(2))
                writer.put(UInt64(length))
            case .subset(let length):
                writer.put(UInt8(3))
                writer.put(UInt64(length))
            }
            return writer.bytes
        }

        /// Decodes a head; nil if it is invalid.
        package init?(encoded bytes: [UInt8]) {
            guard bytes.count == Self.length else { return nil }
            let number = bytes[1...].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            switch bytes[0] {
            case 1 where number <= UInt64(FontLimits.fileSize): self = .file(size: Int(number))
            case 2 where number <= UInt64(WorkerProtocol.drawingRequestLength): self = .picture(length: Int(number))
            case 3 where number <= UInt64(WorkerProtocol.drawingRequestLength): self = .subset(length: Int(number))
            default: return nil
            }
        }
    }

    /// The maximum length of a request in bytes: 1 MiB.
    package static let drawingRequestLength = 1 << 20
}

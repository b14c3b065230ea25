import FontModel

extension WorkerProtocol {
    /// The head of each message to the process that draws fonts.
    ///
    /// The process gets each file as a descriptor with the head alone, and then a request, which follows its head. Its
    /// reply has the form of a worker's. It serves one request.
    package enum DrawingHead: Sendable, Hashable {
        /// A font file of the given size in bytes.
        case file(size: Int)
        /// A request of the given length in bytes.
        case request(length: Int)

        /// The length in bytes.
        package static let length = 9

        package var encoded: [UInt8] {
            var writer = WireWriter()
            switch self {
            case .file(let size):
                writer.put(UInt8(1))
                writer.put(UInt64(size))
            case .request(let length):
                writer.put(UInt8(2))
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
            case 2 where number <= UInt64(WorkerProtocol.drawingRequestLength): self = .request(length: Int(number))
            default: return nil
            }
        }
    }

    /// The maximum length of a request to draw in bytes: 64 KiB, which a socket holds without a reader.
    package static let drawingRequestLength = 1 << 20
}

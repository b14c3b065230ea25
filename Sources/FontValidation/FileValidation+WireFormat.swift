import FontModel
package import Inspection

extension FileValidation: DeepChecking {
    /// The encoding of a worker's reply; it excludes the name of the file, which a worker does not know.
    package var encoded: [UInt8] {
        var writer = WireWriter()
        writer.put(self)
        return writer.bytes
    }

    package init(decoding bytes: [UInt8], file: String, size: Int) throws(MalformedAnswer) {
        guard bytes.count <= WorkerProtocol.answerLength else { throw MalformedAnswer("it is too long") }
        var reader = WireReader(bytes)
        self = try reader.record()
        guard reader.isAtEnd else { throw MalformedAnswer("more bytes follow it") }
        guard findings.allSatisfy({ $0.isOfWorker(fileSize: size) }) else {
            throw MalformedAnswer("a finding is invalid")
        }
        self.file = file
    }
}

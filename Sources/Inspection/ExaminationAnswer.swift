import FontModel

/// The encoding of a worker's reply to a request for a ``FileExamination``.
package enum ExaminationAnswer {
    /// Encodes a reply; one that is too long becomes a refusal.
    package static func encode(_ examination: FileExamination) -> [UInt8] {
        let bytes = encoded(examination)
        guard bytes.count > WorkerProtocol.answerLength else { return bytes }
        return encoded(
            FileExamination(
                refusedWith: FontError(
                    .exceededResourceLimit,
                    "The texts in the font exceed \(WorkerProtocol.answerLength >> 20) MiB. Use another font.")))
    }

    private static func encoded(_ examination: FileExamination) -> [UInt8] {
        var writer = WireWriter(upTo: WorkerProtocol.answerLength)
        switch examination.inspection {
        case .success(let inspection):
            writer.put(true)
            writer.put(inspection)
            writer.put(examination.details) { $0.put($1) }
            writer.put(examination.features) { $0.put($1) { $0.put($1) } }
        case .failure(let error):
            writer.put(false)
            writer.put(refusal: error)
        }
        writer.put(examination.findings) { $0.put($1) }
        return writer.bytes
    }

    /// Decodes a reply, which a hostile font may have forged; see ``InspectionAnswer/decode(_:sha256:size:given:)``.
    package static func decode(
        _ bytes: [UInt8], sha256: String, size: Int, given: String
    ) throws(MalformedAnswer) -> FileExamination {
        guard bytes.count <= WorkerProtocol.answerLength else { throw MalformedAnswer("it is too long") }
        var reader = WireReader(bytes)
        var examination: FileExamination
        if try reader.flag() {
            let inspection = try reader.inspection(sha256: sha256, size: size)
            let faces = inspection.faces.count
            examination = FileExamination(of: inspection)
            examination.details = try reader.list(of: faces...faces, "details") {
                (reader, _) throws(MalformedAnswer) in try reader.record()
            }
            examination.features = try reader.list(of: faces...faces, "lists of features") {
                (reader, _) throws(MalformedAnswer) in
                try reader.list(of: 0...FontFeature.most, "features") { (reader, _) throws(MalformedAnswer) in
                    try reader.record()
                }
            }
        } else {
            examination = FileExamination(refusedWith: try reader.refusal(of: given, size: size))
        }
        examination.findings = try reader.list(of: 0...FontFinding.most, "findings") {
            (reader, _) throws(MalformedAnswer) in try reader.record()
        }
        guard reader.isAtEnd else { throw MalformedAnswer("more bytes follow it") }
        guard examination.findings.allSatisfy({ $0.isOfWorker(fileSize: size) }) else {
            throw MalformedAnswer("a finding is invalid")
        }
        return examination
    }
}

import FontModel
package import Inspection

extension FileValidation: DeepChecking {
    /// The encoding of a worker's reply; it excludes the name of the file, which a worker does not know.
    package var encoded: [UInt8] {
        var writer = WireWriter()
        writer.put(format) { $0.put($1.rawValue) }
        writer.put(findings) { $0.put($1) }
        return writer.bytes
    }

    package init(decoding bytes: [UInt8], file: String, size: Int) throws(MalformedAnswer) {
        guard bytes.count <= WorkerProtocol.answerLength else { throw MalformedAnswer("it is too long") }
        var reader = WireReader(bytes)
        let format: FontFormat? = try reader.optional { reader throws(MalformedAnswer) in try reader.value() }
        let findings = try reader.list(of: 0...Self.mostFindings, "findings") {
            (reader, _) throws(MalformedAnswer) in try reader.finding(size: size)
        }
        guard reader.isAtEnd else { throw MalformedAnswer("more bytes follow it") }
        self.init(file: file, format: format, findings: findings)
    }
}

extension WireWriter {
    fileprivate mutating func put(_ finding: FontFinding) {
        put(finding.kind.rawValue)
        // Every other kind determines the code, or has none.
        if finding.kind == .fileUnreadable { put(UInt32(clamping: finding.code ?? 0)) }
        put(finding.faceIndex) { $0.put(UInt32(clamping: $1)) }
        put(finding.table) { $0.put($1) }
        put(finding.offset) { $0.put(UInt32(clamping: $1)) }
        put(finding.glyph) { $0.put(UInt32(clamping: $1)) }
        put(finding.message)
    }
}

extension WireReader {
    fileprivate mutating func finding(size: Int) throws(MalformedAnswer) -> FontFinding {
        let kind: FontFinding.Kind = try value()
        var code: FontError.Code?
        switch kind {
        case .fileUnreadable: code = try errorCode()
        // A worker that ended during a check cannot report it itself.
        case .checkBroughtDown: throw MalformedAnswer("a worker does not report \(kind.rawValue)")
        default: break
        }
        return FontFinding(
            kind, code: code,
            faceIndex: try optional { reader throws(MalformedAnswer) in
                try reader.count(in: 0...FontLimits.facesPerFile, "the place of a face")
            },
            table: try optional { reader throws(MalformedAnswer) in try reader.tag() },
            offset: try optional { reader throws(MalformedAnswer) in try reader.count(in: 0...size, "an offset") },
            // A table may contain any number, which may be the problem.
            glyph: try optional { reader throws(MalformedAnswer) in
                try reader.count(in: 0...Int(UInt32.max), "a glyph")
            }, message: try sentence())
    }
}

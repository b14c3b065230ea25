import FontModel
package import Inspection

// The form of requests to the process that draws, and of its replies.

extension Specimen {
    package var encoded: [UInt8] {
        var writer = WireWriter()
        writer.put(self)
        return writer.bytes
    }

    package init(encoded bytes: [UInt8]) throws(MalformedAnswer) {
        var reader = WireReader(bytes)
        self = try reader.record()
        guard reader.isAtEnd else { throw MalformedAnswer("it continues after its end") }
        guard lines.count <= Limits.lines else { throw MalformedAnswer("it has too many lines") }
        guard rows.allSatisfy({ !$0.cells.isEmpty }), lines.allSatisfy({ !$0.faces.isEmpty }) else {
            throw MalformedAnswer("a row has no lines, or a line no faces")
        }
    }
}

extension Result<DrawnSpecimen, DrawingFailure> {
    package var encoded: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .success(let drawn):
            writer.put(UInt8(0))
            writer.put(UInt32(drawn.width))
            writer.put(UInt32(drawn.height))
            writer.put(drawn.used) { writer, places in
                writer.put(places) { writer, place in writer.put(UInt32(place)) }
            }
            for scalars in [drawn.missing, drawn.undrawn] {
                writer.put(scalars) { writer, scalar in writer.put(scalar.value) }
            }
            writer.put(drawn.bytes)
        case .failure(let failure):
            let (kind, number): (UInt8, Int) =
                switch failure {
                case .tooLarge: (1, 0)
                case .unusableFace(let file): (2, file)
                case .memory(let file): (3, file)
                case .cairo(let status): (4, status)
                }
            writer.put(kind)
            writer.put(UInt32(clamping: number))
        }
        return writer.bytes
    }

    package init(encoded bytes: [UInt8]) throws(MalformedAnswer) {
        var reader = WireReader(bytes)
        let kind: UInt8 = try reader.number()
        guard kind == 0 else {
            let number = Int(try reader.number(UInt32.self))
            let failure: DrawingFailure? =
                switch kind {
                case 1: .tooLarge
                case 2: .unusableFace(file: number)
                case 3: .memory(file: number)
                case 4: .cairo(status: number)
                default: nil
                }
            guard let failure, reader.isAtEnd else { throw MalformedAnswer("it is of the unknown kind \(kind)") }
            self = .failure(failure)
            return
        }
        let width = try reader.count(in: 1...Specimen.Limits.side, "the width")
        let height = try reader.count(in: 1...Specimen.Limits.side, "the height")
        let used = try reader.list(of: 0...Specimen.Limits.lines, "lines") { reader, _ throws(MalformedAnswer) in
            try reader.list(of: 0...Specimen.Limits.facesPerLine, "faces") { reader, _ throws(MalformedAnswer) in
                try reader.count(in: 0...Specimen.Limits.facesPerLine - 1, "a face")
            }
        }
        let missing = try Self.scalars(&reader)
        let undrawn = try Self.scalars(&reader)
        let count = try reader.count(in: 1...WorkerProtocol.answerLength, "the size")
        let picture = Array(try reader.block(count))
        guard reader.isAtEnd else { throw MalformedAnswer("it continues after its end") }
        self = .success(
            DrawnSpecimen(
                bytes: picture, width: width, height: height, used: used, missing: missing, undrawn: undrawn))
    }

    private static func scalars(_ reader: inout WireReader) throws(MalformedAnswer) -> [Unicode.Scalar] {
        try reader.list(of: 0...Specimen.Limits.missing, "characters") { reader, _ throws(MalformedAnswer) in
            guard let scalar = Unicode.Scalar(try reader.number(UInt32.self)) else {
                throw MalformedAnswer("a character is none")
            }
            return scalar
        }
    }
}

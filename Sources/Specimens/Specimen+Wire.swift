package import Inspection

// The form of requests to the process that draws, and of its replies.

extension Specimen {
    package var encoded: [UInt8] {
        var writer = WireWriter()
        writer.put(format.rawValue)
        writer.put(rows) { writer, row in
            writer.put(row.isDark)
            writer.put(row.cells) { writer, line in line.write(to: &writer) }
        }
        return writer.bytes
    }

    package init(encoded bytes: [UInt8]) throws(MalformedAnswer) {
        var reader = WireReader(bytes)
        guard let format = Format(rawValue: try reader.number()) else { throw MalformedAnswer("the format is unknown") }
        self.init(
            format: format,
            rows: try reader.list(of: 0...Limits.lines, "rows") { reader, _ throws(MalformedAnswer) in
                let isDark = try reader.flag()
                let cells = try reader.list(of: 1...Limits.lines, "lines") { reader, _ throws(MalformedAnswer) in
                    try Line(&reader)
                }
                return Row(cells, isDark: isDark)
            })
        guard lines.count <= Limits.lines else { throw MalformedAnswer("it has too many lines") }
        guard reader.isAtEnd else { throw MalformedAnswer("it continues after its end") }
    }
}

extension Specimen.Line {
    fileprivate func write(to writer: inout WireWriter) {
        writer.put(text)
        writer.put(size)
        writer.put(isCaption)
        writer.put(color) { writer, color in writer.put(color) }
        writer.put(spacing)
        writer.put(faces) { writer, face in
            writer.put(UInt32(face.file))
            writer.put(UInt32(face.index))
            writer.put(face.axes.sorted { $0.key < $1.key }) { writer, axis in
                writer.put(axis.key)
                writer.put(axis.value)
            }
        }
    }

    fileprivate init(_ reader: inout WireReader) throws(MalformedAnswer) {
        let text = try reader.text(upTo: Specimen.Limits.textLength)
        let size = Double(bitPattern: try reader.number())
        guard Specimen.Limits.sizes.contains(size) else { throw MalformedAnswer("the size is \(size)") }
        let isCaption = try reader.flag()
        let color = try reader.optional { reader throws(MalformedAnswer) in try reader.number(UInt32.self) }
        let spacing = Double(bitPattern: try reader.number())
        guard Specimen.Limits.spacings.contains(spacing) else { throw MalformedAnswer("the spacing is \(spacing)") }
        let faces = try reader.list(of: 1...Specimen.Limits.facesPerLine, "faces") {
            reader, _ throws(MalformedAnswer) in try Specimen.Face(&reader)
        }
        self.init(text: text, size: size, faces: faces, isCaption: isCaption, color: color, spacing: spacing)
    }
}

extension Specimen.Face {
    fileprivate init(_ reader: inout WireReader) throws(MalformedAnswer) {
        let file = try reader.count(in: 0...Specimen.Limits.files - 1, "the file")
        self.init(file: file, index: try reader.count(in: 0...Int(UInt16.max), "the index"))
        let axes = try reader.list(of: 0...Int(UInt8.max), "axes") { reader, _ throws(MalformedAnswer) in
            (try reader.text(upTo: 16), Double(bitPattern: try reader.number()))
        }
        for (tag, value) in axes {
            guard value.isFinite else { throw MalformedAnswer("the value of an axis is \(value)") }
            self.axes[tag] = value
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
            writer.put(drawn.missing) { writer, scalar in writer.put(scalar.value) }
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
        let missing = try reader.list(of: 0...Specimen.Limits.missing, "characters") {
            reader, _ throws(MalformedAnswer) in
            guard let scalar = Unicode.Scalar(try reader.number(UInt32.self)) else {
                throw MalformedAnswer("a character is none")
            }
            return scalar
        }
        let count = try reader.count(in: 1...WorkerProtocol.answerLength, "the size")
        let picture = Array(try reader.block(count))
        guard reader.isAtEnd else { throw MalformedAnswer("it continues after its end") }
        self = .success(DrawnSpecimen(bytes: picture, width: width, height: height, used: used, missing: missing))
    }
}

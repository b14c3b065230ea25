package import FontModel

/// The result of a worker's inspection, or the error with which the file is rejected.
package typealias InspectionResult = Result<FontInspection, FontError>

/// The encoding of a worker's reply to an inspection request.
///
/// Content hash, size and the file's name are not part of it, since fontd already has them.
package enum InspectionAnswer {
    /// Encodes a reply; one that is too long becomes an error.
    package static func encode(_ result: InspectionResult) -> [UInt8] {
        let bytes = encoded(result)
        guard bytes.count > WorkerProtocol.answerLength else { return bytes }
        return encoded(
            .failure(
                FontError(
                    .exceededResourceLimit,
                    "The names in the font exceed \(WorkerProtocol.answerLength >> 20) MiB. Use another font."))
        )
    }

    private static func encoded(_ result: InspectionResult) -> [UInt8] {
        var writer = WireWriter(upTo: WorkerProtocol.answerLength)
        switch result {
        case .success(let inspection):
            writer.put(true)
            writer.put(inspection)
        case .failure(let error):
            writer.put(false)
            writer.put(refusal: error)
        }
        return writer.bytes
    }

    /// Decodes a reply, which a hostile font may have forged.
    ///
    /// The result is within all limits and has names in display form.
    ///
    /// - Parameters:
    ///   - bytes: The reply, with at most ``WorkerProtocol/answerLength`` bytes.
    ///   - sha256: The SHA-256 hash of fontd's copy of the file.
    ///   - size: The size of fontd's copy of the file.
    ///   - given: The file as the caller named it, for errors.
    package static func decode(
        _ bytes: [UInt8], sha256: String, size: Int, given: String
    ) throws(MalformedAnswer) -> InspectionResult {
        guard bytes.count <= WorkerProtocol.answerLength else { throw MalformedAnswer("it is too long") }
        var reader = WireReader(bytes)
        let result: InspectionResult =
            try reader.flag()
            ? .success(try reader.inspection(sha256: sha256, size: size))
            : .failure(try reader.refusal(of: given, size: size))
        guard reader.isAtEnd else { throw MalformedAnswer("more bytes follow it") }
        return result
    }
}

extension WireWriter {
    mutating func put(_ inspection: FontInspection) {
        put(inspection.format.rawValue)
        put(UInt32(clamping: inspection.patternCount))
        put(inspection.faces) { $0.put($1) }
        put(inspection.coverages) { $0.put($1.encoded) }
    }
}

extension WireReader {
    mutating func inspection(sha256: String, size: Int) throws(MalformedAnswer) -> FontInspection {
        guard let format = FontFormat(rawValue: try text(upTo: 64)), format.isSupported else {
            throw MalformedAnswer("the format is unknown or refused")
        }
        // fontconfig may count the instances of a collection's first face for every face.
        let patternCount = try count(in: 1...1_000_000, "the number of patterns")
        let faces = try list(of: 1...FontLimits.facesPerFile, "faces") {
            (reader, index) throws(MalformedAnswer) in try reader.face(index)
        }
        guard faces.reduce(faces.count, { $0 + $1.instances.count }) <= FontLimits.facesAndInstancesPerFile else {
            throw MalformedAnswer("there are too many named instances")
        }
        guard patternCount >= faces.count else { throw MalformedAnswer("a face has no pattern") }
        let coverages = try list(of: faces.count...faces.count, "coverages") {
            (reader, _) throws(MalformedAnswer) in try reader.coverage()
        }
        return FontInspection(
            sha256: sha256, size: size, format: format, faces: faces, coverages: coverages, patternCount: patternCount)
    }

    private mutating func face(_ place: Int) throws(MalformedAnswer) -> FontFace {
        let face = try record(FontFace.self)
        guard face.index == place else { throw MalformedAnswer("face \(place) has the index \(face.index)") }
        let tags = Set(face.axes.map(\.tag))
        guard face.instances.allSatisfy({ tags.isSuperset(of: $0.coordinates.keys) }) else {
            throw MalformedAnswer("there is a coordinate without an axis")
        }
        return face
    }

    private mutating func coverage() throws(MalformedAnswer) -> CharacterCoverage {
        let count = try count(in: 0...WorkerProtocol.answerLength, "the length of a coverage")
        guard let coverage = CharacterCoverage(encoded: try block(count)) else {
            throw MalformedAnswer("a coverage is invalid")
        }
        return coverage
    }
}

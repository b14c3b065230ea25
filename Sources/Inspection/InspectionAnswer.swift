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
        var writer = WireWriter()
        switch result {
        case .success(let inspection):
            writer.put(true)
            writer.put(inspection)
        case .failure(let error):
            writer.put(false)
            writer.put(error)
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
            : .failure(try reader.error(given: given, size: size))
        guard reader.isAtEnd else { throw MalformedAnswer("more bytes follow it") }
        return result
    }
}

// MARK: What was found

extension WireWriter {
    fileprivate mutating func put(_ inspection: FontInspection) {
        put(inspection.format.rawValue)
        put(UInt32(clamping: inspection.patternCount))
        put(inspection.faces) { $0.put($1) }
        put(inspection.coverages) { $0.put($1.encoded) }
    }
}

extension WireReader {
    fileprivate mutating func inspection(sha256: String, size: Int) throws(MalformedAnswer) -> FontInspection {
        let format: FontFormat = try value()
        guard format.isSupported else { throw MalformedAnswer("the format \(format) is refused") }
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

    package mutating func value<Value: RawRepresentable<String>>() throws(MalformedAnswer) -> Value {
        guard let value = Value(rawValue: try text(upTo: 64)) else { throw MalformedAnswer("an unknown value") }
        return value
    }

    /// Reads a tag of four characters, some of which may be escaped.
    package mutating func tag() throws(MalformedAnswer) -> String {
        let text = try text(upTo: 64)
        guard isTag(text) else { throw MalformedAnswer("a tag is invalid") }
        return text
    }
}

// MARK: Why it is refused

extension WireWriter {
    /// Writes the code and the message of an error.
    mutating func put(briefly error: FontError) {
        put(UInt32(clamping: error.code.rawValue))
        put(error.message)
    }

    fileprivate mutating func put(_ error: FontError) {
        put(briefly: error)
        put(error.faceIndex) { $0.put(UInt32(clamping: $1)) }
        switch error.cause {
        case .table(let tag, let offset, let reason):
            put(UInt8(1))
            put(tag)
            put(UInt32(clamping: offset))
            put(reason)
        case .freeType(let code):
            put(UInt8(2))
            put(UInt32(clamping: code))
        case .memory: put(UInt8(3))
        // A worker cannot report errors of the store or of other files.
        default: put(UInt8(0))
        }
    }
}

extension WireReader {
    fileprivate mutating func error(given: String, size: Int) throws(MalformedAnswer) -> FontError {
        let code = try errorCode()
        var error = FontError(code, try sentence(), file: given)
        error.faceIndex = try optional { reader throws(MalformedAnswer) in
            try reader.count(in: 0...FontLimits.facesPerFile, "the place of a face")
        }
        switch try number(UInt8.self) {
        case 0: break
        case 1:
            let tag = try tag()
            error.cause = .table(tag: tag, offset: try count(in: 0...size, "an offset"), reason: try sentence())
        case 2: error.cause = .freeType(code: try count(in: 0...0xFFFF, "FreeType's number"))
        case 3: error.cause = .memory(concernsStore: false)
        default: throw MalformedAnswer("the cause has an unknown kind")
        }
        return error
    }

    /// Reads the code and the message of an error, of which only the harmless characters are kept.
    mutating func error(upTo limit: Int) throws(MalformedAnswer) -> FontError {
        FontError(try errorCode(), DisplayText.harmless(try text(upTo: limit)))
    }

    /// Reads an error code.
    ///
    /// A worker may reject a file because of its contents or for lack of resources.
    package mutating func errorCode() throws(MalformedAnswer) -> FontError.Code {
        let code = FontError.Code(rawValue: Int(try number(UInt32.self)))
        guard [.unrecognizedFormat, .invalidFontData, .exceededResourceLimit, .registrationFailed].contains(code) else {
            throw MalformedAnswer("a worker does not refuse with \(code.rawValue)")
        }
        return code
    }

    /// Reads a message of this package, which may contain names in display form.
    package mutating func sentence() throws(MalformedAnswer) -> String {
        let text = try text(upTo: 1 << 14)
        guard !text.isEmpty, DisplayText.isHarmless(text) else { throw MalformedAnswer("a sentence is invalid") }
        return text
    }
}

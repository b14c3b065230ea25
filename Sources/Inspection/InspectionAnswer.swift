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
                    "The names in the font take more than \(WorkerProtocol.answerLength >> 20) MiB. Use another font."))
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

    private mutating func put(_ face: FontFace) {
        for name in [face.postscriptName, face.family, face.style, face.fullName] { put(name) }
        put(face.legacyFamily) { $0.put($1) }
        put(face.legacyStyle) { $0.put($1) }
        put(face.localizedNames) {
            $0.put($1.kind.rawValue)
            $0.put($1.language)
            $0.put($1.text)
        }
        put(face.hasDerivedName)
        put(UInt32(clamping: face.index))
        put(face.outlines.rawValue)
        for number in [face.weight, face.width, face.slant, face.revision] { put(number) }
        put(face.traits.rawValue)
        put(face.axes) { $0.put($1) }
        put(face.instances) { $0.put($1) }
        put(face.version)
        put(UInt32(clamping: face.glyphCount))
        put(face.languages) { $0.put($1) }
    }

    private mutating func put(_ axis: VariationAxis) {
        put(axis.tag)
        put(axis.name)
        for number in [axis.minimum, axis.defaultValue, axis.maximum] { put(number) }
        put(axis.isHidden)
    }

    private mutating func put(_ instance: NamedInstance) {
        put(instance.name)
        put(instance.postscriptName)
        put(instance.hasOwnPostScriptName)
        put(instance.coordinates.sorted { $0.key < $1.key }) {
            $0.put($1.key)
            $0.put($1.value)
        }
        put(instance.isDefault)
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
        var face = FontFace(
            postscriptName: try name(), family: try name(), style: try name(), fullName: try name())
        guard !face.postscriptName.isEmpty, !face.family.isEmpty else { throw MalformedAnswer("a face has no name") }
        face.legacyFamily = try optional { reader throws(MalformedAnswer) in try reader.name() }
        face.legacyStyle = try optional { reader throws(MalformedAnswer) in try reader.name() }
        face.localizedNames = try list(of: 0...Int(UInt16.max), "localised names") {
            (reader, _) throws(MalformedAnswer) in
            LocalizedName(kind: try reader.value(), language: try reader.language(), text: try reader.name())
        }
        face.hasDerivedName = try flag()
        face.index = try count(in: place...place, "the place of face \(place)")
        face.outlines = try value()
        face.weight = try double(in: 1...1_000, "the weight")
        face.width = try double(in: 0...32_768, "the width")
        face.slant = try double(in: -32_768...32_768, "the slant")
        face.revision = try double(in: -32_768...32_768, "the revision")
        face.traits = FontTraits(rawValue: try number())
        guard face.traits.isSubset(of: .all) else { throw MalformedAnswer("there is an unknown trait") }
        face.axes = try list(of: 0...FontLimits.axesPerFace, "axes") {
            (reader, _) throws(MalformedAnswer) in try reader.axis()
        }
        let tags = Set(face.axes.map(\.tag))
        face.instances = try list(of: 0...FontLimits.instancesPerFace, "named instances") {
            (reader, _) throws(MalformedAnswer) in try reader.instance(tags)
        }
        face.version = try name()
        face.glyphCount = try count(in: 0...Int(UInt16.max), "the number of glyphs")
        face.languages = try list(of: 0...1_000, "languages") {
            (reader, _) throws(MalformedAnswer) in try reader.language()
        }
        return face
    }

    private mutating func axis() throws(MalformedAnswer) -> VariationAxis {
        VariationAxis(
            tag: try tag(), name: try name(), minimum: try double("an axis"), defaultValue: try double("an axis"),
            maximum: try double("an axis"), isHidden: try flag())
    }

    private mutating func instance(_ tags: Set<String>) throws(MalformedAnswer) -> NamedInstance {
        var instance = NamedInstance(
            name: try name(), postscriptName: try name(), hasOwnPostScriptName: try flag(), coordinates: [:],
            isDefault: false)
        let location = try list(of: 0...tags.count, "coordinates") {
            (reader, _) throws(MalformedAnswer) in (try reader.tag(), try reader.double("a coordinate"))
        }
        for (tag, value) in location {
            guard tags.contains(tag), instance.coordinates.updateValue(value, forKey: tag) == nil else {
                throw MalformedAnswer("there is a coordinate without an axis")
            }
        }
        instance.isDefault = try flag()
        return instance
    }

    private mutating func coverage() throws(MalformedAnswer) -> CharacterCoverage {
        let count = try count(in: 0...WorkerProtocol.answerLength, "the length of a coverage")
        guard let coverage = CharacterCoverage(encoded: try block(count)) else {
            throw MalformedAnswer("a coverage is none")
        }
        return coverage
    }

    package mutating func value<Value: RawRepresentable<String>>() throws(MalformedAnswer) -> Value {
        guard let value = Value(rawValue: try text(upTo: 64)) else { throw MalformedAnswer("there is no such value") }
        return value
    }

    /// Reads a name in display form.
    ///
    /// The number of characters is limited where names are cleaned; one character may have many bytes.
    private mutating func name() throws(MalformedAnswer) -> String {
        let text = try text(upTo: 1 << 16)
        guard DisplayText.isClean(text) else { throw MalformedAnswer("a name is not in display form") }
        return text
    }

    /// Reads a tag of four characters, some of which may be escaped.
    package mutating func tag() throws(MalformedAnswer) -> String {
        let text = try text(upTo: 64)
        guard !text.isEmpty, DisplayText.isHarmless(text) else { throw MalformedAnswer("a tag is none") }
        return text
    }

    /// Reads a language tag, or fontconfig's name of an orthography.
    private mutating func language() throws(MalformedAnswer) -> String {
        let text = try text(upTo: 64)
        let isSound = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isSound, !text.isEmpty else { throw MalformedAnswer("a language is none") }
        return text
    }
}

extension FontTraits {
    /// All known traits.
    fileprivate static let all: FontTraits = [
        .italic, .bold, .expanded, .condensed, .monospace, .vertical, .colorGlyphs, .symbolic,
    ]
}

// MARK: Why it is refused

extension WireWriter {
    fileprivate mutating func put(_ error: FontError) {
        put(UInt32(clamping: error.code.rawValue))
        put(error.message)
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
        // A worker cannot report errors of the store or of other files.
        case .errno, .store, .olderRevision, .policy, .disabledByUser, nil: put(UInt8(0))
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
        default: throw MalformedAnswer("the cause is of no kind")
        }
        return error
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
        guard !text.isEmpty, DisplayText.isHarmless(text) else { throw MalformedAnswer("a sentence is none") }
        return text
    }
}

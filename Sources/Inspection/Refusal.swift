package import FontModel

/// The error with which a worker refuses a file.
extension WireWriter {
    mutating func put(refusal error: FontError) {
        var refusal = FontError(error.code, error.text.harmless, faceIndex: error.faceIndex)
        switch error.cause {
        case .table, .freeType: refusal.cause = error.cause
        case .memory: refusal.cause = .memory(concernsStore: false)
        // A worker cannot report errors of the store or of other files.
        default: break
        }
        put(refusal)
    }
}

extension WireReader {
    /// Reads the error with which a worker refuses a file, because of its contents or for lack of resources.
    ///
    /// - Parameters:
    ///   - given: The file as the caller named it; nil if the caller adds it.
    ///   - size: The size of fontd's copy of the file.
    mutating func refusal(
        of given: String? = nil, size: Int = FontLimits.fileSize
    ) throws(MalformedAnswer) -> FontError {
        let members = try soundMembers(of: FontError.self)
        var error = try FontError.read(members)
        guard FontError.Code.ofWorkers.contains(error.code) else {
            throw MalformedAnswer("a worker does not refuse with \(error.code.rawValue)")
        }
        // A cause that is not understood is left out of the error.
        guard error.file == nil, error.conflict == nil, (error.cause == nil) == (members["cause"] == nil) else {
            throw MalformedAnswer("a worker knows no other files")
        }
        switch error.cause {
        case nil, .memory(concernsStore: false): break
        case .freeType(let code) where (0...0xFFFF).contains(code): break
        case .table(let tag, let offset, let reason)
        where isTag(tag) && (0...size).contains(offset) && isSentence(reason): break
        default: throw MalformedAnswer("the cause is invalid")
        }
        error.file = given
        return error
    }
}

extension FontError.Code {
    /// The codes with which a worker may refuse a file.
    package static let ofWorkers: [FontError.Code] = [
        .unrecognizedFormat, .invalidFontData, .exceededResourceLimit, .registrationFailed,
    ]
}

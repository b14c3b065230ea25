package import FontModel

/// A reason for which metadata or a target is not accepted; what was trusted before stays trusted.
public enum TrustError: Error, Sendable, Hashable {
    /// The document is longer than its limit, in bytes.
    case tooLong(name: String, limit: Int)
    /// The document does not have the form of the specification.
    case malformed(name: String, reason: String)
    /// The document is metadata of another type.
    case wrongType(name: String, found: String)
    /// Fewer keys of the role signed the document than its threshold asks for.
    case signatures(name: String, valid: Int, threshold: Int)
    /// The document was valid until a date (ISO 8601).
    case expired(name: String, date: String)
    /// The document, or one that it lists, is older than the trusted one.
    case rollback(name: String, trusted: Int64, found: Int64)
    /// The document is not the one that the document above it lists: another version, length or hash, or not listed.
    case mixed(name: String, reason: String)
    /// The catalogue has no such document, which another one lists.
    case missing(name: String)
    /// No role names the target.
    case unknownTarget(path: String)
    /// The bytes of a target do not have the signed length.
    case targetLength(path: String, expected: Int64, found: Int64)
    /// The bytes of a target do not have the signed hash.
    case targetHash(path: String)
}

extension TrustError: CustomStringConvertible {
    public var description: String { text.description }

    /// The reason as a sentence, which can be translated, except for the details of documents.
    package var text: Message {
        switch self {
        case .tooLong(let name, let limit): "\(name) is longer than \(limit) bytes."
        case .malformed(let name, let reason): "\(name) is not valid metadata: \(reason)."
        case .wrongType(let name, let found): "\(name) has the type “\(found)”."
        case .signatures(let name, let valid, let threshold):
            "\(name) has \(valid) valid signatures of \(threshold) that are needed."
        case .expired(let name, let date): "\(name) expired on \(date)."
        case .rollback(let name, let trusted, let found):
            "\(name) has version \(found), which is older than the known version \(trusted)."
        case .mixed(let name, let reason): "\(name) does not belong to the other metadata: \(reason)."
        case .missing(let name): "\(name) is missing."
        case .unknownTarget(let path): "No signed document names \(path)."
        case .targetLength(let path, let expected, let found):
            "\(path) has \(found) bytes, not the signed \(expected)."
        case .targetHash(let path): "\(path) does not have the signed hash."
        }
    }
}

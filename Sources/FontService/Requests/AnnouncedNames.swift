import FontModel
import FontRegistry

/// The names that a provider can supply, as they are compared: without case, spaces and marks.
struct AnnouncedNames: Sendable, Hashable {
    /// How a name is announced; the exact one goes first.
    enum Match: Int, Sendable, Comparable {
        case exact, prefix

        static func < (left: Match, right: Match) -> Bool { left.rawValue < right.rawValue }
    }

    /// What bounds an announcement.
    enum Limit {
        /// Names of one provider.
        static let names = 10_000
        /// Bytes in a name.
        static let length = 1_000
        /// Bytes in all names of one provider.
        static let bytes = 1 << 20
    }

    private var exact: Set<String> = []
    private var prefixes: Set<String> = []
    /// Bytes in all of them.
    private(set) var size = 0

    var count: Int { exact.count + prefixes.count }

    /// - Parameter names: PostScript names, full names or families; one that ends in `*` means all that begin so.
    /// - Throws: 106 for too many or too long ones, 303 for none, or for one without a letter or a digit.
    init(_ names: [String]) throws(FontError) {
        guard names.count <= Limit.names else { throw Self.tooMany }
        for name in names {
            guard name.utf8.count <= Limit.length else {
                throw FontError(
                    .exceededResourceLimit, "A name that is announced has at most \(Limit.length) bytes. Shorten it.")
            }
            let isPrefix = name.hasSuffix("*")
            let folded = LookupName.fold(isPrefix ? String(name.dropLast()) : name)
            guard !folded.isEmpty || name == "*" else {
                throw FontError(.insufficientInfo, "“\(DisplayText.clean(name))” names no font. Leave it out.")
            }
            if isPrefix { prefixes.insert(folded) } else { exact.insert(folded) }
        }
        guard count > 0 else {
            throw FontError(.insufficientInfo, "No names are announced. Withdraw the announcement instead.")
        }
        size = exact.reduce(0) { $0 + $1.utf8.count } + prefixes.reduce(0) { $0 + $1.utf8.count }
        guard size <= Limit.bytes else { throw Self.tooMany }
    }

    static var tooMany: FontError {
        FontError(
            .exceededResourceLimit,
            "A provider can announce \(Limit.names) names with \(Limit.bytes) bytes in all. Announce their common beginnings with *."
        )
    }

    /// How a name is among them; nil if it is not.
    ///
    /// - Parameter folded: By `LookupName.fold`.
    func match(_ folded: String) -> Match? {
        if exact.contains(folded) { return .exact }
        guard !prefixes.isEmpty else { return nil }
        if prefixes.contains("") { return .prefix }
        let scalars = folded.unicodeScalars
        return scalars.indices.contains { prefixes.contains(String(scalars[...$0])) } ? .prefix : nil
    }
}

extension AnnouncedNames: Codable {
    init(from decoder: any Decoder) throws { try self.init(try [String](from: decoder)) }

    func encode(to encoder: any Encoder) throws {
        try (exact.sorted() + prefixes.sorted().map { $0 + "*" }).encode(to: encoder)
    }
}

/// What a provider can supply, and where it is asked.
struct Announcement: Sendable, Hashable, Codable {
    /// The provider's id.
    var provider: String
    /// The unique name of a connection, or a well-known name that the bus can start.
    var busName: String
    var names: AnnouncedNames

    /// Whether it is remembered when the provider and the service have gone.
    var isLasting: Bool { !busName.hasPrefix(":") }
}

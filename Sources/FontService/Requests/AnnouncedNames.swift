import FontModel
import FontRegistry

/// The font names that a supplier announced, which are compared folded: without case, spaces and marks.
struct AnnouncedNames: Sendable, Hashable {
    /// The kind of match of a name; an exact one takes precedence.
    enum Match: Sendable {
        case exact, prefix
    }

    /// The limits of an announcement.
    enum Limit {
        /// The number of names of one supplier.
        static let names = 10_000
        /// The length of a name in bytes.
        static let length = 1_000
        /// The size of all names of one provider in bytes, with their folded forms.
        static let bytes = 2 << 20
    }

    /// The names as they were announced, by the folded ones.
    private var exact: [String: String] = [:]
    /// The names that end in `*`, by the folded beginnings.
    private var prefixes: [String: String] = [:]
    /// The size of all names in bytes, as they were announced and folded: both are kept.
    private(set) var size = 0

    var count: Int { exact.count + prefixes.count }

    /// - Parameter names: PostScript names, full names or families; a name that ends in `*` stands for all names with
    ///   that prefix.
    /// - Throws: `exceededResourceLimit` (106) for too many or too long names; `insufficientInfo` (303) if there are
    ///   none, or for a name without a letter or a digit.
    init(_ names: [String]) throws(FontError) {
        guard names.count <= Limit.names else { throw Self.tooMany }
        for name in names {
            guard name.utf8.count <= Limit.length else {
                throw FontError(
                    .exceededResourceLimit, "An announced name can have at most \(Limit.length) bytes. Shorten it.")
            }
            let isPrefix = name.hasSuffix("*")
            let folded = LookupName.fold(isPrefix ? String(name.dropLast()) : name)
            guard !folded.isEmpty || name == "*" else {
                throw FontError(.insufficientInfo, "“\(DisplayText.clean(name))” is not a font name. Omit it.")
            }
            if isPrefix { prefixes[folded] = name } else { exact[folded] = name }
        }
        guard count > 0 else {
            throw FontError(.insufficientInfo, "No names are announced. Withdraw the announcement instead.")
        }
        size = [exact, prefixes].joined().reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        guard size <= Limit.bytes else { throw Self.tooMany }
    }

    /// The names as they were announced, sorted.
    var texts: [String] { exact.values.sorted() + prefixes.values.sorted() }

    static var tooMany: FontError {
        FontError(
            .exceededResourceLimit,
            "A supplier can announce \(Limit.names) names with \(Limit.bytes) bytes in all, including their folded forms. Announce their common beginnings with *."
        )
    }

    /// Returns the kind of match of a name, or nil if it does not match.
    ///
    /// - Parameter folded: The name, folded with `LookupName.fold`.
    func match(_ folded: String) -> Match? {
        if exact[folded] != nil { return .exact }
        guard !prefixes.isEmpty else { return nil }
        if prefixes[""] != nil { return .prefix }
        let scalars = folded.unicodeScalars
        return scalars.indices.contains { prefixes[String(scalars[...$0])] != nil } ? .prefix : nil
    }
}

/// An announcement of font names, with the bus name at which the supplier is called.
struct Announcement: Sendable, Hashable {
    /// The supplier's id as a provider.
    var provider: String
    /// The unique name of a connection, or a well-known name that the bus can activate.
    var busName: String
    var names: AnnouncedNames

    /// Whether the announcement is stored and outlives the supplier's connection and the service.
    var isLasting: Bool { !busName.hasPrefix(":") }
}

package import FontModel

/// The bytes of a registration in the store.
package struct StoredContent: Sendable, Hashable {
    /// The SHA-256 hash in lower-case hexadecimal.
    package var sha256: String
    package var scope: FontScope
    package var format: FontFormat
    /// The path of the bytes, which are there also if the registration is disabled.
    package var path: String
}

extension Registrar {
    /// Returns the contents of registrations, and perhaps of others, by the id of the registration.
    ///
    /// - Parameter ids: The ids; nil for all.
    package func storedContents(of ids: Set<String>?) throws(FontError) -> [String: StoredContent] {
        // One statement for a few families, and one pass for a whole list.
        let wanted = ids.flatMap { $0.count > 100 ? nil : Array($0) }
        let found = try read { database, _ in try database?.registeredContents(wanted) ?? [] }
        let contents = found.map { id, sha256, scope, format in
            (id, StoredContent(sha256: sha256, scope: scope, format: format, path: paths.object(sha256)))
        }
        return Dictionary(contents, uniquingKeysWith: { first, _ in first })
    }
}

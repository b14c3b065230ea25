package import FontModel

/// The bytes of a registration in the store.
package struct StoredContent: Sendable, Hashable {
    /// The SHA-256 hash in lower-case hexadecimal.
    package var sha256: String
    package var format: FontFormat
    /// The path of the bytes, which are there also if the registration is disabled.
    package var path: String
}

extension Registrar {
    /// Returns the contents of registrations, and perhaps of others, by the id of the registration.
    package func storedContents(of ids: Set<String>) throws(FontError) -> [String: StoredContent] {
        // One statement for a few families, and one pass for a whole list.
        let wanted = ids.count > 100 ? nil : Array(ids)
        let found = try read { database, _ in try database?.registeredContents(wanted) ?? [] }
        let contents = found.map { id, sha256, format in
            (id, StoredContent(sha256: sha256, format: format, path: paths.object(sha256)))
        }
        return Dictionary(contents, uniquingKeysWith: { first, _ in first })
    }
}

import FontTransfer

/// The facts of a cached copy, stored as JSON beside it.
struct CacheRecord: Sendable, Hashable, Codable {
    /// The address as the app gives it.
    var address: String
    var format: String
    var validators: Validators
    /// The hash of the copy.
    var sha256: String
    /// The time of the last answer of the server that the copy is current, in seconds since 1970.
    var time: Double
}

/// The name of a folder or a file of the cache.
package struct CacheName: Sendable, Hashable {
    let text: String

    /// - Throws: `invalidName` for a name that leads elsewhere or is hidden.
    package init(_ text: String) throws(RemoteDocumentError) {
        let isSafe = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "._- ".unicodeScalars.contains($0)
        }
        guard isSafe, !text.isEmpty, !text.hasPrefix("."), text.utf8.count <= 100 else { throw .invalidName(text) }
        self.text = text
    }
}

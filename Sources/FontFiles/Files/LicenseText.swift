/// The text of a licence that came with fonts, hashed once for all of them.
package struct LicenseText: Sendable {
    /// The maximum number of texts that are kept with a font.
    package static let most = 8

    package let bytes: [UInt8]
    package let sha256: String

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        sha256 = ContentHash.of(bytes)
    }
}

/// The text of a licence that came with fonts, hashed once for all of them.
package struct LicenseText: Sendable {
    /// The maximum number of texts that are kept with a font.
    package static let most = 8

    package let bytes: [UInt8]
    package let sha256: String
    /// The name of its file; nil if the text is kept under its hash.
    package let name: String?
    /// The path of its file; nil if the text is kept under its hash.
    package let path: String?

    package init(_ bytes: [UInt8], path: String? = nil) {
        self.bytes = bytes
        self.path = path
        name = path.map { String(PathText.name(of: $0)) }
        sha256 = ContentHash.of(bytes)
    }
}

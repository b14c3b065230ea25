package import FontModel
import TUF

extension CatalogDocuments {
    /// Returns the picture of a family, verified by its hash, and keeps it as a copy; nil if the family has none.
    package func picture(of family: FamilyDocument) async throws(FontError) -> [UInt8]? {
        guard let picture = family.preview else { return nil }
        return try await file(
            at: CatalogLayout.preview(picture.sha256), sha256: picture.sha256, size: picture.size, limit: 1 << 20)
    }

    /// Returns a text of a licence, verified by its hash, and keeps it as a copy.
    package func text(_ text: FamilyDocument.License.Text) async throws(FontError) -> [UInt8] {
        try await file(
            at: CatalogLayout.license(text.sha256), sha256: text.sha256, size: text.size,
            limit: CatalogLayout.documentLimit)
    }

    /// Returns a file that a signed document names by its hash.
    ///
    /// - Throws: `registrationFailed` (301) if it is missing, or not the one of the document.
    private func file(at path: String, sha256: String, size: Int64, limit: Int) async throws(FontError) -> [UInt8] {
        try await explained {
            guard sha256.utf8.count == 64,
                sha256.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
                (0...Int64(limit)).contains(size)
            else { throw TrustError.malformed(name: path, reason: "Its hash or its size has another form") }
            func isRight(_ bytes: [UInt8]) -> Bool {
                bytes.count == Int(size) && Digest.hexadecimal(Digest.sha256(bytes)) == sha256
            }
            if let kept = try copy.cached(path), isRight(kept) { return kept }
            guard let bytes = try await transport.fetch(path, atMost: Int(size)) else {
                throw TrustError.missing(name: path)
            }
            guard isRight(bytes) else { throw TrustError.targetHash(path: path) }
            try? copy.keep(bytes, as: path)
            return bytes
        }
    }
}

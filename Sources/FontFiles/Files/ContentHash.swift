import CNettle

/// The SHA-256 of bytes that arrive in pieces (FIPS 180-4).
package struct ContentHash {
    private var state = sha256_ctx()

    package init() { cnettle_begin(&state) }

    /// Adds the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        cnettle_add(&state, start, bytes.count)
    }

    /// Returns the hash as 64 lower-case hexadecimal digits, and begins anew.
    package mutating func finalize() -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        cnettle_end(&state, &digest)
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Returns the hash of a text's UTF-8 bytes.
    package static func of(_ text: String) -> String {
        var hash = ContentHash()
        Array(text.utf8).withUnsafeBytes { hash.update($0) }
        return hash.finalize()
    }
}

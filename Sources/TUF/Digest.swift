import CHogweed

/// Hashes of bytes.
public enum Digest {
    /// SHA-256, 32 bytes.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        unsafe chogweed_sha256(bytes, bytes.count, &digest)
        return digest
    }

    /// SHA-512, 64 bytes.
    static func sha512(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA512_DIGEST_SIZE))
        unsafe chogweed_sha512(bytes, bytes.count, &digest)
        return digest
    }

    /// The lower-case hexadecimal digits of bytes.
    public static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            for digit in [byte >> 4, byte & 0xF] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of hexadecimal digits; nil if the text has other characters or half a byte.
    static func bytes(hexadecimal text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digit(digits[place]), let low = digit(digits[place + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x37
        case 0x61...0x66: character - 0x57
        default: nil
        }
    }
}

import CHogweed

/// Keys in PEM (RFC 7468) and DER (X.690), as far as metadata has them.
enum KeyEncoding {
    /// The object identifiers of algorithms, in DER.
    private static let ecPublicKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    private static let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    private static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    static let ed25519: [UInt8] = [0x2B, 0x65, 0x70]

    /// The bytes of the first block of a PEM text with a label.
    static func block(_ label: String, in pem: String) -> [UInt8]? {
        let lines = pem.split(whereSeparator: \.isNewline).map { $0.trimmingSpaces() }
        guard let start = lines.firstIndex(of: "-----BEGIN \(label)-----"),
            let end = lines[start...].firstIndex(of: "-----END \(label)-----")
        else { return nil }
        return Base64.bytes(lines[(start + 1)..<end].joined())
    }

    /// The uncompressed point, 65 bytes, of a P-256 key in PEM.
    static func point(pem: String) -> [UInt8]? {
        guard let (algorithm, key) = subjectKey(pem), algorithm.count == 2, algorithm[0] == ecPublicKey,
            algorithm[1] == p256
        else { return nil }
        return key
    }

    /// The modulus and the exponent of an RSA key in PEM.
    static func rsa(pem: String) -> (modulus: [UInt8], exponent: [UInt8])? {
        var key: [UInt8]
        if let (algorithm, bits) = subjectKey(pem) {
            guard algorithm.first == rsaEncryption else { return nil }
            key = bits
        } else if let plain = block("RSA PUBLIC KEY", in: pem) {
            key = plain
        } else {
            return nil
        }
        var outer = DER(key)
        guard var numbers = outer.constructed(DER.sequence), let modulus = numbers.content(DER.integer),
            let exponent = numbers.content(DER.integer), numbers.isAtEnd, outer.isAtEnd
        else { return nil }
        // Keys below 2,048 bits are not safe; above 8,192 bits a signature takes long to check.
        let significant = modulus.drop { $0 == 0 }
        guard (256...1024).contains(significant.count), (1...8).contains(exponent.count) else { return nil }
        return (Array(significant), exponent)
    }

    /// The contents of the algorithm's elements and of the bit string of a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7).
    private static func subjectKey(_ pem: String) -> (algorithm: [[UInt8]], key: [UInt8])? {
        guard let bytes = block("PUBLIC KEY", in: pem) else { return nil }
        var outer = DER(bytes)
        guard var info = outer.constructed(DER.sequence), outer.isAtEnd,
            var algorithm = info.constructed(DER.sequence), let bits = info.content(DER.bitString), info.isAtEnd,
            bits.first == 0
        else { return nil }
        var elements: [[UInt8]] = []
        while !algorithm.isAtEnd {
            guard let element = algorithm.content(nil) else { return nil }
            elements.append(element)
        }
        return (elements, Array(bits.dropFirst()))
    }
}

/// A reader of elements in DER with lengths of up to two bytes.
struct DER {
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let sequence: UInt8 = 0x30

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// The content of the next element; nil if it has another tag or does not fit.
    ///
    /// Any tag is taken if none is given.
    mutating func content(_ tag: UInt8?) -> [UInt8]? {
        guard rest.count >= 2, let first = rest.first, tag == nil || first == tag else { return nil }
        var bytes = rest.dropFirst()
        var length = Int(bytes.removeFirst())
        if length >= 0x80 {
            let count = length - 0x80
            guard (1...2).contains(count), bytes.count >= count else { return nil }
            length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            bytes = bytes.dropFirst(count)
        }
        guard bytes.count >= length else { return nil }
        rest = bytes.dropFirst(length)
        return Array(bytes.prefix(length))
    }

    /// A reader of the elements of the next element.
    mutating func constructed(_ tag: UInt8) -> DER? { content(tag).map(DER.init) }
}

/// Base64 (RFC 4648, 4).
enum Base64 {
    /// The bytes of a text; nil if it is not base64.
    static func bytes(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        var bytes = [UInt8](repeating: 0, count: characters.count)
        let count = unsafe chogweed_base64_decode(characters, characters.count, &bytes)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    /// The text of bytes, on one line.
    static func text(_ bytes: [UInt8]) -> String {
        var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4)
        unsafe chogweed_base64_encode(bytes, bytes.count, &text)
        return String(decoding: text, as: UTF8.self)
    }
}

extension Substring {
    fileprivate func trimmingSpaces() -> String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}

/// An Ed25519 key that signs metadata, kept as PKCS#8 in PEM (RFC 8410), which python-tuf and OpenSSL read as well.
public struct SigningKey: Sendable {
    private let seed: [UInt8]
    /// The public key, 32 bytes.
    private let key: [UInt8]

    /// A new key from the system's random numbers.
    public init() {
        var seed = [UInt8](repeating: 0, count: 32)
        var generator = SystemRandomNumberGenerator()
        for place in seed.indices { seed[place] = generator.next() }
        self.init(seed: seed)
    }

    private init(seed: [UInt8]) {
        self.seed = seed
        key = Ed25519.publicKey(of: seed)
    }

    /// The header of the only form of a private Ed25519 key: version 0, the algorithm, and an octet string within one.
    private static let header: [UInt8] =
        [DER.sequence, 46, DER.integer, 1, 0, DER.sequence, 5, 6, 3] + KeyEncoding.ed25519
        + [DER.octetString, 34, DER.octetString, 32]

    /// Reads a key; nil if the text has no unencrypted private Ed25519 key.
    public init?(pem: String) {
        guard let bytes = KeyEncoding.block("PRIVATE KEY", in: pem), bytes.count == Self.header.count + 32,
            bytes.starts(with: Self.header)
        else { return nil }
        self.init(seed: Array(bytes.suffix(32)))
    }

    /// The key as a file has it.
    public var pem: String {
        "-----BEGIN PRIVATE KEY-----\n\(Base64.text(Self.header + seed))\n-----END PRIVATE KEY-----\n"
    }

    /// The public key as metadata has it.
    public var publicValue: JSONValue {
        ["keytype": "ed25519", "scheme": "ed25519", "keyval": ["public": .string(Digest.hexadecimal(key))]]
    }

    /// The identifier of the key: the SHA-256 of its public form.
    public var identifier: String { Digest.hexadecimal(Digest.sha256(publicValue.canonical)) }

    /// The signature of some bytes, 64 bytes.
    func sign(_ bytes: [UInt8]) -> [UInt8] { Ed25519.sign(bytes, key: key, seed: seed) }
}

/// A document of metadata with the signatures of keys.
public enum SignedMetadata {
    /// The bytes of a document: its signed part, with a signature by each key.
    ///
    /// The same input gives the same bytes.
    public static func document(_ signed: JSONValue, by keys: [SigningKey]) -> [UInt8] {
        let bytes = signed.canonical
        let signatures = keys.map { key -> JSONValue in
            ["keyid": .string(key.identifier), "sig": .string(Digest.hexadecimal(key.sign(bytes)))]
        }
        return JSONValue.object([.init("signatures", .array(signatures)), .init("signed", signed)]).document
    }

    /// The version of the specification that documents state.
    public static let specification = "1.0.31"
}

import CHogweed

/// A key of a role, as `root.json` and delegations have it.
///
/// Schemes: `ed25519`, `ecdsa-sha2-nistp256` and `rsassa-pss-sha256`. A key of another scheme verifies nothing, so that
/// a publisher can add schemes that older readers do not know.
public struct PublicKey: Sendable {
    /// The type: `ed25519`, `ecdsa`, `ecdsa-sha2-nistp256` or `rsa`.
    public let type: String
    /// The signature scheme.
    public let scheme: String
    /// The key: hexadecimal digits for Ed25519, PEM for the others; in old metadata the digits of an ECDSA point.
    public let value: String

    private let material: Material

    private enum Material: Sendable {
        case ed25519([UInt8])
        case ecdsa(x: [UInt8], y: [UInt8])
        case rsa(modulus: [UInt8], exponent: [UInt8])
        case unknown
    }

    public init(type: String, scheme: String, value: String) {
        self.type = type
        self.scheme = scheme
        self.value = value
        switch (type, scheme) {
        case ("ed25519", "ed25519"):
            let bytes = Digest.bytes(hexadecimal: value) ?? []
            material = bytes.count == 32 ? .ed25519(bytes) : .unknown
        case ("ecdsa", "ecdsa-sha2-nistp256"), ("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256"):
            let point = KeyEncoding.point(pem: value) ?? Digest.bytes(hexadecimal: value) ?? []
            material =
                point.count == 65 && point[0] == 4
                ? .ecdsa(x: Array(point[1...32]), y: Array(point[33...64])) : .unknown
        case ("rsa", "rsassa-pss-sha256"):
            material = KeyEncoding.rsa(pem: value).map { .rsa(modulus: $0, exponent: $1) } ?? .unknown
        default: material = .unknown
        }
    }

    /// Whether a signature of some bytes was made with the key.
    public func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        switch material {
        case .ed25519(let key):
            return unsafe signature.count == 64 && chogweed_ed25519_verify(key, bytes, bytes.count, signature)
        case .ecdsa(let x, let y):
            return unsafe chogweed_ecdsa_verify(x, y, Digest.sha256(bytes), signature, signature.count)
        case .rsa(let modulus, let exponent):
            return unsafe chogweed_pss_verify(
                modulus, modulus.count, exponent, exponent.count, Digest.sha256(bytes), signature, signature.count)
        case .unknown: return false
        }
    }
}

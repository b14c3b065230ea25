import CHogweed

/// Ed25519 signatures (RFC 8032).
enum Ed25519 {
    static func publicKey(of seed: [UInt8]) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: 32)
        unsafe chogweed_ed25519_public(seed, &key)
        return key
    }

    static func sign(_ bytes: [UInt8], key: [UInt8], seed: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: 64)
        unsafe chogweed_ed25519_sign(key, seed, bytes, bytes.count, &signature)
        return signature
    }
}

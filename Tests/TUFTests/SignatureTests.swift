import TestSupport
import Testing

@testable import TUF

/// A scheme with a key and a signature.
private struct Scheme: CustomTestStringConvertible {
    let testDescription: String
    private let type: String
    private let scheme: String
    private let value: String
    let signature: [UInt8]

    init(_ type: String, _ scheme: String, _ value: String, _ signature: String, _ description: String) {
        testDescription = description
        (self.type, self.scheme, self.value) = (type, scheme, value)
        self.signature = Digest.bytes(hexadecimal: signature) ?? []
    }

    // Made for each use: LeakSanitizer does not see the references in a global value with cases.
    var key: PublicKey { PublicKey(type: type, scheme: scheme, value: value) }

    typealias Vectors = SignatureVectors

    static let all = [
        Scheme("ed25519", "ed25519", Vectors.ed25519Key, Vectors.ed25519Signature, "Ed25519"),
        Scheme("ecdsa", "ecdsa-sha2-nistp256", Vectors.ecdsaKey, Vectors.ecdsaSignature, "ECDSA"),
        Scheme(
            "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256", Vectors.ecdsaPoint, Vectors.ecdsaSignature,
            "ECDSA with a point"),
        Scheme("rsa", "rsassa-pss-sha256", Vectors.rsaKey, Vectors.rsaSignature, "RSA"),
        Scheme("rsa", "rsassa-pss-sha256", Vectors.rsaPlainKey, Vectors.rsaSignature, "RSA as PKCS#1"),
    ]
}

@Suite(.tags(.unsafeMemory)) struct SignatureTests {
    private typealias Vectors = SignatureVectors
    private static let message = SignatureVectors.message

    private static func flipped(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
        var bytes = bytes
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return bytes
    }

    @Test(arguments: Scheme.all) private func aSignatureIsValidForItsBytesOnly(scheme: Scheme) {
        #expect(scheme.key.verifies(scheme.signature, of: Self.message))
        for bit in stride(from: 0, to: Self.message.count * 8, by: 7) {
            #expect(!scheme.key.verifies(scheme.signature, of: Self.flipped(Self.message, bit)), "bit \(bit)")
        }
        #expect(!scheme.key.verifies(scheme.signature, of: []))
        #expect(!scheme.key.verifies(scheme.signature, of: Self.message + [0]))
    }

    @Test(arguments: Scheme.all) private func aFlippedBitOfASignatureIsFound(scheme: Scheme) {
        for bit in 0..<scheme.signature.count * 8 {
            #expect(!scheme.key.verifies(Self.flipped(scheme.signature, bit), of: Self.message), "bit \(bit)")
        }
    }

    @Test(arguments: Scheme.all) private func aSignatureOfAnotherLengthIsInvalid(scheme: Scheme) {
        for count in 0..<scheme.signature.count {
            #expect(!scheme.key.verifies(Array(scheme.signature.prefix(count)), of: Self.message), "\(count) bytes")
        }
        #expect(!scheme.key.verifies(scheme.signature + [0], of: Self.message))
        #expect(!scheme.key.verifies([0] + scheme.signature, of: Self.message))
        #expect(!scheme.key.verifies([UInt8](repeating: 0xFF, count: 4096), of: Self.message))
    }

    @Test func anotherSaltIsInvalid() throws {
        let signature = try #require(Digest.bytes(hexadecimal: Vectors.rsaShortSaltSignature))
        let key = PublicKey(type: "rsa", scheme: "rsassa-pss-sha256", value: Vectors.rsaKey)
        #expect(!key.verifies(signature, of: Self.message))
    }

    @Test func anRSAKeyOf1024BitsVerifiesNothing() throws {
        let signature = try #require(Digest.bytes(hexadecimal: Vectors.smallRSASignature))
        let key = PublicKey(type: "rsa", scheme: "rsassa-pss-sha256", value: Vectors.smallRSAKey)
        #expect(!key.verifies(signature, of: Self.message))
    }

    @Test(arguments: [
        ("ed25519", "ed25519ph"), ("ed25519", "rsassa-pss-sha256"), ("rsa", "ed25519"), ("", ""),
        ("ecdsa", "ed25519"), ("sphincs-shake-128s", "sphincs-shake-128s"),
    ]) func aKeyOfAnotherSchemeVerifiesNothing(type: String, scheme: String) throws {
        let signature = try #require(Digest.bytes(hexadecimal: Vectors.ed25519Signature))
        let key = PublicKey(type: type, scheme: scheme, value: Vectors.ed25519Key)
        #expect(!key.verifies(signature, of: Self.message))
    }

    @Test(arguments: [
        ("ed25519", "ed25519", ""),
        ("ed25519", "ed25519", "00"),
        ("ed25519", "ed25519", Vectors.ed25519Key + "00"),
        ("ed25519", "ed25519", "x" + Vectors.ed25519Key.dropFirst()),
        // The neutral element, for which every message would have a signature, is no more than a key like others.
        ("ed25519", "ed25519", String(repeating: "f", count: 64)),
        ("ecdsa", "ecdsa-sha2-nistp256", ""),
        ("ecdsa", "ecdsa-sha2-nistp256", Vectors.p384Key),
        ("ecdsa", "ecdsa-sha2-nistp256", Vectors.rsaKey),
        ("ecdsa", "ecdsa-sha2-nistp256", String(Vectors.ecdsaPoint.dropLast(2))),
        ("ecdsa", "ecdsa-sha2-nistp256", "02" + Vectors.ecdsaPoint.dropFirst(2)),
        // Not on the curve.
        ("ecdsa", "ecdsa-sha2-nistp256", Vectors.ecdsaPoint.dropLast(2) + "00"),
        ("ecdsa", "ecdsa-sha2-nistp256", "04" + String(repeating: "0", count: 128)),
        ("ecdsa", "ecdsa-sha2-nistp256", "04" + String(repeating: "f", count: 128)),
        ("rsa", "rsassa-pss-sha256", ""),
        ("rsa", "rsassa-pss-sha256", Vectors.ecdsaKey),
        ("rsa", "rsassa-pss-sha256", "-----BEGIN PUBLIC KEY-----\n!!!!\n-----END PUBLIC KEY-----"),
        ("rsa", "rsassa-pss-sha256", "-----END PUBLIC KEY-----\n-----BEGIN PUBLIC KEY-----"),
    ]) func aDamagedKeyVerifiesNothing(type: String, scheme: String, value: String) throws {
        let key = PublicKey(type: type, scheme: scheme, value: value)
        for scheme in Scheme.all { #expect(!key.verifies(scheme.signature, of: Self.message)) }
    }

    @Test func everyShorteningOfAKeyVerifiesNothing() {
        for (type, scheme, value) in [
            ("ecdsa", "ecdsa-sha2-nistp256", Vectors.ecdsaKey), ("rsa", "rsassa-pss-sha256", Vectors.rsaKey),
            ("rsa", "rsassa-pss-sha256", Vectors.rsaPlainKey),
        ] {
            for count in 0..<value.count - 1 {
                let key = PublicKey(type: type, scheme: scheme, value: String(value.prefix(count)))
                for scheme in Scheme.all { #expect(!key.verifies(scheme.signature, of: Self.message), "\(count)") }
            }
        }
    }

    @Test func aKeyFromAFileSignsAsCryptographyDoes() throws {
        let key = try #require(SigningKey(pem: Vectors.ed25519Private))
        #expect(key.publicValue["keyval"]?["public"]?.text == Vectors.ed25519Key)
        #expect(Digest.hexadecimal(key.sign(Self.message)) == Vectors.ed25519Signature)
        #expect(key.pem == Vectors.ed25519Private + "\n")
        let other = SigningKey()
        #expect(other.identifier != SigningKey().identifier)
        #expect(SigningKey(pem: other.pem)?.identifier == other.identifier)
        #expect(SigningKey(pem: Vectors.ecdsaKey) == nil)
        #expect(SigningKey(pem: "") == nil)
    }

    @Test func hashesAreThoseOfTheStandard() {
        // FIPS 180-4, examples “abc”.
        let bytes = Array("abc".utf8)
        #expect(
            Digest.hexadecimal(Digest.sha256(bytes))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Digest.hexadecimal(Digest.sha512(bytes)).hasPrefix("ddaf35a193617abacc417349ae204131"))
        #expect(
            Digest.hexadecimal(Digest.sha256([]))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(Digest.bytes(hexadecimal: "00fFa") == nil)
        #expect(Digest.bytes(hexadecimal: "00fF") == [0, 0xFF])
    }
}

import TestSupport
import Testing

@testable import FontRegistry

/// The hash against the examples of FIPS 180-4.
@Suite(.tags(.unsafeMemory)) struct ContentHashTests {
    private static let million = String(repeating: "a", count: 1_000_000)

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func aTextHasItsHash(_ text: String, _ expected: String) {
        #expect(ContentHash.of(Array(text.utf8)) == expected)
    }

    @Test(arguments: [1, 63, 64, 65, 4_096])
    func thePiecesDoNotMatter(_ size: Int) {
        var hash = ContentHash()
        var rest = Array(Self.million.utf8)[...]
        while !rest.isEmpty {
            rest.prefix(size).withUnsafeBytes { hash.update($0) }
            rest = rest.dropFirst(size)
        }
        #expect(hash.finalize() == ContentHash.of(Array(Self.million.utf8)))
        #expect(hash.finalize() == ContentHash.of([]))
    }
}

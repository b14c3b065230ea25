import FontModel
import Testing

@Suite struct CharacterCoverageTests {
    @Test func rangesAreSortedAndMerged() {
        let coverage = CharacterCoverage([50...60, 10...20, 21...30, 15...18, 55...70, 100...100])
        #expect(coverage.ranges == [10...30, 50...70, 100...100])
        #expect(coverage.count == 21 + 21 + 1)
        #expect(CharacterCoverage().ranges.isEmpty)
    }

    @Test func theLargestNumberIsARangeLikeAnyOther() {
        let coverage = CharacterCoverage([0...UInt32.max, 5...6, UInt32.max...UInt32.max])
        #expect(coverage.ranges == [0...UInt32.max])
    }

    @Test(arguments: [
        ("", true), ("a", true), ("az", true), ("a{", false), ("`", false), ("あ", true), ("ぁ", false), ("aあz", true),
        ("é", false), ("\u{10FFFF}", true),
    ])
    func textIsCoveredIfEveryScalarIs(_ text: String, _ isCovered: Bool) {
        let coverage = CharacterCoverage([0x61...0x7A, 0x3042...0x3042, 0x10_FFFF...0x10_FFFF])
        #expect(coverage.covers(text) == isCovered)
        #expect(text.unicodeScalars.allSatisfy(coverage.contains) == isCovered)
    }

    @Test(
        arguments: [
            [], [0...0], [0...0x10_FFFF], [0x20...0x7E, 0xA0...0xFF, 0x4E00...0x9FFF], [0x7F...0x7F, 0x81...0x4000],
            [0x10_FFFF...0x10_FFFF], (0..<500).map { UInt32($0) * 2...UInt32($0) * 2 },
        ] as [[ClosedRange<UInt32>]])
    func theCompactFormComesBack(_ ranges: [ClosedRange<UInt32>]) {
        let coverage = CharacterCoverage(ranges)
        #expect(CharacterCoverage(encoded: coverage.encoded) == coverage)
    }

    @Test func theFormIsGapsAndLengths() {
        #expect(CharacterCoverage([0x20...0x7E, 0x100...0x100]).encoded == [0x20, 0x5E, 0x82, 0x01, 0x00])
        #expect(CharacterCoverage(encoded: []) == CharacterCoverage())
    }

    @Test(
        arguments: [
            [0x20], [0x80], [0x20, 0x80], [0x20, 0x5E, 0x01], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0x00],
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x00], [0x00, 0x80, 0x80, 0x44],
            [0xFF, 0xFF, 0x43, 0x01], [0xFF, 0xFF, 0x43, 0x00, 0x01, 0x00], Array(repeating: 0xFF, count: 1_000),
        ] as [[UInt8]])
    func hostileBytesAreNil(_ bytes: [UInt8]) { #expect(CharacterCoverage(encoded: bytes) == nil) }

    @Test func anyBytesAreEitherNilOrASortedSet() {
        var state: UInt64 = 42
        func next() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        for length in 0..<2_000 {
            let bytes = (0..<length % 24).map { _ in next() & (length.isMultiple(of: 2) ? 0x3F : 0xFF) }
            guard let coverage = CharacterCoverage(encoded: bytes) else { continue }
            for (one, two) in zip(coverage.ranges, coverage.ranges.dropFirst()) {
                #expect(one.upperBound + 1 < two.lowerBound)
            }
            #expect(CharacterCoverage(encoded: coverage.encoded) == coverage)
        }
    }
}

import FontModel
import Testing

@testable import OpenType

@Suite struct GlyphComponentsTests {
    /// The reader stops reading a hostile glyph as soon as it can refuse it.
    @Test func aGlyphOfTooManyPartsIsNotReadToItsEnd() {
        let part: [UInt8] = [0, 0x20, 0, 1, 0, 0]
        let bytes = [0xFF, 0xFF] + [UInt8](repeating: 0, count: 8) + Array(repeatElement(part, count: 5_000).joined())
        let parts = bytes.withUnsafeBytes { CompositeGlyph(FontBytes(file: $0)).parts }
        #expect(parts.count == FontLimits.partsPerGlyph + 1)
    }

    @Test func theRoomForPartsIsBounded() {
        var components = GlyphComponents(glyphCount: 10)
        for part in 0..<GlyphComponents.limit(glyphCount: 10) {
            #expect(!components.isFull)
            components.add(part % 10, to: 20, at: part)
        }
        #expect(components.isFull)
        components.add(1, to: 21, at: 0)
        #expect(components.nestings().keys.sorted() == [20])
    }
}

internal import CAdwaita
internal import CGio
internal import Testing

@testable internal import Gtk

@Suite struct VariantTests {
    @Test(arguments: [
        Variant.bool(true), .byte(255), .int16(-1), .uint16(65_535), .int32(.min), .uint32(.max), .int64(.min),
        .uint64(.max), .double(0.5), .string("é\u{1F600}"), .objectPath("/org/fontd"), .signature("a{sv}"), .handle(3),
        .bytes([]), .bytes([0, 255]), .array(type: "s", []), .strings(["a", "b"]), .tuple([]),
        .tuple([.int32(1), .string("x")]), .dictionary([:]),
        .dictionary(["a": .bool(false), "b": .dictionary(["c": .bytes([1])])]), .variant(.variant(.uint32(7))),
        .array(type: "a{sv}", [.dictionary(["x": .double(1)])]),
        .array(type: "(us)", [.tuple([.uint32(1), .string("")])]),
    ]) func aValueComesBackAsItWas(_ value: Variant) throws {
        Variant.borrowing(value) { #expect(Variant($0) == value) }
    }

    @Test func aTypeThatIsNoneOfTheseIsRefused() {
        let value = g_variant_new_maybe(nil, g_variant_new_boolean(1))
        g_variant_ref_sink(value)
        #expect(Variant(value) == nil)
        g_variant_unref(value)
        #expect(Variant(nil) == nil)
    }

    @Test func numbersAreReadWhateverTheirSize() {
        #expect(Variant.byte(1).integer == 1)
        #expect(Variant.uint64(.max).integer == nil)
        #expect(Variant.string("1").integer == nil)
        #expect(Variant.strings(["a"]).strings == ["a"])
        #expect(Variant.objectPath("/x").string == "/x")
    }
}

internal import CAdwaita
internal import CGio

/// A value of D-Bus, and of actions.
package indirect enum Variant: Hashable, Sendable {
    case bool(Bool)
    case byte(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    /// The position of a descriptor in the message's list.
    case handle(Int32)
    /// `ay`.
    case bytes([UInt8])
    /// `a` with the type of the elements, because an array may be empty.
    case array(type: String, [Variant])
    case tuple([Variant])
    /// `a{sv}`.
    case dictionary([String: Variant])
    case variant(Variant)

    /// `as`.
    package static func strings(_ strings: [String]) -> Variant { .array(type: "s", strings.map { .string($0) }) }

    /// A value that the function that takes it owns.
    func floating() -> OpaquePointer? {
        switch self {
        case .bool(let value): return g_variant_new_boolean(value ? 1 : 0)
        case .byte(let value): return g_variant_new_byte(value)
        case .int16(let value): return g_variant_new_int16(value)
        case .uint16(let value): return g_variant_new_uint16(value)
        case .int32(let value): return g_variant_new_int32(value)
        case .uint32(let value): return g_variant_new_uint32(value)
        case .int64(let value): return g_variant_new_int64(gint64(value))
        case .uint64(let value): return g_variant_new_uint64(guint64(value))
        case .double(let value): return g_variant_new_double(value)
        case .string(let value): return g_variant_new_string(value)
        case .objectPath(let value): return g_variant_new_object_path(value)
        case .signature(let value): return g_variant_new_signature(value)
        case .handle(let value): return g_variant_new_handle(value)
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { bytes in
                Self.withType("y") { g_variant_new_fixed_array($0, bytes.baseAddress, gsize(bytes.count), 1) }
            }
        case .array(let type, let elements):
            var children = elements.map { $0.floating() }
            return Self.withType(type) { g_variant_new_array($0, &children, gsize(children.count)) }
        case .tuple(let elements):
            var children = elements.map { $0.floating() }
            return g_variant_new_tuple(&children, gsize(children.count))
        case .dictionary(let entries):
            var children: [OpaquePointer?] = entries.sorted { $0.key < $1.key }.map { key, value in
                g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value.floating()))
            }
            return Self.withType("{sv}") { g_variant_new_array($0, &children, gsize(children.count)) }
        case .variant(let value): return g_variant_new_variant(value.floating())
        }
    }

    /// Calls a function that takes no ownership of a value.
    static func borrowing<Result>(_ value: Variant?, _ body: (OpaquePointer?) -> Result) -> Result {
        let pointer = value?.floating()
        if let pointer { g_variant_ref_sink(pointer) }
        defer { if let pointer { g_variant_unref(pointer) } }
        return body(pointer)
    }

    static func withType<Result>(_ type: String, _ body: (OpaquePointer) -> Result) -> Result {
        guard let type = g_variant_type_new(type) else { preconditionFailure("no type of D-Bus: \(type)") }
        defer { g_variant_type_free(type) }
        return body(type)
    }

    /// Copies C's value; nil if it has a type that is none of these.
    init?(_ value: OpaquePointer?) {
        guard let value else { return nil }
        // Classes are the characters of types.
        switch UInt8(truncatingIfNeeded: g_variant_classify(value).rawValue) {
        case UInt8(ascii: "b"): self = .bool(g_variant_get_boolean(value) != 0)
        case UInt8(ascii: "y"): self = .byte(g_variant_get_byte(value))
        case UInt8(ascii: "n"): self = .int16(g_variant_get_int16(value))
        case UInt8(ascii: "q"): self = .uint16(g_variant_get_uint16(value))
        case UInt8(ascii: "i"): self = .int32(g_variant_get_int32(value))
        case UInt8(ascii: "u"): self = .uint32(g_variant_get_uint32(value))
        case UInt8(ascii: "x"): self = .int64(Int64(g_variant_get_int64(value)))
        case UInt8(ascii: "t"): self = .uint64(UInt64(g_variant_get_uint64(value)))
        case UInt8(ascii: "d"): self = .double(g_variant_get_double(value))
        case UInt8(ascii: "s"): self = .string(Self.text(value))
        case UInt8(ascii: "o"): self = .objectPath(Self.text(value))
        case UInt8(ascii: "g"): self = .signature(Self.text(value))
        case UInt8(ascii: "h"): self = .handle(g_variant_get_handle(value))
        case UInt8(ascii: "v"):
            let inner = g_variant_get_variant(value)
            defer { g_variant_unref(inner) }
            guard let inner = Variant(inner) else { return nil }
            self = .variant(inner)
        case UInt8(ascii: "("):
            guard let elements = Self.children(value) else { return nil }
            self = .tuple(elements)
        case UInt8(ascii: "a"):
            guard let array = Self.array(value) else { return nil }
            self = array
        default: return nil
        }
    }

    private static func text(_ value: OpaquePointer) -> String { String(cString: g_variant_get_string(value, nil)) }

    private static func children(_ value: OpaquePointer) -> [Variant]? {
        var children: [Variant] = []
        for index in 0..<g_variant_n_children(value) {
            let child = g_variant_get_child_value(value, index)
            defer { g_variant_unref(child) }
            guard let child = Variant(child) else { return nil }
            children.append(child)
        }
        return children
    }

    private static func array(_ value: OpaquePointer) -> Variant? {
        let type = String(cString: g_variant_get_type_string(value))
        switch type {
        case "ay":
            var count: gsize = 0
            guard let bytes = g_variant_get_fixed_array(value, &count, 1) else { return .bytes([]) }
            return .bytes([UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count))))
        case "a{sv}":
            var entries: [String: Variant] = [:]
            for index in 0..<g_variant_n_children(value) {
                let entry = g_variant_get_child_value(value, index)
                let key = g_variant_get_child_value(entry, 0)
                let boxed = g_variant_get_child_value(entry, 1)
                defer { for part in [entry, key, boxed] { g_variant_unref(part) } }
                guard let key, case .variant(let inner)? = Variant(boxed) else { return nil }
                entries[text(key)] = inner
            }
            return .dictionary(entries)
        default:
            guard let elements = children(value) else { return nil }
            return .array(type: String(type.dropFirst()), elements)
        }
    }

    package var string: String? {
        switch self {
        case .string(let value), .objectPath(let value), .signature(let value): value
        default: nil
        }
    }
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    package var dictionary: [String: Variant]? { if case .dictionary(let value) = self { value } else { nil } }
    package var strings: [String]? {
        guard case .array(type: "s", let elements) = self else { return nil }
        return elements.compactMap(\.string)
    }
    /// Any whole number.
    package var integer: Int64? {
        switch self {
        case .byte(let value): Int64(value)
        case .int16(let value): Int64(value)
        case .uint16(let value): Int64(value)
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        default: nil
        }
    }
}

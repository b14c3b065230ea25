internal import CAdwaita
internal import CGio

/// The value of a property or of a signal's argument.
package enum Value {
    case bool(Bool)
    /// Also for enumerations: GLib converts.
    case int(Int32)
    /// Also for flags.
    case uint(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String?)
    case object((any Object)?)
    case variant(Variant)

    /// Calls a function with the value as C has it.
    func withGValue<Result>(_ body: (UnsafeMutablePointer<GValue>) -> Result) -> Result {
        var value = GValue()
        store(in: &value, as: nil)
        defer { g_value_unset(&value) }
        return body(&value)
    }

    /// Writes the value into C's, which has a type already, or gets the natural one.
    func store(in target: UnsafeMutablePointer<GValue>, as type: GType?) {
        if type == nil { g_value_init(target, natural) }
        guard target.pointee.g_type == natural else {
            var own = GValue()
            store(in: &own, as: nil)
            let isConverted = g_value_transform(&own, target)
            g_value_unset(&own)
            precondition(isConverted != 0, "GLib converts no such value")
            return
        }
        switch self {
        case .bool(let value): g_value_set_boolean(target, value ? 1 : 0)
        case .int(let value): g_value_set_int(target, value)
        case .uint(let value): g_value_set_uint(target, value)
        case .int64(let value): g_value_set_int64(target, gint64(value))
        case .uint64(let value): g_value_set_uint64(target, guint64(value))
        case .double(let value): g_value_set_double(target, value)
        case .string(let value): g_value_set_string(target, value)
        case .object(let value): g_value_set_object(target, value?.reference.pointer)
        case .variant(let value): g_value_set_variant(target, value.floating())
        }
    }

    private var natural: GType {
        switch self {
        case .bool: Fundamental.boolean
        case .int: Fundamental.int
        case .uint: Fundamental.uint
        case .int64: Fundamental.int64
        case .uint64: Fundamental.uint64
        case .double: Fundamental.double
        case .string: Fundamental.string
        case .variant: Fundamental.variant
        case .object(let value):
            // Setting a property checks against the object's own class.
            value.map { type(of: $0.reference.pointer) } ?? Fundamental.object
        }
    }

    private func type(of instance: UnsafeMutableRawPointer) -> GType {
        instance.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    }

    /// Copies C's value; nil if its type is none of these.
    init?(_ value: UnsafePointer<GValue>) {
        switch g_type_fundamental(value.pointee.g_type) {
        case Fundamental.boolean: self = .bool(g_value_get_boolean(value) != 0)
        case Fundamental.int: self = .int(g_value_get_int(value))
        case Fundamental.uint: self = .uint(g_value_get_uint(value))
        case Fundamental.enumeration: self = .int(g_value_get_enum(value))
        case Fundamental.flags: self = .uint(g_value_get_flags(value))
        case Fundamental.int64: self = .int64(Int64(g_value_get_int64(value)))
        case Fundamental.uint64: self = .uint64(UInt64(g_value_get_uint64(value)))
        case Fundamental.float: self = .double(Double(g_value_get_float(value)))
        case Fundamental.double: self = .double(g_value_get_double(value))
        case Fundamental.string: self = .string(g_value_get_string(value).map { String(cString: $0) })
        case Fundamental.object:
            self = .object(g_value_get_object(value).map { AnyObjectHandle(Reference(retaining: $0)) })
        case Fundamental.variant:
            guard let variant = Variant(g_value_get_variant(value)) else { return nil }
            self = .variant(variant)
        default: return nil
        }
    }

    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    package var object: (any Object)? { if case .object(let value) = self { value } else { nil } }
    package var double: Double? { if case .double(let value) = self { value } else { nil } }
    package var int: Int? {
        switch self {
        case .int(let value): Int(value)
        case .uint(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }
}

/// GLib's fundamental types.
///
/// Their names are macros, which Swift does not import: `G_TYPE_MAKE_FUNDAMENTAL(n)` is n << 2.
enum Fundamental {
    static let none = GType(1 << 2)
    static let boolean = GType(5 << 2)
    static let int = GType(6 << 2)
    static let uint = GType(7 << 2)
    static let int64 = GType(10 << 2)
    static let uint64 = GType(11 << 2)
    static let enumeration = GType(12 << 2)
    static let flags = GType(13 << 2)
    static let float = GType(14 << 2)
    static let double = GType(15 << 2)
    static let string = GType(16 << 2)
    static let pointer = GType(17 << 2)
    static let boxed = GType(18 << 2)
    static let object = GType(20 << 2)
    static let variant = GType(21 << 2)
}

import CSystemd

/// An encoder of values into a message.
struct MessageWriter {
    private let message: OpaquePointer

    /// Appends arguments.
    ///
    /// - Throws: An error for values that D-Bus cannot carry: a text with a zero byte, or a message over the size
    ///   limit.
    static func append(_ values: [BusValue], to message: OpaquePointer) throws(BusFailure) {
        let writer = MessageWriter(message: message)
        for value in values { try writer.append(value) }
    }

    private func append(_ value: BusValue) throws(BusFailure) {
        switch value {
        case .boolean(let value): try basic("b", Int32(value ? 1 : 0))
        case .byte(let value): try basic("y", value)
        case .int32(let value): try basic("i", value)
        case .uint32(let value): try basic("u", value)
        case .int64(let value): try basic("x", value)
        case .uint64(let value): try basic("t", value)
        case .double(let value): try basic("d", value)
        case .string(let text): try self.text(text, as: "s")
        case .path(let path): try text(path, as: "o")
        case .descriptor(let descriptor): try basic("h", descriptor.raw)
        case .array(let values, let element):
            try within("a", element) { () throws(BusFailure) in
                for value in values { try append(value) }
            }
        case .structure(let fields):
            try within("r", fields.map(\.signature).joined()) { () throws(BusFailure) in
                for field in fields { try append(field) }
            }
        case .variant(let value):
            try within("v", value.signature) { () throws(BusFailure) in try append(value) }
        case .dictionary(let members):
            try within("a", "{sv}") { () throws(BusFailure) in
                // Sorted, so that equal replies have equal bytes.
                for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                    try within("e", "sv") { () throws(BusFailure) in
                        try text(key, as: "s")
                        try append(.variant(value))
                    }
                }
            }
        }
    }

    private func within(
        _ type: Unicode.Scalar, _ contents: String, _ body: () throws(BusFailure) -> Void
    ) throws(BusFailure) {
        try check(sd_bus_message_open_container(message, CChar(truncatingIfNeeded: type.value), contents))
        try body()
        try check(sd_bus_message_close_container(message))
    }

    private func basic<Value>(_ type: Unicode.Scalar, _ value: Value) throws(BusFailure) {
        try check(
            withUnsafePointer(to: value) {
                sd_bus_message_append_basic(message, CChar(truncatingIfNeeded: type.value), $0)
            })
    }

    private func text(_ text: String, as type: Unicode.Scalar) throws(BusFailure) {
        let type = CChar(truncatingIfNeeded: type.value)
        try check(text.withCString { sd_bus_message_append_basic(message, type, $0) })
    }

    private func check(_ result: Int32) throws(BusFailure) {
        guard result >= 0 else { throw BusFailure("write a message", result: result) }
    }
}

internal import CAdwaita
internal import CGio

/// The arguments of a signal, after the object itself.
///
/// They are C's, and valid during the call only.
package struct Arguments {
    private let values: UnsafeBufferPointer<GValue>

    init(_ values: UnsafeBufferPointer<GValue>) { self.values = values }

    /// The object itself, of which the handle may be gone.
    var instance: UnsafeMutableRawPointer? { values.baseAddress.flatMap { g_value_get_object($0) } }

    package var count: Int { values.count - 1 }

    /// The value of an argument, counted from 0; nil if there is none, or its type is none of `Value`.
    package subscript(_ index: Int) -> Value? { argument(index).flatMap { Value($0) } }

    func argument(_ index: Int) -> UnsafePointer<GValue>? {
        guard index + 1 < values.count, let start = values.baseAddress else { return nil }
        return start + index + 1
    }

    /// An argument that is a pointer without a type.
    func pointer(_ index: Int) -> UnsafeMutableRawPointer? { argument(index).flatMap { g_value_get_pointer($0) } }
    func boxed(_ index: Int) -> UnsafeMutableRawPointer? { argument(index).flatMap { g_value_get_boxed($0) } }
    func object(_ index: Int) -> UnsafeMutableRawPointer? { argument(index).flatMap { g_value_get_object($0) } }
    func variant(_ index: Int) -> OpaquePointer? { argument(index).flatMap { g_value_get_variant($0) } }
    func double(_ index: Int) -> Double { self[index]?.double ?? 0 }
    func int(_ index: Int) -> Int { self[index]?.int ?? 0 }
    func string(_ index: Int) -> String? { self[index]?.string }
}

/// A handler that an object calls.
///
/// It stays connected without this value.
@UI
package struct Connection {
    private let object: Reference
    private let identifier: UInt

    init(object: Reference, identifier: UInt) {
        self.object = object
        self.identifier = identifier
    }

    package func disconnect() { g_signal_handler_disconnect(object.pointer, identifier) }

    /// Changes the object without a call of the handler: for what a model shows and a person changes.
    package func silently(_ change: @UI () -> Void) {
        g_signal_handler_block(object.pointer, identifier)
        change()
        g_signal_handler_unblock(object.pointer, identifier)
    }
}

/// A closure of GLib whose contents are a Swift function; one marshaller serves all signatures.
enum SwiftClosure {
    final class Handler {
        let call: @UI (Arguments) -> Value?
        init(_ call: @escaping @UI (Arguments) -> Value?) { self.call = call }
    }

    /// A floating closure, which the function that takes it sinks; its finaliser frees what the function captures.
    static func make(_ call: @escaping @UI (Arguments) -> Value?) -> UnsafeMutablePointer<GClosure> {
        let handler = Unmanaged.passRetained(Handler(call)).toOpaque()
        guard let closure = g_closure_new_simple(UInt32(MemoryLayout<GClosure>.size), handler) else {
            fatalError("GLib made no closure")
        }
        g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
            guard let handler = closure?.pointee.data else { return }
            let arguments = Arguments(UnsafeBufferPointer(start: values, count: Int(count)))
            UI.assumeIsolated((handler, arguments, result)) { handler, arguments, result in
                let answer = Unmanaged<Handler>.fromOpaque(handler).takeUnretainedValue().call(arguments)
                if let answer, let result, result.pointee.g_type != 0 {
                    answer.store(in: result, as: result.pointee.g_type)
                }
            }
        }
        g_closure_add_finalize_notifier(closure, handler) { handler, _ in
            if let handler { Unmanaged<Handler>.fromOpaque(handler).release() }
        }
        return closure
    }
}

extension Object {
    /// Connects a handler to a signal that wants an answer.
    ///
    /// See `Object` for what handlers may capture.
    @discardableResult
    package func connect(answering signal: String, _ handler: @escaping @UI (Arguments) -> Value?) -> Connection {
        let identifier = g_signal_connect_closure(reference.pointer, signal, SwiftClosure.make(handler), 0)
        precondition(identifier != 0, "the class has no signal \(signal)")
        return Connection(object: reference, identifier: UInt(identifier))
    }

    /// Connects a handler to a signal.
    @discardableResult
    package func connect(_ signal: String, _ handler: @escaping @UI (Arguments) -> Void) -> Connection {
        connect(answering: signal) { arguments in
            handler(arguments)
            return nil
        }
    }

    /// Calls a handler after each change of a property.
    @discardableResult
    package func onChange(of property: String, _ handler: @escaping @UI () -> Void) -> Connection {
        connect("notify::\(property)") { _ in handler() }
    }
}

internal import CAdwaita
internal import CGio

/// The session bus, as the application uses it.
@UI
package final class BusConnection: Object {
    package nonisolated let reference: Reference

    init(_ reference: Reference) { self.reference = reference }

    /// What went wrong with a call: the error's name on the bus, if the other program gave one, and its text.
    package struct Failure: Error, Hashable {
        package let name: String?
        package let message: String
    }

    /// Connects to the session bus; nil if there is none.
    package static func session() async -> BusConnection? {
        await withCheckedContinuation(isolation: UI.shared) { continuation in
            let completion = Completion.retained { _, result in
                let connection = g_bus_get_finish(result, nil)
                continuation.resume(returning: connection.map { BusConnection(Reference(adopting: $0)) })
            }
            g_bus_get(G_BUS_TYPE_SESSION, nil, Completion.callback, completion)
        }
    }

    /// Calls a method, and waits for its answer, a tuple.
    ///
    /// - Parameters:
    ///   - name: The name of the other program on the bus; nil on a connection without a bus.
    ///   - arguments: The method's arguments.
    ///   - timeout: The milliseconds to wait; nil waits as long as the other program lives.
    package func call(
        _ name: String?, _ path: String, _ interface: String, _ method: String, _ arguments: [Variant] = [],
        timeout: Int? = 25_000
    ) async throws(Failure) -> [Variant] {
        let answer: Result<[Variant], Failure> = await withCheckedContinuation(isolation: UI.shared) { continuation in
            let completion = Completion.retained { source, result in
                var error: UnsafeMutablePointer<GError>?
                let reply = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &error)
                defer { if let reply { g_variant_unref(reply) } }
                if case .tuple(let values)? = Variant(reply) {
                    continuation.resume(returning: .success(values))
                } else {
                    continuation.resume(returning: .failure(Self.failure(error)))
                }
            }
            g_dbus_connection_call(
                cast(), name, path, interface, method, Variant.tuple(arguments).floating(), nil,
                G_DBUS_CALL_FLAGS_NONE, timeout.map { Int32(clamping: $0) } ?? Int32.max, nil, Completion.callback,
                completion)
        }
        return try answer.get()
    }

    private static func failure(_ error: UnsafeMutablePointer<GError>?) -> Failure {
        let name = g_dbus_error_get_remote_error(error).map { name in
            defer { g_free(name) }
            return String(cString: name)
        }
        if let error { g_dbus_error_strip_remote_error(error) }
        return Failure(name: name, message: take(error) ?? "the answer has an unknown type")
    }

    /// Calls a handler for signals of an object, until the connection ends.
    package func subscribe(
        sender: String?, path: String, interface: String, signal: String, _ handler: @escaping @UI ([Variant]) -> Void
    ) {
        final class Subscriber {
            let call: @UI ([Variant]) -> Void
            init(_ call: @escaping @UI ([Variant]) -> Void) { self.call = call }
        }
        g_dbus_connection_signal_subscribe(
            cast(), sender, interface, signal, path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, parameters, data in
                guard let data else { return }
                UI.assumeIsolated((parameters, data)) { parameters, data in
                    guard case .tuple(let values)? = Variant(parameters) else { return }
                    Unmanaged<Subscriber>.fromOpaque(data).takeUnretainedValue().call(values)
                }
            }, Unmanaged.passRetained(Subscriber(handler)).toOpaque()
        ) { data in
            if let data { Unmanaged<Subscriber>.fromOpaque(data).release() }
        }
    }

    /// Sends a signal of an object.
    package func emit(_ path: String, _ interface: String, _ signal: String, _ values: [Variant]) {
        g_dbus_connection_emit_signal(
            cast(), nil, path, interface, signal, Variant.tuple(values).floating(), nil)
    }
}

internal import CAdwaita
internal import CGio

/// A call of a method of an object that the application exports.
///
/// It must be answered once, at any time.
@UI
package final class MethodCall {
    private let invocation: Reference
    package let method: String
    package let arguments: [Variant]
    /// The caller's unique name on the bus.
    package let sender: String

    fileprivate init(invocation: Reference, method: String, arguments: [Variant], sender: String) {
        self.invocation = invocation
        self.method = method
        self.arguments = arguments
        self.sender = sender
    }

    package func answer(_ values: [Variant]) {
        // The function takes over a reference to the invocation.
        g_object_ref(invocation.pointer)
        g_dbus_method_invocation_return_value(invocation.cast(), Variant.tuple(values).floating())
    }

    /// - Parameter name: The error's name, such as `org.fontd.Error.Refused`.
    package func fail(_ name: String, _ message: String) {
        g_object_ref(invocation.pointer)
        g_dbus_method_invocation_return_dbus_error(invocation.cast(), name, message)
    }
}

extension BusConnection {
    /// Exports an object.
    ///
    /// - Parameters:
    ///   - xml: The description of one interface. Calls with other methods or types are refused before the handler.
    ///   - properties: Answers a property's value.
    /// - Returns: The text of what went wrong, such as a path that is taken.
    @discardableResult
    package func export(
        _ path: String, xml: String, properties: (@UI (String) -> Variant?)? = nil,
        _ handler: @escaping @UI (MethodCall) -> Void
    ) -> String? {
        var error: UnsafeMutablePointer<GError>?
        guard let node = g_dbus_node_info_new_for_xml(xml, &error) else { return take(error) }
        defer { g_dbus_node_info_unref(node) }
        guard let interface = node.pointee.interfaces?[0] else { return "the description has no interface" }
        let calls = SwiftClosure.make { arguments in
            // After the connection: sender, path, interface, method, parameters, invocation.
            guard let invocation = arguments.object(5) else { return nil }
            var values: [Variant] = []
            if case .tuple(let elements)? = Variant(arguments.variant(4)) { values = elements }
            handler(
                MethodCall(
                    invocation: Reference(retaining: invocation), method: arguments.string(3) ?? "", arguments: values,
                    sender: arguments.string(0) ?? ""))
            return nil
        }
        let reads = properties.map { properties in
            SwiftClosure.make { arguments in properties(arguments.string(3) ?? "").map { .variant($0) } }
        }
        let identifier = g_dbus_connection_register_object_with_closures(
            cast(), path, interface, calls, reads, nil, &error)
        return identifier == 0 ? take(error) : nil
    }
}

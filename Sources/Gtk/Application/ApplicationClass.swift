internal import CAdwaita
internal import CGio

/// The subclass of `AdwApplication` that exports objects before the application's name is on the bus: what starts the
/// application by activation finds them.
@UI
enum ApplicationClass {
    static let type: GType = {
        var query = GTypeQuery()
        g_type_query(adw_application_get_type(), &query)
        return g_type_register_static_simple(
            adw_application_get_type(), "FontdApplication", query.class_size,
            { data, _ in
                guard let data else { return }
                let methods = data.assumingMemoryBound(to: GApplicationClass.self)
                methods.pointee.dbus_register = { application, connection, path, error in
                    ApplicationClass.register(application, connection, path, error)
                }
                methods.pointee.dbus_unregister = { application, connection, path in
                    ApplicationClass.unregister(application, connection, path)
                }
            }, query.instance_size, nil, GTypeFlags(rawValue: 0))
    }()

    private nonisolated static func parent() -> UnsafeMutablePointer<GApplicationClass>? {
        g_type_class_peek(adw_application_get_type())?.assumingMemoryBound(to: GApplicationClass.self)
    }

    private nonisolated static func register(
        _ application: UnsafeMutablePointer<GApplication>?, _ connection: OpaquePointer?,
        _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
    ) -> gboolean {
        guard let chain = parent()?.pointee.dbus_register, chain(application, connection, path, error) != 0,
            let application, let connection, let path
        else { return 0 }
        UI.assumeIsolated((application, connection, String(cString: path))) { application, connection, path in
            let exports = exports(of: application)
            let bus = BusConnection(Reference(retaining: connection))
            for export in exports { export(bus, path) }
        }
        return 1
    }

    private nonisolated static func unregister(
        _ application: UnsafeMutablePointer<GApplication>?, _ connection: OpaquePointer?, _ path: UnsafePointer<CChar>?
    ) {
        parent()?.pointee.dbus_unregister?(application, connection, path)
    }

    private static func exports(of application: UnsafeMutablePointer<GApplication>) -> [BusExport] {
        guard
            let contents = g_object_get_data(
                UnsafeMutableRawPointer(application).assumingMemoryBound(to: GObject.self), Exports.key)
        else { return [] }
        return Unmanaged<Exports>.fromOpaque(contents).takeUnretainedValue().functions
    }
}

typealias BusExport = @UI (BusConnection, String) -> Void

/// What an application exports, kept by its object.
@UI
final class Exports {
    static let key = "fontd-exports"
    var functions: [BusExport] = []
}

internal import Gtk

/// Questions of the service, which the bus starts the application for.
@UI
enum Consent {
    static func export(on connection: BusConnection, _ session: @escaping @UI () -> AppSession) {}
}

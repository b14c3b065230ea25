import FontRegistry
import Glibc

/// The choice between the bus and the store.
///
/// Only commands that require the bus use it, since connecting takes longer than most commands.
enum ServiceRoute {
    /// The environment variable that selects the bus with `1` and the store with `0`; otherwise the choice is
    /// automatic.
    static let variable = "FONTCTL_BUS"

    /// Returns whether a command uses the bus for everything; nil if it uses only the store.
    ///
    /// A command that uses the store may need the bus as well, since only the service calls font providers.
    static func isWhollyOverBus(_ arguments: [String]) -> Bool? {
        let choice = getenv(variable).map { String(cString: $0) }
        if choice == "1" || choice != "0" && Sandbox.isPresent { return true }
        guard choice != "0", arguments.dropFirst().first == "request" else { return nil }
        if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return false }
        let socket = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) + "/bus" }
        return socket.map { access($0, F_OK) } == 0 ? false : nil
    }
}

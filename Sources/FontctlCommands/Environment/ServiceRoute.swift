import FontRegistry
import Glibc

/// The choice between the bus and the store.
///
/// Only commands that require the bus use it, since connecting takes longer than most commands.
enum ServiceRoute {
    /// The environment variable that selects the bus with `1` and the store with `0`; otherwise the choice is
    /// automatic.
    static let variable = "FONTCTL_BUS"

    /// Whether all commands use the bus.
    static var isWanted: Bool {
        switch getenv(variable).map({ String(cString: $0) }) {
        case "1": true
        case "0": false
        default: Sandbox.isPresent
        }
    }

    /// Returns whether a command that uses the store may need the bus as well, since only the service calls font
    /// providers.
    static func canHelp(_ arguments: [String]) -> Bool {
        guard arguments.dropFirst().first == "request", getenv(variable).map({ String(cString: $0) }) != "0" else {
            return false
        }
        if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        return getenv("XDG_RUNTIME_DIR").map { access(String(cString: $0) + "/bus", F_OK) == 0 } ?? false
    }
}

import FontRegistry
import Glibc

/// Which commands go over the bus.
///
/// Only those that must: connecting takes longer than most commands.
enum ServiceRoute {
    /// `1` for the bus, `0` for the store; else what the processState ask for.
    static let variable = "FONTCTL_BUS"

    /// Whether everything goes over the bus.
    static var isWanted: Bool {
        switch getenv(variable).map({ String(cString: $0) }) {
        case "1": true
        case "0": false
        default: Sandbox.isPresent
        }
    }

    /// Whether a command of the store's may need the bus too: only the service knows providers of fonts.
    static func canHelp(_ arguments: [String]) -> Bool {
        guard arguments.dropFirst().first == "request", getenv(variable).map({ String(cString: $0) }) != "0" else {
            return false
        }
        if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        return getenv("XDG_RUNTIME_DIR").map { access(String(cString: $0) + "/bus", F_OK) == 0 } ?? false
    }
}

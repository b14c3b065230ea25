import Glibc

/// Why something could not be done over the bus: an error of D-Bus, with its name.
public struct BusFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error's name, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
    public var name: String
    /// What happened, as the other side put it.
    public var message: String

    public init(_ name: String, _ message: String) {
        self.name = name
        self.message = message
    }

    public var description: String { "\(message) (\(name))" }

    /// The connection is gone, or there was none.
    public static func disconnected(_ message: String) -> BusFailure {
        BusFailure("org.freedesktop.DBus.Error.Disconnected", message)
    }

    public static func invalidArguments(_ message: String) -> BusFailure {
        BusFailure("org.freedesktop.DBus.Error.InvalidArgs", message)
    }

    static func limitsExceeded(_ message: String) -> BusFailure {
        BusFailure("org.freedesktop.DBus.Error.LimitsExceeded", message)
    }

    /// Whether nobody answers at the other end: no bus, no such service, or one that went or hangs.
    public var isUnavailable: Bool {
        let unavailable = [
            "Disconnected", "ServiceUnknown", "NameHasNoOwner", "NoReply", "Timeout", "NoServer",
            "Spawn.ServiceNotFound",
            "Spawn.ExecFailed", "Spawn.ChildExited", "Spawn.ChildSignaled", "Spawn.Failed", "TimedOut",
        ]
        return unavailable.contains { name == "org.freedesktop.DBus.Error." + $0 }
    }

    /// What a function of sd-bus answered, which is a negative `errno`.
    init(_ action: String, result: Int32) {
        let reason = String(cString: strerror(-result))
        switch -result {
        case ECONNRESET, ENOTCONN, EPIPE, ESHUTDOWN: self = .disconnected("Could not \(action): \(reason).")
        case ENOBUFS: self = .limitsExceeded("Could not \(action): \(reason).")
        case ETIMEDOUT: self.init("org.freedesktop.DBus.Error.Timeout", "Could not \(action): \(reason).")
        default: self.init("org.freedesktop.DBus.Error.Failed", "Could not \(action): \(reason).")
        }
    }
}

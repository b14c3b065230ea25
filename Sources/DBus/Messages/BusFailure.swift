import FontModel
import Glibc

/// An error of D-Bus, with its name.
public struct BusFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error's name, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
    public var name: String
    /// The error's message.
    public var message: String

    public init(_ name: String, _ message: String) {
        self.name = name
        self.message = message
    }

    public var description: String { "\(message) (\(name))" }

    /// Returns the error for a connection that has ended or could not be made.
    public static func disconnected(_ message: String) -> BusFailure {
        BusFailure("org.freedesktop.DBus.Error.Disconnected", message)
    }

    public static func invalidArguments(_ message: String) -> BusFailure {
        BusFailure("org.freedesktop.DBus.Error.InvalidArgs", message)
    }

    static func limitsExceeded(_ message: String) -> BusFailure {
        BusFailure("org.freedesktop.DBus.Error.LimitsExceeded", message)
    }

    /// Creates the error for the result of an sd-bus function, which is a negative `errno`.
    init(_ action: String, result: Int32) {
        let reason = Message(errno: -result).description
        switch -result {
        case ECONNRESET, ENOTCONN, EPIPE, ESHUTDOWN: self = .disconnected("Could not \(action): \(reason).")
        case ENOBUFS: self = .limitsExceeded("Could not \(action): \(reason).")
        case ETIMEDOUT: self.init("org.freedesktop.DBus.Error.Timeout", "Could not \(action): \(reason).")
        default: self.init("org.freedesktop.DBus.Error.Failed", "Could not \(action): \(reason).")
        }
    }
}

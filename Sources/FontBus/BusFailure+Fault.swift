public import FontModel

extension BusFailure {
    /// The fault of the service that the error stands for, if it is not one of the service's own errors.
    public var serviceFault: FontError.ServiceFault {
        let prefix = "org.freedesktop.DBus.Error."
        guard name.hasPrefix(prefix) else { return .refused }
        return switch name.dropFirst(prefix.count) {
        case "Disconnected", "NoServer": .noBus
        case "ServiceUnknown", "NameHasNoOwner", "Spawn.ServiceNotFound", "Spawn.ExecFailed", "Spawn.ChildExited",
            "Spawn.ChildSignaled", "Spawn.Failed":
            .absent
        case "NoReply", "Timeout", "TimedOut": .unresponsive
        case "LimitsExceeded": .busy
        case "UnknownMethod", "UnknownInterface", "UnknownObject": .incompatible
        default: .refused
        }
    }

    /// Whether there is no responding service: no bus, no such service, or one that has ended or does not reply.
    public var isUnavailable: Bool { [.noBus, .absent, .unresponsive].contains(serviceFault) }
}

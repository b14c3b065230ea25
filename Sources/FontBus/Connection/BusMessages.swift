/// A call that a peer made of an object of ours.
public struct BusCall: Sendable {
    /// No other call on our connection has the same.
    public var id: UInt64
    /// The caller's unique name, such as `:1.42`; the bus vouches for it.
    public var sender: String
    public var member: String
    public var arguments: [BusValue]
}

/// A signal that was received or is to be sent.
public struct BusSignal: Sendable {
    public var sender: String?
    public var path: String
    public var interface: String
    public var member: String
    public var arguments: [BusValue]

    public init(
        sender: String? = nil, path: String, interface: String, member: String, arguments: [BusValue]
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// Where a method is.
public struct BusMethodAddress: Sendable, Hashable {
    public var destination: String
    public var path: String
    public var interface: String

    public init(destination: String, path: String, interface: String) {
        self.destination = destination
        self.path = path
        self.interface = interface
    }

    /// The message bus itself.
    public static let bus = BusMethodAddress(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
}

/// An object that answers calls.
public struct BusObject: Sendable {
    public var path: String
    public var interface: BusInterface
    /// Answers a call; several run at once, also of one caller.
    public var method: @Sendable (BusCall) async throws(BusFailure) -> [BusValue]
    /// Methods that are begun at once even when the caller has many calls under way, such as one that cancels another.
    public var urgentMethods: Set<String>
    /// Reads a property; on the connection's thread, so it must not block.
    public var property: @Sendable (String) -> BusValue
    /// Finds out in whose name a peer calls, before its first call is begun.
    ///
    /// What all connections of one owner have under way is bounded together. Nil where it cannot be found out; without it each connection is its own.
    public var owner: (@Sendable (_ peer: String) async -> String?)?

    public init(
        path: String, interface: BusInterface, urgentMethods: Set<String> = [],
        owner: (@Sendable (_ peer: String) async -> String?)? = nil,
        method: @escaping @Sendable (BusCall) async throws(BusFailure) -> [BusValue],
        property: @escaping @Sendable (String) -> BusValue
    ) {
        self.path = path
        self.interface = interface
        self.urgentMethods = urgentMethods
        self.owner = owner
        self.method = method
        self.property = property
    }
}

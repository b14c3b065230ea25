/// An incoming call of an exported object.
public struct BusCall: Sendable {
    /// The number of the call, which is unique on this connection.
    public var id: UInt64
    /// The caller's unique name, such as `:1.42`, which the bus guarantees.
    public var sender: String
    /// The path of the object, which is below that of a ``BusObject`` with ``BusObject/holds``.
    public var path: String
    public var member: String
    public var arguments: [BusValue]
}

/// A received signal, or a signal to send.
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

/// The destination, object and interface of a method.
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
    /// Answers a call; several calls run at once, also from one caller.
    public var method: @Sendable (BusCall) async throws(BusFailure) -> [BusValue]
    /// Methods that start at once even if the caller has many running calls, such as one that cancels another call.
    public var urgentMethods: Set<String>
    /// Returns a property; runs on the connection's thread, so it must not block.
    public var property: @Sendable (String) -> BusValue
    /// Returns the owner for whom a peer calls, before its first call starts.
    ///
    /// All connections of one owner share limits for running and waiting calls. The result is nil if the owner cannot
    /// be identified. Without this closure, each connection is its own owner.
    public var owner: (@Sendable (_ peer: String) async -> String?)?
    /// Returns whether there is an object for a peer at a path below ``path``; runs on the connection's thread, so it must
    /// not block.
    ///
    /// With this closure, the objects are those below the path, which nobody can list. Without it, there is one object at the
    /// path.
    public var holds: (@Sendable (_ path: String, _ peer: String) -> Bool)?

    public init(
        path: String, interface: BusInterface, urgentMethods: Set<String> = [],
        owner: (@Sendable (_ peer: String) async -> String?)? = nil,
        holds: (@Sendable (_ path: String, _ peer: String) -> Bool)? = nil,
        method: @escaping @Sendable (BusCall) async throws(BusFailure) -> [BusValue],
        property: @escaping @Sendable (String) -> BusValue
    ) {
        self.path = path
        self.interface = interface
        self.urgentMethods = urgentMethods
        self.owner = owner
        self.holds = holds
        self.method = method
        self.property = property
    }
}

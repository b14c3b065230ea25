public import Foundation

/// A request for a font that is not there.
public struct FontRequest: Sendable, Hashable {
    /// The name as it was asked for: a PostScript name, a full name or a family, however written.
    public var name: String
    /// The provider id of who asks, such as `org.example.Reader`; of the first one, where several do.
    public var requester: String

    public init(name: String, requester: String) {
        self.name = name
        self.requester = requester
    }
}

/// A program that supplies fonts when somebody asks for one that is not there.
///
/// ```swift
/// struct Foundry: FontProvider {
///     func fonts(for request: FontRequest) async -> [URL] {
///         request.name.hasPrefix("Lora") ? [URL(filePath: "/opt/foundry/Lora.ttf")] : []
///     }
/// }
/// let connection = try await BusConnection()
/// try await Foundry().serve(announcing: ["Lora*"], on: connection)
/// await connection.end()
/// ```
///
/// The corresponding Apple construct is the source of `CTFontManagerCreateFontRequestRunLoopSource`.
public protocol FontProvider: Sendable {
    /// The files of a font.
    ///
    /// Whoever asks waits 50 milliseconds, unless the user's policy says otherwise: answer from memory where you can. What
    /// comes later, up to 30 seconds, is registered all the same. Several requests may come at once; equal ones come once.
    /// - Returns: At most ``ProviderInterface/mostFiles`` files; none to decline. They are opened here and sent open: who asks
    ///   need not be able to reach them.
    func fonts(for request: FontRequest) async -> [URL]
}

extension FontProvider {
    /// Announces names, and answers requests for them as long as the connection lives.
    ///
    /// Returns when the names are announced. A service that is started anew meanwhile is told again.
    /// - Parameters:
    ///   - names: PostScript names, full names or families; a name that ends in `*` means all that begin so. At most
    ///     10,000, of 1,000 bytes each and 1 MiB in all.
    ///   - busName: A well-known name for which a D-Bus service file is installed: it is taken, and the announcement
    ///     remembered, so that the bus starts the program when it is asked. Nil announces for this connection alone.
    ///   - connection: A connection on which nothing else provides fonts.
    /// - Throws: `org.freedesktop.DBus.Error.AddressInUse` if another program has the bus name, the service's errors, or
    ///   that there is no service.
    public func serve(
        announcing names: [String], as busName: String? = nil, on connection: BusConnection
    ) async throws(BusFailure) {
        try await ProviderInterface.serve(self, announcing: names, as: busName, on: connection)
    }

    /// Takes an announcement back.
    ///
    /// - Parameter busName: As given to ``serve(announcing:as:on:)``.
    public func withdraw(as busName: String? = nil, on connection: BusConnection) async throws(BusFailure) {
        _ = try await connection.call("Withdraw", of: ProviderInterface.registry, [.string(busName ?? "")])
    }
}

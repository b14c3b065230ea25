import FontBus
public import FontModel
public import Foundation

/// A request for a missing font.
public struct FontRequest: Sendable, Hashable {
    /// The requested name: a PostScript name, a full name or a family, in any spelling.
    public var name: String
    /// The provider id of the requesting program, such as `org.example.Reader`; of the first one if there are several.
    public var requester: String

    public init(name: String, requester: String) {
        self.name = name
        self.requester = requester
    }
}

/// A program that supplies missing fonts on request.
///
/// ```swift
/// struct Foundry: FontProvider {
///     func fonts(for request: FontRequest) async -> [URL] {
///         request.name.hasPrefix("Lora") ? [URL(filePath: "/opt/foundry/Lora.ttf")] : []
///     }
/// }
/// let connection = try await FontProviderConnection()
/// try await Foundry().serve(announcing: ["Lora*"], on: connection)
/// await connection.end()
/// ```
///
/// The corresponding Apple construct is the source of `CTFontManagerCreateFontRequestRunLoopSource`.
public protocol FontProvider: Sendable {
    /// Returns the files of a font.
    ///
    /// The requesting program waits 50 milliseconds, unless the user's policy sets another time, so answer from memory
    /// if possible. A later answer, up to 30 seconds, is still registered. Several requests may arrive at once; equal
    /// requests are combined.
    /// - Returns: At most 64 files, or none to decline. This process opens them and sends the descriptors, 16 in a
    ///   message, so the requesting program does not need access to the paths.
    func fonts(for request: FontRequest) async -> [URL]
}

extension FontProvider {
    /// Announces names, and answers requests for them as long as the connection exists.
    ///
    /// Returns when the names are announced. They are announced again if the service restarts.
    /// - Parameters:
    ///   - names: PostScript names, full names or families; a name that ends in `*` is a prefix. At most 10,000 names
    ///     of 1,000 bytes each and 1 MiB in all.
    ///   - busName: A well-known name with an installed D-Bus service file. The program acquires the name, and the
    ///     announcement is stored, so that the bus starts the program for a request. Nil announces for this connection
    ///     only.
    ///   - connection: A connection without another font provider.
    /// - Throws: ``FontError/Code/registrationFailed`` (301) if there is no service, or another program has the bus
    ///   name, ``FontError/Code/missingEntitlement`` (302) if the program may not supply fonts, or
    ///   ``FontError/Code/exceededResourceLimit`` (106) for too many names.
    public func serve(
        announcing names: [String], as busName: String? = nil, on connection: FontProviderConnection
    ) async throws(FontError) {
        try await onBus { () throws(BusFailure) in
            try await ProviderInterface.serve(self, announcing: names, as: busName, on: connection.bus)
        }
    }

    /// Withdraws an announcement.
    ///
    /// - Parameters:
    ///   - busName: The name that was given to ``serve(announcing:as:on:)``.
    ///   - connection: The connection of the announcement, or any with a bus name.
    /// - Throws: ``FontError/Code/notRegistered`` (201) if the program has not announced the name.
    public func withdraw(as busName: String? = nil, on connection: FontProviderConnection) async throws(FontError) {
        _ = try await onBus { () throws(BusFailure) in
            try await connection.bus.call("Withdraw", of: .fontRegistry, [.string(busName ?? "")])
        }
    }
}

package import FontBus
public import FontModel

/// The connection of a font provider to the session bus.
///
/// An announcement without a bus name lasts as long as its connection.
public struct FontProviderConnection: Sendable {
    let bus: BusConnection

    package init(_ bus: BusConnection) { self.bus = bus }

    /// Connects to the session bus.
    ///
    /// - Throws: ``FontError/Code/registrationFailed`` (301) if there is no session bus.
    public init() async throws(FontError) {
        bus = try await onBus { () throws(BusFailure) in
            try await BusConnection(taskExecutor: TaskExecution.executor)
        }
    }

    /// Waits until the connection ends, with the bus or by ``close()``.
    public func end() async { await bus.end() }

    /// Ends the connection.
    public func close() async { await bus.close() }
}

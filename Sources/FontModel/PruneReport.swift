/// What was swept.
public struct PruneReport: Sendable, Hashable {
    /// Content hashes of stored files that nothing registers.
    public var removedObjects: [String]
    /// Bytes that became free.
    public var freedBytes: Int
    /// Registrations of login sessions that have ended.
    public var endedSessionRegistrations: [Registration]
    /// Registrations of providers that were removed.
    public var goneProviderRegistrations: [Registration]
    /// Folders of processes that were killed.
    public var removedFolders: [String]

    public init(
        removedObjects: [String] = [], freedBytes: Int = 0, endedSessionRegistrations: [Registration] = [],
        goneProviderRegistrations: [Registration] = [], removedFolders: [String] = []
    ) {
        self.removedObjects = removedObjects
        self.freedBytes = freedBytes
        self.endedSessionRegistrations = endedSessionRegistrations
        self.goneProviderRegistrations = goneProviderRegistrations
        self.removedFolders = removedFolders
    }
}

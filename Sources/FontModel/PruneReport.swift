/// The result of pruning a store.
public struct PruneReport: Sendable, Hashable {
    /// The content hashes of stored files without a registration.
    public var removedObjects: [String]
    /// The number of bytes that were freed.
    public var freedBytes: Int
    /// The registrations of ended login sessions.
    public var endedSessionRegistrations: [Registration]
    /// The registrations of removed providers.
    public var goneProviderRegistrations: [Registration]
    /// The folders of killed processes.
    public var removedFolders: [String]

    package init(
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

extension PruneReport: FieldRecord {
    package init() { self.init(removedObjects: []) }

    package static let fields: [Field<PruneReport>] = [
        .texts("removedObjects", \.removedObjects),
        .integer("freedBytes", \.freedBytes),
        .records("endedSessionRegistrations", \.endedSessionRegistrations),
        .records("goneProviderRegistrations", \.goneProviderRegistrations),
        .texts("removedFolders", \.removedFolders),
    ]
}

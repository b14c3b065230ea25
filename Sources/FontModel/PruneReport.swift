/// The result of pruning a store.
public struct PruneReport: Sendable, Hashable {
    /// The content hashes of stored files without a registration.
    public var removedObjects: [String] = []
    /// The number of bytes that were freed.
    public var freedBytes = 0
    /// The registrations of ended login sessions.
    public var endedSessionRegistrations: [Registration] = []
    /// The registrations of removed providers.
    public var goneProviderRegistrations: [Registration] = []
    /// The folders of killed processes.
    public var removedFolders: [String] = []

    package init() {}
}

extension PruneReport: FieldRecord {
    package static let fields: [Field<PruneReport>] = [
        .texts("removedObjects", \.removedObjects),
        .integer("freedBytes", \.freedBytes),
        .records("endedSessionRegistrations", \.endedSessionRegistrations),
        .records("goneProviderRegistrations", \.goneProviderRegistrations),
        .texts("removedFolders", \.removedFolders),
    ]
}

import FontModel

/// The metadata of a repository that is trusted, and the rules by which other metadata joins it (TUF 1.0, 5.2 to 5.6).
///
/// The order is that of the specification: newer roots, the timestamp, the snapshot, targets. Nothing that is refused
/// changes what is trusted.
public struct TrustedMetadata: Sendable {
    /// The moment at which the update began.
    let now: Timestamp
    private(set) var root: Root
    private(set) var timestamp: TimestampRole?
    private(set) var snapshot: Snapshot?
    private(set) var targets: [ExactText: Targets] = [:]
    /// The roles whose keys a role's targets were checked with; another delegation may name other keys.
    private var delegators: [ExactText: Set<ExactText>] = [:]

    /// Begins with a trusted root, which may have expired.
    public init(root bytes: [UInt8], now: Timestamp) throws(TrustError) {
        let root = try Root(bytes, name: "root.json")
        try root.requireSignatures(of: "root", on: root.document)
        self.root = root
        self.now = now
    }

    /// The version of the trusted root.
    public var rootVersion: Int64 { root.document.version }
    /// The version of the trusted snapshot; nil before there is one.
    public var snapshotVersion: Int64? { snapshot?.document.version }
    /// Whether the names of files have a version or a hash before them.
    public var hasConsistentSnapshots: Bool { root.hasConsistentSnapshots }
    /// When the metadata that was read expires: the earliest date of timestamp, snapshot and targets.
    public var expires: Timestamp? {
        let documents = [root.document, timestamp?.document, snapshot?.document] + targets.values.map(\.document)
        return documents.compactMap { $0?.expires }.min()
    }

    /// Replaces the root by the next version, which the keys of both must have signed.
    mutating func update(root bytes: [UInt8]) throws(TrustError) {
        let name = "\(rootVersion + 1).root.json"
        let next = try Root(bytes, name: name)
        try root.requireSignatures(of: "root", on: next.document)
        guard next.document.version == rootVersion + 1 else {
            throw .rollback(name: name, trusted: rootVersion + 1, found: next.document.version)
        }
        try next.requireSignatures(of: "root", on: next.document)
        root = next
    }

    /// Takes a timestamp; false if it is the trusted one, which stays.
    mutating func update(timestamp bytes: [UInt8]) throws(TrustError) -> Bool {
        try root.document.requireValidity(at: now)
        let next = try TimestampRole(bytes)
        try root.requireSignatures(of: "timestamp", on: next.document)
        if let trusted = timestamp {
            guard next.document.version >= trusted.document.version else {
                throw .rollback(
                    name: "timestamp.json", trusted: trusted.document.version, found: next.document.version)
            }
            if next.document.version == trusted.document.version { return false }
            guard next.snapshot.version >= trusted.snapshot.version else {
                throw .rollback(
                    name: "snapshot.json", trusted: trusted.snapshot.version, found: next.snapshot.version)
            }
        }
        // An expired timestamp is remembered: later ones must not be older.
        timestamp = next
        try next.document.requireValidity(at: now)
        return true
    }

    /// Takes a snapshot.
    ///
    /// - Parameter isStored: Whether it was trusted before, so that its length and hashes need no comparison.
    mutating func update(snapshot bytes: [UInt8], isStored: Bool) throws(TrustError) {
        guard let timestamp else { throw .missing(name: "timestamp.json") }
        try timestamp.document.requireValidity(at: now)
        if !isStored { try timestamp.snapshot.requireMatch(of: bytes, name: "snapshot.json") }
        let next = try Snapshot(bytes)
        try root.requireSignatures(of: "snapshot", on: next.document)
        for (name, listed) in snapshot?.listed ?? [:] {
            guard let other = next.listed[name] else {
                throw .mixed(name: "snapshot.json", reason: "\(name.string) is not listed any more")
            }
            guard other.version >= listed.version else {
                throw .rollback(name: name.string, trusted: listed.version, found: other.version)
            }
        }
        // A snapshot of another version or an expired one is remembered: later ones must not be older.
        snapshot = next
        try requireFinalSnapshot()
    }

    private func requireFinalSnapshot() throws(TrustError) {
        guard let timestamp, let snapshot else { throw .missing(name: "snapshot.json") }
        guard snapshot.document.version == timestamp.snapshot.version else {
            throw .mixed(
                name: "snapshot.json",
                reason: "it has version \(snapshot.document.version), not the listed \(timestamp.snapshot.version)")
        }
        try snapshot.document.requireValidity(at: now)
    }

    /// What the snapshot says of the targets of a role.
    func listed(_ role: String) throws(TrustError) -> ListedDocument {
        guard let listed = snapshot?.listed[ExactText(role + ".json")] else {
            throw .mixed(name: role + ".json", reason: "the snapshot does not list it")
        }
        return listed
    }

    /// The targets of a role that were accepted; nil if they were not, or by the delegation of another role only.
    func targets(of role: String, delegatedBy parent: String) -> Targets? {
        delegators[ExactText(role)]?.contains(ExactText(parent)) == true ? targets[ExactText(role)] : nil
    }

    /// The hash bins that `targets` delegates to; nil if it delegates in another way.
    public var hashBins: HashBinNames? { targets[ExactText("targets")]?.delegations?.bins?.names }

    /// The file that has the targets of a role.
    public func file(of role: String) throws(TrustError) -> MetadataUpdate.Request {
        file(of: role, try listed(role), limit: MetadataLimits.targets)
    }

    /// The file that has the snapshot; nil before there is a timestamp.
    var snapshotFile: MetadataUpdate.Request? {
        timestamp.map { file(of: "snapshot", $0.snapshot, limit: MetadataLimits.snapshot) }
    }

    private func file(of role: String, _ listed: ListedDocument, limit: Int) -> MetadataUpdate.Request {
        let version = hasConsistentSnapshots ? "\(listed.version)." : ""
        return MetadataUpdate.Request(
            fileName: "\(version)\(MetadataSearch.encoded(role)).json",
            limit: listed.length.flatMap { Int(exactly: $0) } ?? limit, isOptional: false)
    }

    /// Checks the targets of a role to which `targets` delegates, in any order and without keeping them.
    public func delegated(_ bytes: [UInt8], to role: String) throws(TrustError) -> Targets {
        let file = try file(of: role)
        guard bytes.count <= file.limit else { throw .tooLong(name: file.fileName, limit: file.limit) }
        return try checked(bytes, as: role, delegatedBy: "targets")
    }

    /// The top level's targets.
    public var topTargets: Targets? { targets[ExactText("targets")] }

    /// Takes the targets of a role; `targets` has the root as its delegator.
    mutating func update(targets bytes: [UInt8], of role: String, delegatedBy parent: String) throws(TrustError) {
        let next = try checked(bytes, as: role, delegatedBy: parent)
        if let known = targets[ExactText(role)], known.document.signedBytes != next.document.signedBytes {
            // Another document than the one that the keys of other delegators signed, and whose keys others signed with.
            delegators[ExactText(role)] = nil
            for child in delegators.keys { delegators[child]?.remove(ExactText(role)) }
        }
        targets[ExactText(role)] = next
        delegators[ExactText(role), default: []].insert(ExactText(parent))
    }

    private func checked(
        _ bytes: [UInt8], as role: String, delegatedBy parent: String
    ) throws(TrustError) -> Targets {
        try requireFinalSnapshot()
        let listed = try listed(role)
        try listed.requireMatch(of: bytes, name: role + ".json")
        let next = try Targets(bytes, name: role)
        if role == "targets" {
            try root.requireSignatures(of: role, on: next.document)
        } else {
            guard let delegations = targets[ExactText(parent)]?.delegations, let signers = delegations.role(role) else {
                throw .mixed(name: role + ".json", reason: "\(parent) does not delegate to it")
            }
            try next.document.requireSignatures(of: signers, keys: delegations.keys)
        }
        guard next.document.version == listed.version else {
            throw .mixed(
                name: role + ".json",
                reason: "it has version \(next.document.version), not the listed \(listed.version)")
        }
        try next.document.requireValidity(at: now)
        return next
    }
}

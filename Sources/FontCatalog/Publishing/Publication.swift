package import FontModel
package import TUF

/// The signed metadata of a catalogue in a publisher's folder.
///
/// A publication writes documents in the order in which clients need them: targets, hash bins, the snapshot that lists
/// them, and at last the timestamp, by which clients see the new ones. Earlier documents stay, for clients in the middle
/// of an update. A publication without changes writes nothing.
package struct Publication {
    /// A target with the bytes of its document.
    package struct Entry: Sendable {
        /// The path below `targets/`, such as `families/lora.json`.
        package let path: String
        package let document: [UInt8]
        /// The member `custom` of the signed metadata.
        package let custom: JSONValue?
        private let hash: String

        package init(path: String, document: [UInt8], custom: JSONValue? = nil) {
            self.path = path
            self.document = document
            self.custom = custom
            hash = Digest.hexadecimal(Digest.sha256(document))
        }

        var target: JSONValue {
            let fixed: JSONValue = ["hashes": ["sha256": .string(hash)], "length": .integer(Int64(document.count))]
            return .object((fixed.members ?? []) + (custom.map { [.init("custom", $0)] } ?? []))
        }

        var fileName: String { Target.fileName(of: path, hash: hash) }
    }

    /// The result of a publication.
    package struct Result: Sendable, Hashable {
        /// The version of the snapshot.
        package var snapshot: Int64
        /// The SHA-256 of the first root, which clients need to trust the catalogue.
        package var root: String
        /// The hash bins that changed.
        package var changedBins: Int
    }

    private let folder: String
    private let keys: PublisherKeys
    private let now: Timestamp

    package init(folder: String, keys: PublisherKeys, now: Timestamp) {
        self.folder = folder
        self.keys = keys
        self.now = now
    }

    private var metadata: String { "\(folder)/\(CatalogLayout.metadata)" }

    /// Publishes documents: those of families in hash bins, the catalogue's own in `targets`.
    ///
    /// - Parameter end: The date of expiry of all metadata; nil for the usual ones.
    package func publish(
        catalog: Entry, families: [Entry], until end: Timestamp? = nil
    ) throws(FontError) -> Result {
        try PublishedFolder.create(metadata + "packs")
        let root = try publishRoot(until: end)
        try PublishedFolder.create("\(folder)/\(CatalogLayout.targets)families")
        for entry in [catalog] + families {
            try PublishedFolder.writeOnce(entry.document, to: "\(folder)/\(CatalogLayout.targets)\(entry.fileName)")
        }
        let formerTimestamp = try timestamp()
        let formerSnapshot = try newest("snapshot", listedBy: formerTimestamp)
        let formerTargets = try newest("targets", listedBy: formerSnapshot)
        let bits = Self.bits(of: formerTargets) ?? Self.bits(for: families.count)
        let targets = try publishTargets(catalog, bits: bits, former: formerTargets, until: end)
        let bins = try publishBins(families, bits: bits, former: formerSnapshot, until: end)
        let changed = bins.filter(\.isNew)
        let snapshot = SignedRole.revised(
            "snapshot", [.init("meta", Self.listing(["targets": targets.version], bins))], former: formerSnapshot,
            keys: [try keys.key(.snapshot)], life: .snapshot, now: now, until: end)
        if snapshot.version != formerSnapshot?.version {
            try PublishedFolder.write(
                BinPack.pack(changed.map { ($0.fileName, $0.role.bytes) }),
                to: "\(folder)/\(CatalogLayout.pack(snapshot.version))")
            try PublishedFolder.write(
                BinPack.pack(bins.map { ($0.fileName, $0.role.bytes) }),
                to: "\(folder)/\(CatalogLayout.fullPack(snapshot.version))")
            try write(snapshot, as: "snapshot")
        }
        try publishTimestamp(snapshot: snapshot.version, former: formerTimestamp, until: end)
        return Result(snapshot: snapshot.version, root: root, changedBins: changed.count)
    }

    /// Signs the timestamp anew, for which only its key is needed.
    ///
    /// - Returns: The version of the snapshot.
    package func renew() throws(FontError) -> Int64 {
        guard let former = try timestamp() else { throw missing("timestamp") }
        guard let snapshot = try newest("snapshot", listedBy: former)?.version else { throw missing("snapshot") }
        guard let root = try newestRoot() else { throw missing("root") }
        try requireKeys(of: root, [.timestamp])
        let renewed = SignedRole.revised(
            "timestamp", former.content.members?.filter { $0.key == "meta" } ?? [], former: former,
            keys: [try keys.key(.timestamp)], life: SignedRole.Life(days: 14, renewedBefore: 14), now: now)
        try PublishedFolder.write(renewed.bytes, to: metadata + "timestamp.json")
        return snapshot
    }

    private func missing(_ role: String) -> FontError {
        FontError(
            .fileNotFound,
            "The folder has no \(role) metadata. Build the catalogue first with `fontctl catalog build`.",
            file: folder)
    }

    // MARK: Roles

    /// The newest root; nil before the first publication.
    private func newestRoot() throws(FontError) -> SignedRole? {
        var newest: SignedRole?
        while let bytes = try PublishedFolder.read("\(metadata)\((newest?.version ?? 0) + 1).root.json"),
            let root = SignedRole(bytes)
        {
            newest = root
        }
        return newest
    }

    /// Checks that a root names the keys of roles, without which no client accepts what they sign.
    private func requireKeys(of root: SignedRole, _ roles: [PublisherKeys.Role]) throws(FontError) {
        for role in roles {
            let identifiers = root.content["roles"]?[role.rawValue]?["keyids"]?.elements?.compactMap(\.text) ?? []
            guard identifiers.contains(try keys.key(role).identifier) else {
                throw FontError(
                    .insufficientInfo,
                    "The catalogue was published with another key \(role.fileName). Specify the folder with its keys.",
                    file: folder)
            }
        }
    }

    /// Publishes the first root, and the next one if it expires soon.
    ///
    /// - Returns: The hash of the first one.
    /// - Throws: `insufficientInfo` (303) if the catalogue has other keys.
    private func publishRoot(until end: Timestamp?) throws(FontError) -> String {
        let former = try newestRoot()
        if let former { try requireKeys(of: former, [.targets, .snapshot, .timestamp]) }
        if former?.isLasting(at: now) != true { try publishRoot(after: former, until: end) }
        guard let first = try PublishedFolder.read(metadata + "1.root.json") else { throw missing("root") }
        return Digest.hexadecimal(Digest.sha256(first))
    }

    private func publishRoot(after former: SignedRole?, until end: Timestamp?) throws(FontError) {
        if let former { try requireKeys(of: former, [.root]) }
        var members: [String: JSONValue] = [:]
        var roles: [JSONValue.Member] = []
        for role in [PublisherKeys.Role.root, .targets, .snapshot, .timestamp] {
            let key = try keys.key(role)
            members[key.identifier] = key.publicValue
            roles.append(.init(role.rawValue, ["keyids": [.string(key.identifier)], "threshold": 1]))
        }
        let root = SignedRole.revised(
            "root",
            [
                .init("consistent_snapshot", true),
                .init("keys", .object(members.map { .init($0.key, $0.value) })), .init("roles", .object(roles)),
            ], former: former, keys: [try keys.key(.root)], life: .long, now: now, until: end)
        try write(root, as: "root")
    }

    private func publishTargets(
        _ catalog: Entry, bits: Int, former: SignedRole?, until end: Timestamp?
    ) throws(FontError) -> SignedRole {
        let key = try keys.key(.bins)
        let succinct: JSONValue = [
            "keyids": [.string(key.identifier)], "threshold": 1, "bit_length": .integer(Int64(bits)),
            "name_prefix": .string(CatalogLayout.binPrefix),
        ]
        let delegations: JSONValue = [
            "keys": .object([.init(key.identifier, key.publicValue)]), "succinct_roles": succinct,
        ]
        let targets = SignedRole.revised(
            "targets",
            [.init("targets", .object([.init(catalog.path, catalog.target)])), .init("delegations", delegations)],
            former: former, keys: [try keys.key(.targets)], life: .long, now: now, until: end)
        if targets.version != former?.version { try write(targets, as: "targets") }
        return targets
    }

    /// A hash bin of a publication.
    private struct Bin {
        let name: String
        let role: SignedRole
        let isNew: Bool

        var fileName: String { "\(role.version).\(name).json" }
    }

    private func publishBins(
        _ families: [Entry], bits: Int, former snapshot: SignedRole?, until end: Timestamp?
    ) throws(FontError) -> [Bin] {
        let layout = HashBinNames(bits: bits, prefix: CatalogLayout.binPrefix)
        let entries = Dictionary(grouping: families) { layout.name(for: $0.path) }
        var bins: [Bin] = []
        for name in layout.names {
            let listed = snapshot?.content["meta"]?["\(name).json"]?["version"]?.integer
            let former = try listed.flatMap { version throws(FontError) in
                try PublishedFolder.read("\(metadata)\(version).\(name).json").flatMap(SignedRole.init)
            }
            let targets = (entries[name] ?? []).map { JSONValue.Member($0.path, $0.target) }
            let role = SignedRole.revised(
                "targets", [.init("targets", .object(targets)), .init("role", .string(name))], former: former,
                keys: [try keys.key(.bins)], life: .long, now: now, until: end)
            let bin = Bin(name: name, role: role, isNew: role.version != former?.version)
            if bin.isNew { try write(role, as: name) }
            bins.append(bin)
        }
        return bins
    }

    private func publishTimestamp(
        snapshot: Int64, former: SignedRole?, until end: Timestamp?
    ) throws(FontError) {
        let timestamp = SignedRole.revised(
            "timestamp", [.init("meta", ["snapshot.json": ["version": .integer(snapshot)]])], former: former,
            keys: [try keys.key(.timestamp)], life: .timestamp, now: now, until: end)
        if timestamp.version != former?.version {
            try PublishedFolder.write(timestamp.bytes, to: metadata + "timestamp.json")
        }
    }

    // MARK: Files

    private func write(_ role: SignedRole, as name: String) throws(FontError) {
        try PublishedFolder.write(role.bytes, to: "\(metadata)\(role.version).\(name).json")
    }

    /// The timestamp; nil before the first publication.
    private func timestamp() throws(FontError) -> SignedRole? {
        try PublishedFolder.read(metadata + "timestamp.json").flatMap(SignedRole.init)
    }

    /// The document of a role that the document above it lists; nil before the first publication.
    private func newest(_ role: String, listedBy above: SignedRole?) throws(FontError) -> SignedRole? {
        guard let version = above?.content["meta"]?["\(role).json"]?["version"]?.integer else { return nil }
        return try PublishedFolder.read("\(metadata)\(version).\(role).json").flatMap(SignedRole.init)
    }

    private static func listing(_ versions: [String: Int64], _ bins: [Bin]) -> JSONValue {
        let all = versions.map { ($0.key, $0.value) } + bins.map { ($0.name, $0.role.version) }
        return .object(all.map { .init("\($0).json", ["version": .integer($1)]) })
    }

    /// The number of bits of the bins of a catalogue, which stays as long as the snapshot's key does.
    private static func bits(of targets: SignedRole?) -> Int? {
        targets?.content["delegations"]?["succinct_roles"]?["bit_length"]?.integer.map(Int.init)
    }

    /// The number of bits for bins of about ten families.
    static func bits(for families: Int) -> Int {
        var bits = 1
        while families > 10 << bits, bits < 16 { bits += 1 }
        return bits
    }
}

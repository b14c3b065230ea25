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
        package var path: String
        package var document: [UInt8]
        /// What the signed metadata says of it.
        package var custom: JSONValue?

        package init(path: String, document: [UInt8], custom: JSONValue? = nil) {
            self.path = path
            self.document = document
            self.custom = custom
        }

        var target: JSONValue {
            let hash = Digest.hexadecimal(Digest.sha256(document))
            let fixed: JSONValue = ["hashes": ["sha256": .string(hash)], "length": .integer(Int64(document.count))]
            return .object((fixed.members ?? []) + (custom.map { [.init("custom", $0)] } ?? []))
        }

        var fileName: String {
            let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
            let hash = Digest.hexadecimal(Digest.sha256(document))
            return "\(path[..<slash])\(hash).\(path[slash...])"
        }
    }

    /// What a publication changed.
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
        try PublishedFolder.create("\(folder)/\(CatalogLayout.targets)families")
        for entry in [catalog] + families {
            try PublishedFolder.writeOnce(entry.document, to: "\(folder)/\(CatalogLayout.targets)\(entry.fileName)")
        }
        let root = try publishRoot(until: end)
        let formerSnapshot = try newest("snapshot")
        let formerTargets = try newest("targets")
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
        try publishTimestamp(snapshot: snapshot.version, until: end)
        return Result(snapshot: snapshot.version, root: root, changedBins: changed.count)
    }

    /// Signs the timestamp anew, for which only its key is needed.
    ///
    /// - Returns: The version of the snapshot.
    package func renew() throws(FontError) -> Int64 {
        guard let snapshot = try newest("snapshot")?.version else { throw missing("snapshot") }
        guard let former = SignedRole(try PublishedFolder.read(metadata + "timestamp.json") ?? []) else {
            throw missing("timestamp")
        }
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

    /// Publishes the next root if keys changed or it expires soon; returns the hash of the first one.
    private func publishRoot(until end: Timestamp?) throws(FontError) -> String {
        var version: Int64 = 0
        var former: SignedRole?
        while let bytes = try PublishedFolder.read("\(metadata)\(version + 1).root.json") {
            guard let role = SignedRole(bytes) else { break }
            former = role
            version += 1
        }
        if version == 0 || former.map({ !$0.isLasting(at: now) }) == true {
            try publishRoot(former: former, signedBy: [], until: end)
        }
        guard let first = try PublishedFolder.read(metadata + "1.root.json") else { throw missing("root") }
        return Digest.hexadecimal(Digest.sha256(first))
    }

    /// Publishes a root with the keys of the folder.
    ///
    /// - Parameter others: Keys of the former root, which sign the new one as well.
    private func publishRoot(former: SignedRole?, signedBy others: [SigningKey], until end: Timestamp?)
        throws(FontError)
    {
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
            ], former: former, keys: [try keys.key(.root)] + others, life: .long, now: now, until: end)
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

    private func publishTimestamp(snapshot: Int64, until end: Timestamp?) throws(FontError) {
        let former = SignedRole(try PublishedFolder.read(metadata + "timestamp.json") ?? [])
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

    /// The document of a role that the newest metadata lists; nil before the first publication.
    private func newest(_ role: String) throws(FontError) -> SignedRole? {
        let above =
            role == "snapshot"
            ? SignedRole(try PublishedFolder.read(metadata + "timestamp.json") ?? []) : try newest("snapshot")
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

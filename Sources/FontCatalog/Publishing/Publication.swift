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
        /// The version of the newest root.
        package var rootVersion: Int64
        /// The hash bins that changed.
        package var changedBins: Int
        /// Whether clients get something new.
        package var isChanged: Bool
    }

    let folder: String
    let keys: PublisherKeys
    let now: Timestamp

    package init(folder: String, keys: PublisherKeys, now: Timestamp) {
        self.folder = folder
        self.keys = keys
        self.now = now
    }

    var metadata: String { "\(folder)/\(CatalogLayout.metadata)" }

    /// Publishes documents: those of families in hash bins, the catalogue's own in `targets`.
    ///
    /// - Parameter end: The date of expiry of all metadata; nil for the usual ones.
    package func publish(
        catalog: Entry, families: [Entry], until end: Timestamp? = nil
    ) throws(FontError) -> Result {
        try PublishedFolder.create(metadata + "packs")
        try PublishedFolder.create("\(folder)/\(CatalogLayout.targets)families")
        return try alone { () throws(FontError) in
            try publishAlone(catalog: catalog, families: families, until: end)
        }
    }

    /// Publishes documents while no other process does.
    func publishAlone(catalog: Entry, families: [Entry], until end: Timestamp?) throws(FontError) -> Result {
        // First, as the keys may be those of another catalogue.
        let root = try publishRoot(until: end)
        for entry in [catalog] + families {
            try PublishedFolder.writeOnce(entry.document, to: "\(folder)/\(CatalogLayout.targets)\(entry.fileName)")
        }
        let formerSnapshot = try newest("snapshot")
        let formerTargets = try newest("targets")
        let bits = try bits(for: families.count, snapshot: formerSnapshot, targets: formerTargets)
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
        return Result(
            snapshot: snapshot.version, root: root.hash, rootVersion: root.version, changedBins: changed.count,
            isChanged: snapshot.version != formerSnapshot?.version || root.isNew)
    }

    /// Signs the timestamp anew, for which only its key is needed.
    package func renew() throws(FontError) -> Renewal { try alone { () throws(FontError) in try renewAlone() } }

    private func renewAlone() throws(FontError) -> Renewal {
        guard let root = try newestRoot(), let snapshot = try newest("snapshot") else { throw missing("snapshot") }
        guard let former = SignedRole(try PublishedFolder.read(metadata + "timestamp.json") ?? []) else {
            throw missing("timestamp")
        }
        let key = try keys.key(.timestamp)
        guard root.role.keys(of: .timestamp) == [key.identifier] else { throw otherKey(.timestamp) }
        let renewed = SignedRole.revised(
            "timestamp", former.content.members?.filter { $0.key == "meta" } ?? [], former: former, keys: [key],
            life: SignedRole.Life(days: 14, renewedBefore: 14), now: now)
        try PublishedFolder.write(renewed.bytes, to: metadata + "timestamp.json")
        return Renewal(
            snapshot: snapshot.version, root: root.hash, expires: renewed.expires, snapshotExpires: snapshot.expires)
    }

    /// What a renewal of the timestamp gave.
    package struct Renewal: Sendable {
        /// The version of the snapshot.
        package var snapshot: Int64
        /// The SHA-256 of the first root.
        package var root: String
        /// When the timestamp expires.
        package var expires: Timestamp
        /// When the snapshot expires, before which the catalogue is to be built again.
        package var snapshotExpires: Timestamp
    }

    func missing(_ role: String) -> FontError {
        FontError(
            .fileNotFound,
            "The folder has no \(role) metadata. Build the catalogue first with `fontctl catalog build`.",
            file: folder)
    }

    private func otherKey(_ role: PublisherKeys.Role) -> FontError {
        FontError(
            .insufficientInfo,
            "The catalogue was signed with another key of the role \(role.rawValue). Specify the folder with the keys of the catalogue.",
            file: folder)
    }

    // MARK: Roles

    /// Publishes the next root if keys changed or it expires soon; returns the newest one.
    private func publishRoot(until end: Timestamp?) throws(FontError) -> PublishedRoot {
        let newest = try newestRoot()
        if let newest, newest.role.isLasting(at: now), !hasOtherKeys(than: newest.role) { return newest }
        try publishRoot(former: newest?.role, until: end)
        guard var next = try newestRoot() else { throw missing("root") }
        next.isNew = true
        return next
    }

    /// Whether the folder of keys has another key than a root lists; keys may be absent.
    private func hasOtherKeys(than root: SignedRole) -> Bool {
        PublisherKeys.Role.ofRoot.contains { role in
            (try? keys.key(role)).map { root.keys(of: role) != [$0.identifier] } ?? false
        }
    }

    /// Publishes a root with the keys of the folder, which the former root key signs as well.
    private func publishRoot(former: SignedRole?, until end: Timestamp?) throws(FontError) {
        let rootKey = try keys.key(.root)
        var signers = [rootKey]
        if let former, former.keys(of: .root) != [rootKey.identifier] {
            guard let key = try keys.formerKey(.root), former.keys(of: .root) == [key.identifier] else {
                throw otherKey(.root)
            }
            signers.append(key)
        }
        var members: [String: JSONValue] = [:]
        var roles: [JSONValue.Member] = []
        for role in PublisherKeys.Role.ofRoot {
            let key = try keys.key(role)
            members[key.identifier] = key.publicValue
            roles.append(.init(role.rawValue, ["keyids": [.string(key.identifier)], "threshold": 1]))
        }
        let root = SignedRole.revised(
            "root",
            [
                .init("consistent_snapshot", true),
                .init("keys", .object(members.map { .init($0.key, $0.value) })), .init("roles", .object(roles)),
            ], former: former, keys: signers, life: .long, now: now, until: end)
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
                // No version of a bin is above that of its snapshot, so an earlier bin of this name had a lower one.
                first: (snapshot?.version ?? 0) + 1, keys: [try keys.key(.bins)], life: .long, now: now, until: end)
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

    private static func listing(_ versions: [String: Int64], _ bins: [Bin]) -> JSONValue {
        let all = versions.map { ($0.key, $0.value) } + bins.map { ($0.name, $0.role.version) }
        return .object(all.map { .init("\($0).json", ["version": .integer($1)]) })
    }

    /// Returns the number of bits of the hash bins, which stays as long as the snapshot's key does: clients refuse a
    /// snapshot of the same key that lists fewer documents.
    private func bits(
        for families: Int, snapshot: SignedRole?, targets: SignedRole?
    ) throws(FontError) -> Int {
        let listed = targets?.content["delegations"]?["succinct_roles"]?["bit_length"]?.integer.map(Int.init)
        guard let snapshot, let listed, snapshot.signers == [try keys.key(.snapshot).identifier] else {
            return Self.bits(for: families)
        }
        return listed
    }

    /// The number of bits for bins of about ten families.
    static func bits(for families: Int) -> Int {
        var bits = 1
        while families > 10 << bits, bits < 16 { bits += 1 }
        return bits
    }
}

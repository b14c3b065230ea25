@testable import TUF

/// A repository in memory, whose documents tests change and publish.
struct Repository {
    /// The keys of a role and how many must sign; `signing` are those that do.
    struct Signers {
        var keys: [SigningKey]
        var threshold: Int64
        var signing: [SigningKey]

        init(_ count: Int = 1, threshold: Int64 = 1) {
            keys = (0..<count).map { _ in SigningKey() }
            signing = keys
            self.threshold = threshold
        }

        /// The members `keyids` and `threshold` of a role.
        var members: [JSONValue.Member] {
            [
                .init("keyids", .array(keys.map { .string($0.identifier) })), .init("threshold", .integer(threshold)),
            ]
        }
    }

    static let now = Timestamp(seconds: 1_906_502_400)  // 2030-06-01
    static let past = "2030-05-01T00:00:00Z"
    static let future = "2031-01-01T00:00:00Z"
    /// The four roles in the order in which they are published.
    static let roles = ["root", "targets", "snapshot", "timestamp"]

    /// The files by name, as a server has them.
    var files: [String: [UInt8]] = [:]
    var signers = Dictionary(uniqueKeysWithValues: Repository.roles.map { ($0, Signers()) })
    var versions: [String: Int64] = [:]
    var expiry: [String: String] = [:]
    /// The targets by role and path.
    var targets: [String: [String: [UInt8]]] = ["targets": ["file": Array("text".utf8)]]
    /// The member `delegations` by role.
    var delegations: [String: JSONValue] = [:]
    /// Whether the snapshot and the timestamp state lengths and hashes.
    var hasHashes = true

    /// A repository with version 1 of the four roles.
    init() { publish(Self.roles) }

    /// The name of the file of a role at its version.
    func fileName(_ role: String) -> String {
        role == "timestamp" ? "timestamp.json" : "\(versions[role, default: 1]).\(MetadataSearch.encoded(role)).json"
    }

    /// Signs and stores the next version of roles.
    mutating func publish(_ roles: [String]) {
        for role in roles {
            versions[role, default: 0] += 1
            sign(role)
        }
    }

    /// Signs and stores roles as they are.
    mutating func sign(_ role: String, by keys: [SigningKey]? = nil) { put(signed(role), as: role, by: keys) }

    /// Stores a document of a role.
    mutating func put(_ signed: JSONValue, as role: String, by keys: [SigningKey]? = nil) {
        files[fileName(role)] = SignedMetadata.document(signed, by: keys ?? signers[role, default: Signers()].signing)
    }

    /// The signed part of a role.
    func signed(_ role: String) -> JSONValue {
        let type = Self.roles.contains(role) ? role : "targets"
        var members: [JSONValue.Member] = [
            .init("_type", .string(type)), .init("spec_version", .string(SignedMetadata.specification)),
            .init("version", .integer(versions[role, default: 1])),
            .init("expires", .string(expiry[role] ?? Self.future)),
        ]
        switch type {
        case "root":
            members += [
                .init("consistent_snapshot", true), .init("keys", Self.keys(Self.roles.compactMap { signers[$0] })),
                .init(
                    "roles",
                    .object(Self.roles.map { .init($0, .object(signers[$0, default: Signers()].members)) })),
            ]
        case "timestamp": members.append(.init("meta", .object([listed("snapshot")])))
        case "snapshot":
            let roles = versions.keys.sorted().filter { !["root", "snapshot", "timestamp"].contains($0) }
            members.append(.init("meta", .object(roles.map(listed))))
        default:
            let paths = targets[role, default: [:]].sorted { $0.key < $1.key }
            members.append(.init("targets", .object(paths.map { .init($0.key, Self.described($0.value)) })))
            if let delegations = delegations[role] { members.append(.init("delegations", delegations)) }
        }
        return .object(members)
    }

    /// The keys of roles by their identifiers.
    static func keys(_ signers: [Signers]) -> JSONValue {
        var known: Set<String> = []
        let keys = signers.flatMap(\.keys).filter { known.insert($0.identifier).inserted }
        return .object(keys.map { .init($0.identifier, $0.publicValue) })
    }

    private func listed(_ role: String) -> JSONValue.Member {
        var members: [JSONValue.Member] = [.init("version", .integer(versions[role, default: 1]))]
        if hasHashes, let bytes = files[fileName(role)] { members += Self.described(bytes).members ?? [] }
        return .init(role + ".json", .object(members))
    }

    private static func described(_ bytes: [UInt8]) -> JSONValue {
        [
            "length": .integer(Int64(bytes.count)),
            "hashes": ["sha256": .string(Digest.hexadecimal(Digest.sha256(bytes)))],
        ]
    }

    /// Delegates from a role to others, which get keys and version 1.
    mutating func delegate(from parent: String = "targets", to children: [Delegation]) {
        for child in children where signers[child.name] == nil { signers[child.name] = child.signers }
        delegations[parent] = [
            "keys": Self.keys(children.map(\.signers)), "roles": .array(children.map(\.value)),
        ]
        publish(children.map(\.name).filter { versions[$0] == nil } + [parent, "snapshot", "timestamp"])
    }
}

/// A delegation to a role.
struct Delegation {
    var name: String
    var paths: JSONValue
    var isTerminating = false
    var signers = Repository.Signers()
    var member = "paths"

    var value: JSONValue {
        .object(
            [.init("name", .string(name)), .init("terminating", .bool(isTerminating)), .init(member, paths)]
                + signers.members)
    }
}

/// A client with the metadata that it stored.
struct Client {
    var root: [UInt8]
    var stored = MetadataUpdate.Stored()
    var now: Timestamp
    /// The names of the files that it asked for.
    var requests: [String] = []

    init(root: [UInt8], now: Timestamp) {
        self.root = root
        self.now = now
    }

    init(of repository: Repository) { self.init(root: repository.files["1.root.json"] ?? [], now: Repository.now) }

    /// The stored copy of a role.
    func copy(of role: String) -> [UInt8]? {
        switch role {
        case "root": root
        case "timestamp": stored.timestamp
        case "snapshot": stored.snapshot
        default: stored.targets
        }
    }

    /// Updates from a repository, and stores what was accepted.
    @discardableResult mutating func update(from repository: Repository) throws(TrustError) -> TrustedMetadata {
        requests = []
        var update = try MetadataUpdate(root: root, stored: stored, now: now)
        while let request = update.next {
            requests.append(request.fileName)
            guard let accepted = try update.supply(repository.files[request.fileName]) else { continue }
            switch accepted.role {
            case "root": root = accepted.bytes
            case "timestamp": stored.timestamp = accepted.bytes
            case "snapshot": stored.snapshot = accepted.bytes
            default: stored.targets = accepted.bytes
            }
        }
        return update.trusted
    }

    /// Updates, then searches for a target.
    mutating func find(_ path: String, in repository: Repository) throws(TrustError) -> MetadataSearch {
        try Self.search(path, in: update(from: repository), of: repository)
    }

    /// Searches for a target.
    static func search(
        _ path: String, in trusted: TrustedMetadata, of repository: Repository
    ) throws(TrustError) -> MetadataSearch {
        var search = MetadataSearch(for: path, in: trusted)
        while let request = search.next { try search.supply(repository.files[request.file.fileName]) }
        return search
    }
}

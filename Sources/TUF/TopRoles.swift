import FontModel

/// The trusted root: the keys of the four roles.
struct Root: Sendable {
    static let roleNames = ["root", "timestamp", "snapshot", "targets"]

    let document: MetadataDocument
    let keys: [ExactText: PublicKey]
    let roles: [String: Role]
    /// Whether the names of files have a version or a hash before them.
    let hasConsistentSnapshots: Bool

    init(_ bytes: [UInt8], name: String) throws(TrustError) {
        document = try MetadataDocument(bytes, type: "root", name: name)
        keys = try Role.keys(document.signed["keys"], in: document)
        guard let members = document.signed["roles"]?.members, members.count == Self.roleNames.count else {
            throw document.malformed("It does not have the four roles")
        }
        var roles: [String: Role] = [:]
        for member in members {
            guard Self.roleNames.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) else {
                throw document.malformed("It does not have the four roles")
            }
            roles[member.key] = try Role(member.value, in: document)
        }
        self.roles = roles
        switch document.signed["consistent_snapshot"] {
        case nil: hasConsistentSnapshots = false
        case .bool(let isSet): hasConsistentSnapshots = isSet
        default: throw document.malformed("consistent_snapshot is not a Boolean value")
        }
    }

    /// Checks that the keys of one of the four roles signed a document.
    func requireSignatures(of role: String, on other: MetadataDocument) throws(TrustError) {
        guard let signers = roles[role] else { throw other.malformed("The root has no role \(role)") }
        try other.requireSignatures(of: signers, keys: keys)
    }
}

/// What a document says of another one: its version, and perhaps its length and hashes.
struct ListedDocument: Sendable {
    let version: Int64
    let length: Int64?
    let hashes: [String: String]

    init(_ value: JSONValue?, in document: MetadataDocument) throws(TrustError) {
        guard let version = value?["version"]?.integer, version > 0 else {
            throw document.malformed("An entry has no version")
        }
        self.version = version
        length = try Self.length(value?["length"], in: document)
        hashes = try Self.hashes(value?["hashes"], in: document)
    }

    static func length(_ value: JSONValue?, in document: MetadataDocument) throws(TrustError) -> Int64? {
        guard let value else { return nil }
        guard let length = value.integer, length >= 0 else { throw document.malformed("A length is invalid") }
        return length
    }

    static func hashes(_ value: JSONValue?, in document: MetadataDocument) throws(TrustError) -> [String: String] {
        guard let value else { return [:] }
        guard let members = value.members, !members.isEmpty else { throw document.malformed("Hashes are missing") }
        var hashes: [String: String] = [:]
        for member in members {
            guard let hash = member.value.text else { throw document.malformed("A hash is not a text") }
            hashes[member.key] = hash
        }
        return hashes
    }

    /// Checks the bytes of the listed document against length and hashes.
    func requireMatch(of bytes: [UInt8], name: String) throws(TrustError) {
        if let length, Int64(bytes.count) != length {
            throw .mixed(name: name, reason: "it has \(bytes.count) bytes, not the listed \(length)")
        }
        guard Self.hold(hashes, for: bytes) else { throw .mixed(name: name, reason: "its hash is not the listed one") }
    }

    /// Whether all hashes are those of the bytes; an unknown algorithm is not accepted.
    static func hold(_ hashes: [String: String], for bytes: [UInt8]) -> Bool {
        hashes.allSatisfy { algorithm, hash in
            switch algorithm {
            case "sha256": Digest.hexadecimal(Digest.sha256(bytes)) == hash
            case "sha512": Digest.hexadecimal(Digest.sha512(bytes)) == hash
            default: false
            }
        }
    }
}

/// The timestamp, which lists the snapshot.
struct TimestampRole: Sendable {
    let document: MetadataDocument
    let snapshot: ListedDocument

    init(_ bytes: [UInt8]) throws(TrustError) {
        document = try MetadataDocument(bytes, type: "timestamp", name: "timestamp.json")
        snapshot = try ListedDocument(document.signed["meta"]?["snapshot.json"], in: document)
    }
}

/// The snapshot, which lists all documents of targets.
struct Snapshot: Sendable {
    let document: MetadataDocument
    let listed: [ExactText: ListedDocument]

    init(_ bytes: [UInt8]) throws(TrustError) {
        document = try MetadataDocument(bytes, type: "snapshot", name: "snapshot.json")
        guard let members = document.signed["meta"]?.members else { throw document.malformed("It lists nothing") }
        var listed: [ExactText: ListedDocument] = [:]
        for member in members { listed[ExactText(member.key)] = try ListedDocument(member.value, in: document) }
        guard listed[ExactText("targets.json")] != nil else {
            throw .mixed(name: "targets.json", reason: "the snapshot does not list it")
        }
        self.listed = listed
    }
}

import FontModel

/// A target that a role names: the path, the length and the hashes of a file, and what the publisher adds.
public struct Target: Sendable {
    /// The path below the folder of targets.
    public let path: String
    /// The length in bytes.
    public let length: Int64
    /// The hashes in lower-case hexadecimal digits, by algorithm (`sha256`, `sha512`).
    public let hashes: [String: String]
    /// The member `custom`.
    public let custom: JSONValue?

    /// Checks the bytes of the target.
    public func verify(_ bytes: [UInt8]) throws(TrustError) {
        guard Int64(bytes.count) == length else {
            throw .targetLength(path: path, expected: length, found: Int64(bytes.count))
        }
        guard ListedDocument.hold(hashes, for: bytes) else { throw .targetHash(path: path) }
    }

    /// The name of the file that has the target: with consistent snapshots the hash is before the last part of the path.
    public func fileName(isConsistent: Bool) -> String {
        guard isConsistent, let hash = hashes["sha256"] ?? hashes["sha512"] else { return path }
        return Self.fileName(of: path, hash: hash)
    }

    /// The name of a target's file with the hash before the last part of the path.
    public static func fileName(of path: String, hash: String) -> String {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let last = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
        return "\(path[..<last])\(hash).\(path[last...])"
    }
}

/// The targets of a role and the roles that it delegates to.
public struct Targets: Sendable {
    let document: MetadataDocument
    /// The targets, in the order of the document.
    public let targets: [Target]
    private let places: [ExactText: Int]
    let delegations: Delegations?

    /// The signed part, which may have members that the specification does not know.
    public var signed: JSONValue { document.signed }

    init(_ bytes: [UInt8], name: String) throws(TrustError) {
        document = try MetadataDocument(bytes, type: "targets", name: name + ".json")
        guard let members = document.signed["targets"]?.members else { throw document.malformed("It has no targets") }
        var targets: [Target] = []
        var places: [ExactText: Int] = [:]
        for member in members {
            guard let length = try ListedDocument.length(member.value["length"], in: document) else {
                throw document.malformed("A target has no length")
            }
            let hashes = try ListedDocument.hashes(member.value["hashes"], in: document)
            guard !hashes.isEmpty else { throw document.malformed("A target has no hashes") }
            places[ExactText(member.key)] = targets.count
            targets.append(Target(path: member.key, length: length, hashes: hashes, custom: member.value["custom"]))
        }
        self.targets = targets
        self.places = places
        if let value = document.signed["delegations"] {
            delegations = try Delegations(value, in: document)
        } else {
            delegations = nil
        }
    }

    /// The target of a path.
    public func target(_ path: String) -> Target? { places[ExactText(path)].map { targets[$0] } }
}

/// The roles to which a role delegates paths, and their keys.
struct Delegations: Sendable {
    let keys: [ExactText: PublicKey]
    let roles: [DelegatedRole]
    let bins: HashBins?

    init(_ value: JSONValue, in document: MetadataDocument) throws(TrustError) {
        keys = try Role.keys(value["keys"], in: document)
        switch (value["roles"]?.elements, value["succinct_roles"]) {
        case (let roles?, nil):
            var known: Set<ExactText> = []
            var delegated: [DelegatedRole] = []
            for role in roles {
                let role = try DelegatedRole(role, in: document)
                guard known.insert(ExactText(role.name)).inserted else {
                    throw document.malformed("A role is delegated to twice")
                }
                delegated.append(role)
            }
            self.roles = delegated
            bins = nil
        case (nil, let succinct?):
            roles = []
            bins = try HashBins(succinct, in: document)
        default: throw document.malformed("The delegations have neither roles nor hash bins")
        }
    }

    /// The role with a name.
    func role(_ name: String) -> Role? {
        if let bins { return bins.names.contains(name) ? bins.role : nil }
        return roles.first { $0.name.utf8.elementsEqual(name.utf8) }?.role
    }

    /// The roles that may name a path, in the order of their priority.
    func roles(for path: String) -> [(name: String, isTerminating: Bool)] {
        if let bins { return [(bins.names.name(for: path), true)] }
        return roles.filter { $0.covers(path) }.map { ($0.name, $0.isTerminating) }
    }
}

/// A role to which paths are delegated.
struct DelegatedRole: Sendable {
    let name: String
    let role: Role
    let isTerminating: Bool
    private let paths: Paths

    private enum Paths: Sendable {
        case patterns([String])
        case hashPrefixes([String])
    }

    init(_ value: JSONValue, in document: MetadataDocument) throws(TrustError) {
        guard let name = value["name"]?.text, !name.isEmpty, !Root.roleNames.contains(name),
            let isTerminating = value["terminating"]?.truth
        else { throw document.malformed("A delegation is incomplete") }
        self.name = name
        self.isTerminating = isTerminating
        role = try Role(value, in: document)
        func texts(_ value: JSONValue) throws(TrustError) -> [String] {
            let texts = value.elements?.compactMap(\.text)
            guard let texts, texts.count == value.elements?.count else {
                throw document.malformed("A delegation has invalid paths")
            }
            return texts
        }
        switch (value["paths"], value["path_hash_prefixes"]) {
        case (let patterns?, nil): paths = .patterns(try texts(patterns))
        case (nil, let prefixes?): paths = .hashPrefixes(try texts(prefixes))
        default: throw document.malformed("A delegation has neither paths nor prefixes of hashes")
        }
    }

    func covers(_ path: String) -> Bool {
        switch paths {
        case .patterns(let patterns): return patterns.contains { PathPattern($0).matches(path) }
        case .hashPrefixes(let prefixes):
            let hash = Digest.hexadecimal(Digest.sha256(Array(path.utf8)))
            return prefixes.contains { hash.utf8.starts(with: $0.utf8) }
        }
    }
}

/// The roles of hash bins and the keys that sign for them.
struct HashBins: Sendable {
    let role: Role
    let names: HashBinNames

    init(_ value: JSONValue, in document: MetadataDocument) throws(TrustError) {
        role = try Role(value, in: document)
        guard let bits = value["bit_length"]?.integer, (1...32).contains(bits),
            let prefix = value["name_prefix"]?.text
        else { throw document.malformed("The hash bins are incomplete") }
        names = HashBinNames(bits: Int(bits), prefix: prefix)
    }
}

package import FontModel
import Glibc
package import TUF

/// The newest root, and the hash of the first one.
struct PublishedRoot {
    let role: SignedRole
    /// The SHA-256 of the first root.
    let hash: String
    /// Whether this publication made it.
    var isNew = false

    var version: Int64 { role.version }
}

extension SignedRole {
    /// The identifiers of the keys that a root lists for a role.
    func keys(of role: PublisherKeys.Role) -> [String] {
        (content["roles"]?[role.rawValue]?["keyids"]?.elements ?? []).compactMap(\.text)
    }
}

extension Publication {
    /// A target that is published.
    package struct Listed: Sendable {
        /// The path below `targets/`.
        package let path: String
        /// The SHA-256 of its document.
        package let sha256: String
        /// What the signed metadata says of it.
        package let custom: JSONValue?
    }

    /// The families that are published, in no order.
    package func listedFamilies() throws(FontError) -> [Listed] {
        guard let snapshot = try newest("snapshot") else { return [] }
        var listed: [Listed] = []
        for member in snapshot.content["meta"]?.members ?? [] where member.key.hasPrefix(CatalogLayout.binPrefix) {
            guard let version = member.value["version"]?.integer,
                let bin = try PublishedFolder.read("\(metadata)\(version).\(member.key)").flatMap(SignedRole.init)
            else { throw missing(String(member.key.dropLast(".json".count))) }
            listed += Self.targets(of: bin)
        }
        return listed
    }

    /// Reads the document of a target.
    ///
    /// - Throws: `invalidFontData` (104) if it is missing or damaged.
    package func document(of listed: Listed) throws(FontError) -> [UInt8] {
        let path = "\(folder)/\(CatalogLayout.targets)\(Target.fileName(of: listed.path, hash: listed.sha256))"
        guard let bytes = try PublishedFolder.read(path), Digest.hexadecimal(Digest.sha256(bytes)) == listed.sha256
        else {
            throw FontError(
                .invalidFontData, "The document is missing or damaged. Build the catalogue again.", file: path)
        }
        return bytes
    }

    /// Reads and writes metadata while no other process publishes into the folder: one that had read an earlier
    /// timestamp would replace a newer one, and give its version to other content.
    func alone<Value>(_ body: () throws(FontError) -> Value) throws(FontError) -> Value {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return try body() }
        defer { close(descriptor) }
        // Some network file systems lock no folders.
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        return try body()
    }

    /// Checks that the keys for a publication are there.
    ///
    /// - Throws: `fileNotFound` (101) with the file of a missing one.
    func requireKeys() throws(FontError) {
        for role in PublisherKeys.Role.allCases {
            // The root's may be elsewhere after the first publication.
            if role == .root, try newestRoot() != nil { continue }
            _ = try keys.key(role)
        }
    }

    /// Replaces keys, and publishes with the new ones what is published.
    ///
    /// The former root key signs the next root as well. If it is interrupted, the next publication completes it. A new key of
    /// the snapshot lets the number of hash bins follow the number of families.
    /// - Parameter keyFolder: The folder with the keys of all roles.
    /// - Throws: `fileNotFound` (101) if a key is missing, before any is replaced.
    package static func replaceKeys(
        _ roles: [PublisherKeys.Role], in keyFolder: String, of folder: String, now: Timestamp
    ) throws(FontError) -> Result {
        let keys = try PublisherKeys(in: keyFolder)
        for role in PublisherKeys.Role.allCases { _ = try keys.key(role) }
        // Completes an earlier change, after which the key before is not needed any more.
        _ = try Publication(folder: folder, keys: keys, now: now).publishAgain()
        try PublisherKeys.replace(in: keyFolder, roles: roles)
        return try Publication(folder: folder, keys: PublisherKeys(in: keyFolder), now: now).publishAgain()
    }

    /// Publishes what is published with the keys of the folder, some of which may be new.
    private func publishAgain() throws(FontError) -> Result {
        try alone { () throws(FontError) in try publishAgainAlone() }
    }

    private func publishAgainAlone() throws(FontError) -> Result {
        guard let targets = try newest("targets"),
            let catalog = Self.targets(of: targets).first(where: { $0.path == CatalogLayout.catalog })
        else { throw missing("targets") }
        var families: [Entry] = []
        for listed in try listedFamilies() { families.append(try entry(listed)) }
        return try publishAlone(catalog: try entry(catalog), families: families, until: nil)
    }

    private func entry(_ listed: Listed) throws(FontError) -> Entry {
        Entry(path: listed.path, document: try document(of: listed), custom: listed.custom)
    }

    private static func targets(of role: SignedRole) -> [Listed] {
        (role.content["targets"]?.members ?? []).compactMap { target in
            target.value["hashes"]?["sha256"]?.text.map {
                Listed(path: target.key, sha256: $0, custom: target.value["custom"])
            }
        }
    }

    /// The newest root; nil before the first publication.
    func newestRoot() throws(FontError) -> PublishedRoot? {
        var (version, hash, newest): (Int64, String, SignedRole?) = (0, "", nil)
        while let bytes = try PublishedFolder.read("\(metadata)\(version + 1).root.json") {
            guard let role = SignedRole(bytes) else { break }
            if version == 0 { hash = Digest.hexadecimal(Digest.sha256(bytes)) }
            version += 1
            newest = role
        }
        return newest.map { PublishedRoot(role: $0, hash: hash) }
    }

    /// The document of a role that the newest metadata lists; nil before the first publication.
    func newest(_ role: String) throws(FontError) -> SignedRole? {
        let above =
            role == "snapshot"
            ? SignedRole(try PublishedFolder.read(metadata + "timestamp.json") ?? []) : try newest("snapshot")
        guard let version = above?.content["meta"]?["\(role).json"]?["version"]?.integer else { return nil }
        return try PublishedFolder.read("\(metadata)\(version).\(role).json").flatMap(SignedRole.init)
    }
}

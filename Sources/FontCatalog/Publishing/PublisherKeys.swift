package import FontModel
package import TUF

/// The private keys of a publisher: a folder with a file for each role, in PKCS#8.
///
/// `root.pem` belongs on a medium that is not connected to a network; it is needed for the first build and to change keys.
/// `timestamp.pem` alone renews a catalogue.
package struct PublisherKeys: Sendable {
    /// A role and the file of its key.
    package enum Role: String, Sendable, CaseIterable {
        case root, targets
        /// The hash bins with the families.
        case bins
        case snapshot, timestamp

        /// The roles whose keys are in the root; `targets` has that of the hash bins.
        static let ofRoot: [Role] = [.root, .targets, .snapshot, .timestamp]

        package var fileName: String { rawValue + ".pem" }
        /// The file of the key before the last change of it.
        package var formerFileName: String { rawValue + ".old.pem" }
    }

    private let keys: [Role: SigningKey]
    private let folder: String

    /// Reads the keys of a folder; roles may be absent.
    package init(in folder: String) throws(FontError) {
        self.folder = folder
        var keys: [Role: SigningKey] = [:]
        for role in Role.allCases { keys[role] = try Self.key(at: "\(folder)/\(role.fileName)") }
        self.keys = keys
    }

    private static func key(at path: String) throws(FontError) -> SigningKey? {
        guard let bytes = try PublishedFolder.read(path) else { return nil }
        guard let key = SigningKey(pem: String(decoding: bytes, as: UTF8.self)) else {
            throw FontError(
                .insufficientInfo,
                "The file has no private Ed25519 key without a password. Restore it, or make keys with `fontctl catalog keygen`.",
                file: path)
        }
        return key
    }

    /// Makes a new key for each role in a folder, which only the user can read.
    ///
    /// - Throws: `insufficientPermissions` (102) if a file exists already: a lost key cannot be made again.
    package static func create(in folder: String, roles: [Role] = Role.allCases) throws(FontError) {
        try PublishedFolder.create(folder, onlyForUser: true)
        for role in roles {
            let path = "\(folder)/\(role.fileName)"
            guard try PublishedFolder.read(path) == nil else {
                throw FontError(
                    .insufficientPermissions, "The folder has a key already. Specify another folder.", file: path)
            }
        }
        for role in roles {
            try PublishedFolder.write(
                Array(SigningKey().pem.utf8), to: "\(folder)/\(role.fileName)", onlyForUser: true)
        }
    }

    /// Replaces keys of a folder by new ones; the former ones stay beside them.
    ///
    /// - Throws: `fileNotFound` (101) if a key is missing, before any is replaced.
    package static func replace(in folder: String, roles: [Role]) throws(FontError) {
        let keys = try PublisherKeys(in: folder)
        for role in roles { _ = try keys.key(role) }
        for role in roles {
            let former = Array(try keys.key(role).pem.utf8)
            try PublishedFolder.write(former, to: "\(folder)/\(role.formerFileName)", onlyForUser: true)
            try PublishedFolder.write(
                Array(SigningKey().pem.utf8), to: "\(folder)/\(role.fileName)", onlyForUser: true)
        }
    }

    /// The key of a role before the last change of it; nil if there is none.
    func formerKey(_ role: Role) throws(FontError) -> SigningKey? {
        try Self.key(at: "\(folder)/\(role.formerFileName)")
    }

    /// The key of a role.
    package func key(_ role: Role) throws(FontError) -> SigningKey {
        guard let key = keys[role] else {
            throw FontError(
                .fileNotFound,
                "The key is missing. Make the folder with the keys available, or make the keys of a new catalogue with `fontctl catalog keygen`.",
                file: "\(folder)/\(role.fileName)")
        }
        return key
    }
}

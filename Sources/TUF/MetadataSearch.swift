import FontModel

/// A search for the role that names a target: from `targets` through its delegations, in the order of their priority.
///
/// Like ``MetadataUpdate`` it does no I/O; the caller fetches the roles that ``next`` names, or takes stored copies.
public struct MetadataSearch: Sendable {
    /// A role whose targets the search needs.
    public struct Request: Sendable, Hashable {
        /// The role.
        public let role: String
        /// The role that delegates to it.
        public let parent: String
        /// The file that has it.
        public let file: MetadataUpdate.Request
    }

    /// The path of the target.
    public let path: String
    /// What the search found; nil while it goes on, and at its end if no role names the path.
    public private(set) var found: (role: String, target: Target)?
    /// What is trusted, with the roles that the search read.
    public private(set) var trusted: TrustedMetadata
    private var ahead: [(role: String, parent: String)] = [("targets", "root")]
    private var visited: Set<ExactText> = []

    /// Begins a search in the metadata of a complete update.
    public init(for path: String, in trusted: TrustedMetadata) {
        self.path = path
        self.trusted = trusted
        advance()
    }

    /// The role to fetch; nil if the search is at its end.
    public var next: Request? {
        guard found == nil, let (role, parent) = ahead.last, let file = try? trusted.file(of: role) else { return nil }
        return Request(role: role, parent: parent, file: file)
    }

    /// Takes the bytes of the role that ``next`` names; nil if there is no such file.
    public mutating func supply(_ bytes: [UInt8]?) throws(TrustError) {
        guard let request = next else { return }
        guard let bytes else { throw .missing(name: request.file.fileName) }
        guard bytes.count <= request.file.limit else {
            throw .tooLong(name: request.file.fileName, limit: request.file.limit)
        }
        try trusted.update(targets: bytes, of: request.role, delegatedBy: request.parent)
        advance()
    }

    /// Visits the roles that are known, until one is needed or the path is found.
    private mutating func advance() {
        while found == nil, let (role, parent) = ahead.last, visited.count <= MetadataLimits.visitedRoles {
            if visited.contains(ExactText(role)) {
                ahead.removeLast()
                continue
            }
            guard let targets = trusted.targets(of: role, delegatedBy: parent) else { return }
            ahead.removeLast()
            visited.insert(ExactText(role))
            if let target = targets.target(path) {
                found = (role, target)
                return
            }
            var children: [(role: String, parent: String)] = []
            for child in targets.delegations?.roles(for: path) ?? [] {
                children.append((child.name, role))
                if child.isTerminating {
                    ahead = []
                    break
                }
            }
            ahead += children.reversed()
        }
        if visited.count > MetadataLimits.visitedRoles { ahead = [] }
    }

    /// A role's name as one part of an address (RFC 3986, 2.1), as python-tuf encodes it.
    public static func encoded(_ role: String) -> String {
        var text = ""
        for byte in role.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + Digest.hexadecimal([byte]).uppercased()
            }
        }
        return text
    }
}

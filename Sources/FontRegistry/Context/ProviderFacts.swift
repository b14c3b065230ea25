import CLinux
import Glibc

/// What identified a provider.
public enum ProviderKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A Flatpak application, by its id.
    case flatpak
    /// A snap, by its name.
    case snap
    /// A unit of the user's systemd, or the application that such a unit stands for.
    case unit
    /// A program, by its file.
    case executable
}

/// What is known of a provider beside its id.
public struct ProviderFacts: Sendable, Hashable {
    public var kind: ProviderKind
    /// The absolute path of a file or folder that goes when the provider is removed; nil if none tells.
    public var evidence: String?

    public init(kind: ProviderKind, evidence: String? = nil) {
        self.kind = kind
        self.evidence = evidence
    }
}

/// What the store keeps of a provider that came by the bus.
struct ProviderRecord: Codable, Sendable, Hashable {
    /// The provider's id.
    var provider: String
    var kind: ProviderKind
    var evidence: String?
    /// The inode number of the folder in which the evidence lay when the provider last registered something.
    var folder: Int64?

    init(provider: String, kind: ProviderKind, evidence: String?, folder: Int64?) {
        self.provider = provider
        self.kind = kind
        self.evidence = evidence
        self.folder = folder
    }

    init(provider: String, facts: ProviderFacts) {
        // What is not there now tells nothing when it is not there later.
        let isThere = facts.evidence.map { $0.hasPrefix("/") && access($0, F_OK) == 0 } ?? false
        let evidence = isThere ? facts.evidence : nil
        self.init(
            provider: provider, kind: facts.kind, evidence: evidence,
            folder: evidence.flatMap { Self.inode(of: Self.folder(of: $0)) })
    }

    /// Whether the provider was removed.
    ///
    /// Fonts go with it, so nothing less will do than that the very folder is there in which the evidence lay, and the
    /// evidence is not in it: a disk that is not mounted, or a container that has other programs under the same paths,
    /// shows another folder or none.
    var isGone: Bool {
        guard let evidence, let folder, Self.inode(of: Self.folder(of: evidence)) == folder else { return false }
        var status = stat()
        return lstat(evidence, &status) != 0 && errno == ENOENT
    }

    /// The folder that a path lies in.
    static func folder(of path: String) -> String {
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return folder.isEmpty ? "/" : String(folder)
    }

    /// Not the device: its number is another after the next start of the machine.
    private static func inode(of folder: String) -> Int64? {
        Fingerprint.Identity(of: folder).map { Int64(bitPattern: $0.inode) }
    }
}

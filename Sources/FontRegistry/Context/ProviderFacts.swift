import CLinux
import Foundation
import Glibc

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

extension ProviderFacts {
    /// What tells that this program was removed, for fonts that it registers without the service: the desktop entry of its
    /// provider's id, else its file; nil for a script without an entry, and in a sandbox, whose paths lead elsewhere outside.
    static func ofThisProgram(provider: String) -> ProviderFacts? {
        guard !Sandbox.isPresent else { return nil }
        if let entry = DesktopEntry.path(of: provider) { return ProviderFacts(kind: .executable, evidence: entry) }
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            !Interpreters.contains(program)
        else { return nil }
        return ProviderFacts(kind: .executable, evidence: program)
    }
}

/// What the store keeps of a provider beside its id.
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
    /// shows another folder or none. An application that has a desktop entry was not removed, but moved. What the user
    /// registered in person goes with no program.
    var isGone: Bool {
        guard provider != Caller.userProvider, let evidence, let folder,
            Self.inode(of: Self.folder(of: evidence)) == folder, !isThere(evidence)
        else { return false }
        return kind != .executable || DesktopEntry.path(of: provider) == nil
    }

    private func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || errno != ENOENT
    }

    /// Whether its fonts go with it without anybody's word.
    ///
    /// The file of a program that gave itself its name may have been moved, and the program with it: only
    /// ``FontManager/prune()`` takes its fonts out.
    var goesByItself: Bool {
        kind != .executable || evidence == provider || evidence.map(DesktopEntry.isEntry) ?? false
    }

    /// The record after a program registered something, given what was known before.
    ///
    /// Several programs may register as one provider; then none of them alone tells that it was removed, but for the
    /// desktop entry that they share.
    func following(_ known: ProviderRecord?) -> ProviderRecord {
        guard let known, known.evidence != evidence || known.kind != kind else { return self }
        if known.kind == kind {
            guard kind == .executable, let earlier = known.evidence ?? evidence else { return self }
            if evidence.map(DesktopEntry.isEntry) ?? false { return self }
            if known.evidence != nil, !isThere(earlier) { return self }
            if DesktopEntry.isEntry(earlier) { return known }
        }
        return ProviderRecord(provider: provider, kind: kind, evidence: nil, folder: nil)
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

import CLinux
import Foundation
import Glibc

/// The known facts about a provider besides its id.
package struct ProviderFacts: Sendable, Hashable {
    package var kind: ProviderKind
    /// The absolute path of a file or folder that is removed together with the provider, or nil if none is known.
    package var evidence: String?

    package init(kind: ProviderKind, evidence: String? = nil) {
        self.kind = kind
        self.evidence = evidence
    }
}

extension ProviderFacts {
    /// Returns the facts about this program, for fonts that it registers without the service.
    ///
    /// The evidence is the desktop entry of the provider's id, else the program's file. The result is nil for a script
    /// without a desktop entry, and in a sandbox, where paths differ from those outside.
    static func ofThisProgram(provider: String) -> ProviderFacts? {
        guard !Sandbox.isPresent else { return nil }
        if let entry = DesktopEntry.path(of: provider) { return ProviderFacts(kind: .executable, evidence: entry) }
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            !Interpreters.contains(program)
        else { return nil }
        return ProviderFacts(kind: .executable, evidence: program)
    }
}

/// The stored facts about a provider.
package struct ProviderRecord: Codable, Sendable, Hashable {
    /// The provider's id.
    package var provider: String
    package var kind: ProviderKind
    package var evidence: String?
    /// The inode number of the evidence's folder when the provider last registered something.
    package var folder: Int64?

    package init(provider: String, kind: ProviderKind, evidence: String?, folder: Int64?) {
        self.provider = provider
        self.kind = kind
        self.evidence = evidence
        self.folder = folder
    }

    package init(provider: String, facts: ProviderFacts) {
        // Evidence that is already absent does not prove a later removal.
        let isThere = facts.evidence.map { $0.hasPrefix("/") && access($0, F_OK) == 0 } ?? false
        let evidence = isThere ? facts.evidence : nil
        self.init(
            provider: provider, kind: facts.kind, evidence: evidence,
            folder: evidence.flatMap { Self.inode(of: PathText.folder(of: $0)) })
    }

    /// Whether the provider was removed.
    ///
    /// Since its fonts are removed too, the same folder must be present without the evidence. A disk that is not
    /// mounted, or a container with other programs at the same paths, shows another folder or none. An application with
    /// a desktop entry was moved, not removed. The user's own registrations do not depend on a program.
    package var isGone: Bool {
        guard provider != Caller.userProvider, let evidence, let folder,
            Self.inode(of: PathText.folder(of: evidence)) == folder, !isThere(evidence)
        else { return false }
        return kind != .executable || DesktopEntry.path(of: provider) == nil
    }

    private func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || errno != ENOENT
    }

    /// Whether the provider's fonts are removed without the user's request.
    ///
    /// A program that chose its own name may have been moved together with its file; only `FontManager.prune()`
    /// removes its fonts.
    package var goesByItself: Bool {
        kind != .executable || evidence == provider || evidence.map(DesktopEntry.isEntry) ?? false
    }

    /// Returns the record after a program registered something, given the previous record.
    ///
    /// If several programs register as one provider, the removal of one does not mean that the provider was removed,
    /// unless they share a desktop entry.
    package func following(_ known: ProviderRecord?) -> ProviderRecord {
        guard let known, known.evidence != evidence || known.kind != kind else { return self }
        if known.kind == kind {
            guard kind == .executable, let earlier = known.evidence ?? evidence else { return self }
            if evidence.map(DesktopEntry.isEntry) ?? false { return self }
            if known.evidence != nil, !isThere(earlier) { return self }
            if DesktopEntry.isEntry(earlier) { return known }
        }
        return ProviderRecord(provider: provider, kind: kind, evidence: nil, folder: nil)
    }

    /// Returns the inode number of a folder, without the device number, which may change when the machine restarts.
    private static func inode(of folder: String) -> Int64? {
        Fingerprint.Identity(of: folder).map { Int64(bitPattern: $0.inode) }
    }
}

package import FontModel
import Foundation
package import TUF

/// An update of the copy of a catalogue.
///
/// Each document is stored as soon as it is accepted. A failure leaves the index, and the metadata that belong to it.
package struct CatalogRefresh {
    /// The result of a refresh.
    package struct Result: Sendable, Hashable {
        /// The version of the snapshot.
        package var snapshot: Int64
        /// The number of families.
        package var families: Int
        /// The hash bins that were fetched.
        package var fetchedBins: Int
        /// Whether the families are those of the refresh before.
        package var isUnchanged: Bool
    }

    let copy: CatalogCopy
    let transport: any CatalogTransport
    private let now: Timestamp

    package init(of copy: CatalogCopy, over transport: any CatalogTransport, now: Timestamp) {
        self.copy = copy
        self.transport = transport
        self.now = now
    }

    package func run() async throws(FontError) -> Result {
        let lock = try await copy.lock()
        defer { withExtendedLifetime(lock) { copy.removeIfEmpty() } }
        do {
            let trusted = try await updateMetadata()
            let result = try await updateFamilies(trusted)
            try copy.noteRefresh()
            try copy.storeComplete()
            if !result.isUnchanged { removeFormerCopies(trusted) }
            return result
        } catch {
            guard let failure = error as? FontError ?? (error as? TrustError)?.fontError(about: copy.address.shown)
            else { preconditionFailure("\(error)") }
            copy.noteFailure(failure, at: now)
            throw failure
        }
    }

    // MARK: Metadata

    /// The first root, if it has the hash of the address.
    private func firstRoot() async throws -> [UInt8] {
        let name = CatalogLayout.metadata + "1.root.json"
        guard let root = try await transport.fetch(name, atMost: MetadataLimits.root) else {
            throw FontError(
                .fileNotFound, "There is no catalogue at the address. Check the address.", file: copy.address.shown,
                cause: .catalog(.missing, detail: "1.root.json"))
        }
        guard Digest.hexadecimal(Digest.sha256(root)) == copy.address.root else {
            throw FontError(
                .registrationFailed,
                "The catalogue does not have the root that its address names, so it is not trusted. Ask its publisher for the address.",
                file: copy.address.shown, cause: .catalog(.root, detail: "1.root.json"))
        }
        return root
    }

    private func updateMetadata() async throws -> TrustedMetadata {
        let stored = MetadataUpdate.Stored(
            timestamp: try copy.metadata("timestamp"), snapshot: try copy.metadata("snapshot"),
            targets: try copy.metadata("targets"))
        // A damaged root is fetched again, which the address vouches for.
        let known = try copy.metadata("root").flatMap { try? MetadataUpdate(root: $0, stored: stored, now: now) }
        var update: MetadataUpdate
        if let known {
            update = known
        } else {
            let first = try await firstRoot()
            update = try MetadataUpdate(root: first, stored: stored, now: now)
            try copy.store(first, "root")
        }
        while let request = update.next {
            let bytes = try await transport.fetch(CatalogLayout.metadata + request.fileName, atMost: request.limit)
            if let accepted = try update.supply(bytes) { try copy.store(accepted.bytes, accepted.role) }
        }
        return update.trusted
    }
}

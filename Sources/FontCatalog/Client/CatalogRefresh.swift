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

    private let copy: CatalogCopy
    private let transport: any CatalogTransport
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
            try copy.storeComplete()
            return result
        } catch let error as TrustError {
            throw error.fontError(about: copy.address.shown)
        } catch let error as FontError {
            throw error
        } catch {
            preconditionFailure("\(error)")
        }
    }

    // MARK: Metadata

    /// The trusted root: the stored one, or the first one, if it has the hash of the address.
    private func root() async throws -> [UInt8] {
        if let root = try copy.metadata("root") { return root }
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
        let root = try await root()
        let stored = MetadataUpdate.Stored(
            timestamp: try copy.metadata("timestamp"), snapshot: try copy.metadata("snapshot"),
            targets: try copy.metadata("targets"))
        var update = try MetadataUpdate(root: root, stored: stored, now: now)
        try copy.store(root, "root")
        while let request = update.next {
            let bytes = try await transport.fetch(CatalogLayout.metadata + request.fileName, atMost: request.limit)
            if let accepted = try update.supply(bytes) { try copy.store(accepted.bytes, accepted.role) }
        }
        return update.trusted
    }

    // MARK: Families

    private func updateFamilies(_ trusted: TrustedMetadata) async throws -> Result {
        let snapshot = trusted.snapshotVersion ?? 0
        let former = try copy.index()
        guard let bins = trusted.hashBins?.names, !bins.isEmpty else {
            throw TrustError.malformed(name: "targets.json", reason: "It has no hash bins")
        }
        if let former, former.snapshot == snapshot {
            try copy.noteRefresh()
            return Result(snapshot: snapshot, families: former.count, fetchedBins: 0, isUnchanged: true)
        }
        var families: [(id: String, summary: FamilySummary)] = []
        var missing: [String] = []
        var names: Set<String> = []
        for bin in bins {
            let file = try trusted.file(of: bin).fileName
            names.insert(file)
            if let bytes = try copy.cached("bins/\(file)"), let read = try? Self.families(bytes, in: bin, trusted) {
                families += read
            } else {
                missing.append(bin)
            }
        }
        let files = Set(try missing.map { try trusted.file(of: $0).fileName })
        let pack = await self.pack(with: files, of: snapshot, after: former?.snapshot)
        for bin in missing {
            let request = try trusted.file(of: bin)
            if let bytes = pack[request.fileName], let read = try? Self.families(bytes, in: bin, trusted) {
                families += read
                try copy.keep(bytes, as: "bins/\(request.fileName)")
                continue
            }
            let name = CatalogLayout.metadata + request.fileName
            guard let bytes = try await transport.fetch(name, atMost: request.limit) else {
                throw TrustError.missing(name: request.fileName)
            }
            families += try Self.families(bytes, in: bin, trusted)
            try copy.keep(bytes, as: "bins/\(request.fileName)")
        }
        try copy.keep(CatalogIndex.bytes(snapshot: snapshot, families: families), as: "index")
        try copy.forgetBins(except: names)
        try copy.noteRefresh()
        return Result(
            snapshot: snapshot, families: families.count, fetchedBins: missing.count, isUnchanged: false)
    }

    /// Fetches a pack if that takes fewer requests than the bins; no files if it cannot be fetched or is damaged.
    private func pack(
        with missing: Set<String>, of snapshot: Int64, after former: Int64?
    ) async -> [String: [UInt8]] {
        guard missing.count > 2 else { return [:] }
        let path = former == snapshot - 1 ? CatalogLayout.pack(snapshot) : CatalogLayout.fullPack(snapshot)
        guard let bytes = try? await transport.fetch(path, atMost: BinPack.limit) else { return [:] }
        return BinPack.files(in: bytes, named: missing) ?? [:]
    }

    /// A hash bin, if it is accepted.
    ///
    /// Hash bins of one key and version could be exchanged for each other. So a bin names its role, and its paths belong
    /// to it, which TUF itself does not ask for.
    static func bin(_ bytes: [UInt8], named bin: String, _ trusted: TrustedMetadata) throws -> Targets {
        let targets = try trusted.delegated(bytes, to: bin)
        guard targets.signed["role"]?.text == bin else {
            throw TrustError.wrongType(name: bin + ".json", found: targets.signed["role"]?.text ?? "")
        }
        for target in targets.targets where trusted.hashBins?.name(for: target.path) != bin {
            throw TrustError.mixed(name: bin + ".json", reason: "\(target.path) belongs to another hash bin")
        }
        return targets
    }

    /// The families of a hash bin, if it is accepted.
    private static func families(
        _ bytes: [UInt8], in bin: String, _ trusted: TrustedMetadata
    ) throws -> [(id: String, summary: FamilySummary)] {
        let decoder = JSONDecoder()
        return try Self.bin(bytes, named: bin, trusted).targets.map {
            target -> (id: String, summary: FamilySummary) in
            guard let id = CatalogLayout.id(ofFamily: target.path), let custom = target.custom,
                let summary = try? decoder.decode(FamilySummary.self, from: Data(custom.document))
            else { throw TrustError.malformed(name: bin + ".json", reason: "\(target.path) is not a family") }
            return (id, summary.cleaned)
        }
    }
}

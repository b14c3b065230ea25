import FontModel
import TUF

extension CatalogRefresh {
    /// A hash bin that the snapshot lists.
    private struct Wanted: Sendable {
        let bin: String
        let file: MetadataUpdate.Request
    }

    /// A hash bin that was accepted, and its families.
    private struct Accepted: Sendable {
        let bin: String
        let bytes: [UInt8]
        let families: [CatalogIndex.Entry]
    }

    /// The most requests for hash bins before the pack of all of them takes their place.
    private static let mostRequests = 32

    /// Gets the hash bins that changed, and writes the index of the families anew.
    func updateFamilies(_ trusted: TrustedMetadata) async throws -> Result {
        let snapshot = trusted.snapshotVersion ?? 0
        let former = try copy.indexHead()
        guard let bins = trusted.hashBins?.names, !bins.isEmpty else {
            throw TrustError.malformed(name: "targets.json", reason: "It has no hash bins")
        }
        if let former, former.snapshot == snapshot {
            return Result(snapshot: snapshot, families: former.count, fetchedBins: 0, isUnchanged: true)
        }
        let wanted = try bins.map { Wanted(bin: $0, file: try trusted.file(of: $0)) }
        let kept = try copy.bins()
        var accepted = await Self.accepted(wanted, among: kept, trusted)
        var missing = wanted.filter { accepted[$0.bin] == nil }
        let fetched = missing.count
        func take(_ pack: String) async -> Bool {
            guard let bytes = try? await transport.fetch(pack, atMost: BinPack.limit),
                let files = BinPack.files(in: bytes, named: Set(missing.map(\.file.fileName)))
            else { return false }
            accepted.merge(await Self.accepted(missing, among: files, trusted)) { $1 }
            missing.removeAll { accepted[$0.bin] != nil }
            return true
        }
        for pack in Self.packs(for: fetched, of: bins.count, to: snapshot, after: former?.snapshot) {
            guard !missing.isEmpty, await take(pack) else { break }
        }
        if fetched < bins.count, missing.count > Self.mostRequests { _ = await take(CatalogLayout.fullPack(snapshot)) }
        func bytes() -> [String: [UInt8]] {
            var bytes: [String: [UInt8]] = [:]
            for bin in wanted { bytes[bin.file.fileName] = accepted[bin.bin]?.bytes }
            return bytes
        }
        do {
            for bin in missing {
                let name = bin.file.fileName
                guard let bytes = try await transport.fetch(CatalogLayout.metadata + name, atMost: bin.file.limit)
                else {
                    throw TrustError.missing(name: name)
                }
                accepted[bin.bin] = try Self.accept(bytes, as: bin.bin, trusted)
            }
        } catch {
            // The former ones belong to the last complete refresh.
            try? copy.keepBins(kept.merging(bytes()) { $1 })
            throw error
        }
        let families = accepted.values.flatMap(\.families)
        async let index = CatalogIndex.bytes(snapshot: snapshot, entries: families)
        try copy.keepBins(bytes())
        // The index says which snapshot the copy has, so it is written when the hash bins are there.
        try copy.keep(await index, as: "index")
        return Result(snapshot: snapshot, families: families.count, fetchedBins: fetched, isUnchanged: false)
    }

    /// The packs that have the missing hash bins.
    ///
    /// They are those of the publications since the last refresh, the newest first, or that of all hash bins; none if the
    /// hash bins themselves take fewer requests.
    static func packs(for missing: Int, of bins: Int, to snapshot: Int64, after former: Int64?) -> [String] {
        let behind = former.map { snapshot - $0 }.flatMap { $0 > 0 ? $0 : nil } ?? .max
        guard missing * 2 <= bins, min(Int64(missing), behind) <= Int64(mostRequests) else {
            return [CatalogLayout.fullPack(snapshot)]
        }
        return behind <= Int64(missing) ? (0..<behind).map { CatalogLayout.pack(snapshot - $0) } : []
    }

    /// Makes a missing or damaged index again of the copies of the hash bins, without a request.
    ///
    /// If bins are missing, or the copy cannot be written, it is left to the next refresh.
    static func restoreIndex(of copy: CatalogCopy, by read: CatalogDocuments.Read) async {
        guard let bins = try? copy.bins(), !bins.isEmpty, let trusted = (try? read.metadata(of: copy))?.trusted,
            let lock = try? await copy.lock()
        else { return }
        defer { withExtendedLifetime(lock) {} }
        // Another process may have made it meanwhile.
        guard !copy.hasIndex else { return }
        _ = try? await CatalogRefresh(of: copy, over: CopyAlone(), now: KnownCatalog.now).updateFamilies(trusted)
    }

    // MARK: Hash bins

    /// Checks hash bins on all processors; those that are absent or not accepted are left out.
    private static func accepted(
        _ wanted: [Wanted], among files: [String: [UInt8]], _ trusted: TrustedMetadata
    ) async -> [String: Accepted] {
        let bins = wanted.filter { files[$0.file.fileName] != nil }
        let part = 32
        return await withTaskGroup(of: [Accepted].self) { group in
            for start in stride(from: 0, to: bins.count, by: part) {
                group.addTask {
                    bins[start..<min(start + part, bins.count)].compactMap { wanted in
                        files[wanted.file.fileName].flatMap { try? accept($0, as: wanted.bin, trusted) }
                    }
                }
            }
            var accepted: [String: Accepted] = [:]
            for await some in group { for bin in some { accepted[bin.bin] = bin } }
            return accepted
        }
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
        let bins = trusted.hashBins
        for target in targets.targets where bins?.name(for: target.path) != bin {
            throw TrustError.mixed(name: bin + ".json", reason: "\(target.path) belongs to another hash bin")
        }
        return targets
    }

    /// A hash bin with its families, if it is accepted.
    private static func accept(_ bytes: [UInt8], as bin: String, _ trusted: TrustedMetadata) throws -> Accepted {
        let families = try Self.bin(bytes, named: bin, trusted).targets.map { target -> CatalogIndex.Entry in
            guard let id = CatalogLayout.id(ofFamily: target.path), let custom = target.custom,
                let summary = FamilySummary(custom)
            else { throw TrustError.malformed(name: bin + ".json", reason: "\(target.path) is not a family") }
            let cleaned = summary.cleaned
            return CatalogIndex.Entry(id: id, summary: cleaned, json: cleaned == summary ? custom.document : nil)
        }
        return Accepted(bin: bin, bytes: bytes, families: families)
    }
}

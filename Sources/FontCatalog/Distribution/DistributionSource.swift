import CLinux
import FontFiles
package import FontModel
import Foundation
import Glibc
import TUF

/// The distribution of this machine as a source of families: those of AppStream's catalogue data, and packages of fonts.
///
/// What was read is kept in the cache until a file of the data or apt's lists change.
package struct DistributionSource: FamilySource {
    package let id: String
    /// The name for people.
    package let name: String
    package var origin: CatalogFolders.Origin { .distribution }
    /// The address by which downloads are recorded; it is that of no server.
    package let address: CatalogAddress
    package var failure: FontError? { nil }
    let places: DistributionPlaces
    /// The folder with the copy of what was read.
    let cache: String
    /// What is recorded of downloads.
    let origins: DownloadOrigins
    private let files: [DistributionPlaces.DataFile]
    /// What the families were read from, as text.
    private let state: String

    /// - Parameters:
    ///   - cache: The folder of the copies of all catalogues.
    ///   - origins: What is recorded of downloads.
    /// - Returns: Nil if the machine has neither catalogue data nor apt's lists.
    init?(_ places: DistributionPlaces, cache: String, origins: DownloadOrigins) {
        let lists = places.lists
        files = places.dataFiles(lists: lists)
        let listed = lists.flatMap { places.hasApt ? DistributionPlaces.fingerprint($0) : nil }
        guard !files.isEmpty || listed != nil else { return nil }
        self.places = places
        (id, name) = places.release()
        self.cache = "\(cache)/distribution/\(id)"
        let url = "distribution:\(id)"
        address = CatalogAddress(url: url, root: Digest.hexadecimal(Digest.sha256(Array(url.utf8))))
        self.origins = origins
        state = (["3", listed ?? ""] + files.map(\.fingerprint)).joined(separator: "\n")
    }

    /// When the newest data was fetched, in seconds since 1970.
    package var refreshedAt: Int64? {
        let paths = files.map(\.path) + (places.lists.map { [$0] } ?? [])
        return paths.compactMap { path in
            var status = stat()
            return stat(path, &status) == 0 ? Int64(status.st_mtim.tv_sec) : nil
        }.max()
    }

    package func index() async throws(FontError) -> CatalogIndex? {
        if let bytes = copy("index"), let index = CatalogIndex(bytes) { return index }
        return CatalogIndex(try await read().index)
    }

    package func family(_ id: String) async throws(FontError) -> FamilyDocument? { try await details(id).document }

    /// What the distribution says of a family.
    ///
    /// - Throws: 303 if it has no such family.
    func details(_ id: String) async throws(FontError) -> DistributionFamily {
        guard let family = try await families(where: { $0 == id }).first else {
            throw FontError(
                .insufficientInfo,
                "\(name) has no family “\(DisplayText.clean(id))”. `fontctl catalog search` searches by parts of names."
            )
        }
        return family
    }

    /// The families whose identifiers satisfy a condition.
    func families(where matches: (String) -> Bool) async throws(FontError) -> [DistributionFamily] {
        var bytes = copy("families")
        if bytes == nil { bytes = try await read().families }
        let decoder = JSONDecoder()
        return (bytes ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
            let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
            guard parts.count == 2, matches(String(decoding: parts[0], as: UTF8.self)) else { return nil }
            return try? decoder.decode(DistributionFamily.self, from: Data(parts[1]))
        }
    }

    /// What was read of the present data; nil if it is not kept, or cannot be read.
    private func copy(_ name: String) -> [UInt8]? {
        guard (try? PublishedFolder.read(cache + "/state")) == Array(state.utf8) else { return nil }
        return try? PublishedFolder.read("\(cache)/\(name)")
    }

    /// Reads the data, and keeps what was read where the cache can be written.
    private func read() async throws(FontError) -> (index: [UInt8], families: [UInt8]) {
        let data = DistributionData(places, files)
        let families = try await BlockingWork.perform { () throws(FontError) in data.families() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var details: [UInt8] = []
        for family in families {
            guard let json = try? encoder.encode(family) else { continue }
            details += Array("\(family.id)\t".utf8) + Array(json) + [UInt8(ascii: "\n")]
        }
        let index = CatalogIndex.bytes(snapshot: 0, families: families.map { ($0.id, $0.summary) })
        // Without a copy nothing is lost but time.
        try? keep(index, details)
        return (index, details)
    }

    private func keep(_ index: [UInt8], _ details: [UInt8]) throws(FontError) {
        try PublishedFolder.create(cache, onlyForUser: true)
        // A reader between these steps finds another state, and reads the data itself.
        unlink(cache + "/state")
        try PublishedFolder.write(details, to: cache + "/families")
        try PublishedFolder.write(index, to: cache + "/index")
        try PublishedFolder.write(Array(state.utf8), to: cache + "/state")
    }
}

extension CatalogFolders {
    /// The distribution of this machine; nil if it has neither catalogue data nor apt's lists.
    package func distribution(_ places: DistributionPlaces) -> DistributionSource? {
        DistributionSource(places, cache: cache, origins: origins)
    }
}

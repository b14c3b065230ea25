import CLinux
import FontFiles
package import FontModel
import Glibc

/// The local copy of a catalogue: what is trusted, and what can be fetched again.
///
/// Trusted metadata is beside the store, since the versions in it protect from older ones; hash bins, documents and the
/// index of families are in the cache.
package struct CatalogCopy: Sendable {
    package let address: CatalogAddress
    private static let roles = ["root", "timestamp", "snapshot", "targets"]

    private let trusted: String
    private let cache: String

    /// - Parameters:
    ///   - trusted: The folder of the trusted metadata of all catalogues.
    ///   - cache: The folder of the copies of all catalogues.
    package init(of address: CatalogAddress, trusted: String, cache: String) {
        self.address = address
        self.trusted = "\(trusted)/\(address.folderName)/"
        self.cache = "\(cache)/\(address.folderName)/"
    }

    /// Keeps other processes from changing the copy, until the result is released.
    ///
    /// Of two refreshes at the same time, one could otherwise store older metadata over that of the other.
    /// - Throws: `cancelledByUser` (304) if the task is cancelled while another process has the copy; an error of the store.
    func lock() async throws(FontError) -> OpenedFile {
        let path = String(trusted.dropLast())
        try PublishedFolder.create(path, onlyForUser: true)
        let folder = try OpenedFile(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path: path)
        try await FileLock.take(folder, path: path)
        return folder
    }

    /// Removes the folder of the trusted metadata if nothing is in it.
    func removeIfEmpty() { rmdir(String(trusted.dropLast())) }

    // MARK: Metadata

    /// The trusted metadata of a role; nil before the first refresh.
    func metadata(_ role: String) throws(FontError) -> [UInt8]? {
        try PublishedFolder.read("\(trusted)\(role).json")
    }

    func store(_ bytes: [UInt8], _ role: String) throws(FontError) {
        try PublishedFolder.create(String(trusted.dropLast()), onlyForUser: true)
        guard (try? metadata(role)) != bytes else { return }
        try PublishedFolder.write(bytes, to: "\(trusted)\(role).json")
    }

    /// The metadata of the last complete refresh, by file name; nil before it.
    ///
    /// A refresh that ends early leaves newer metadata of some roles, which the others do not match.
    func complete() throws(FontError) -> [String: [UInt8]]? {
        guard let pack = try PublishedFolder.read(completeFile) else { return nil }
        if let files = Self.unpacked(pack) { return files }
        // Those of the roles take the place of a damaged pack: unless a later refresh ended early, they are the same.
        return Dictionary(uniqueKeysWithValues: try files())
    }

    /// The metadata of all roles by the names of their files.
    private func files() throws(FontError) -> [(String, [UInt8])] {
        try Self.roles.map { role throws(FontError) in (role + ".json", try metadata(role) ?? []) }
    }

    private static func unpacked(_ pack: [UInt8]) -> [String: [UInt8]]? {
        BinPack.files(in: pack, named: Set(roles.map { $0 + ".json" }))
    }

    private var completeFile: String { trusted + "complete.gz" }

    /// The state of the file of ``complete()``; nil if there is none.
    var completeStamp: Fingerprint? { Fingerprint(of: completeFile) }

    /// Notes that the metadata of all roles belong together.
    func storeComplete() throws(FontError) {
        let files = try files()
        let stored = try PublishedFolder.read(completeFile).flatMap(Self.unpacked)
        guard stored != Dictionary(uniqueKeysWithValues: files) else { return }
        try PublishedFolder.write(BinPack.pack(files), to: completeFile)
    }

    /// When the catalogue was refreshed last, in seconds since 1970; nil before the first time.
    package var refreshedAt: Int64? {
        var status = stat()
        return stat(trusted + "refreshed", &status) == 0 ? Int64(status.st_mtim.tv_sec) : nil
    }

    /// Notes that a refresh ended.
    func noteRefresh() throws(FontError) {
        try PublishedFolder.write([], to: trusted + "refreshed", isFlushed: false)
        unlink(trusted + Self.failed)
    }

    /// A file beside the trusted metadata; nil if there is none.
    func trustedFile(_ name: String) throws(FontError) -> [UInt8]? { try PublishedFolder.read(trusted + name) }

    func keepTrusted(_ bytes: [UInt8], _ name: String) throws(FontError) {
        try PublishedFolder.write(bytes, to: trusted + name, onlyForUser: true)
    }

    // MARK: Copies

    /// A copy of a file, such as a document; nil if there is none.
    func cached(_ name: String) throws(FontError) -> [UInt8]? {
        try PublishedFolder.read("\(cache)\(name)")
    }

    func keep(_ bytes: [UInt8], as name: String) throws(FontError) {
        let slash = name.lastIndex(of: "/").map { "/" + name[..<$0] } ?? ""
        try PublishedFolder.create(cache.dropLast() + slash, onlyForUser: true)
        // Verified by its hash whenever it is read.
        try PublishedFolder.write(bytes, to: "\(cache)\(name)", isFlushed: false)
    }

    /// The names of the copies of files in a folder, whose path ends with a slash.
    func names(in folder: String) -> [String] {
        ((try? typedFolderEntries(cache + folder, except: .folder)) ?? []).map { folder + $0.name }
    }

    /// Removes a copy.
    func drop(_ name: String) { unlink(cache + name) }

    /// The copies of hash bins by the names of their files, of which one file is made; none before the first refresh.
    func bins() throws(FontError) -> [String: [UInt8]] {
        guard let bytes = try cached(Self.bins), let places = BinPack.places(in: bytes) else { return [:] }
        return places.mapValues { Array(bytes[$0]) }
    }

    /// Replaces the copies of hash bins.
    func keepBins(_ bins: [String: [UInt8]]) throws(FontError) {
        try keep(BinPack.joined(bins.map { ($0.key, $0.value) }), as: Self.bins)
    }

    private static let bins = "hash-bins"

    /// Whether there is an index of the families, with all of its bytes.
    var hasIndex: Bool { (try? indexHead()) != nil }

    /// The state of the file of the index; nil if there is none.
    var indexStamp: Fingerprint? { Fingerprint(of: cache + "index") }

    /// The first line of the index, without the rest; nil before the first refresh, or if a part is missing.
    package func indexHead() throws(FontError) -> CatalogIndex.Head? {
        let path = cache + "index"
        guard access(path, F_OK) == 0 else { return nil }
        let source = try SourceFile(opening: path)
        let first = source.file.bytes(at: 0, most: CatalogIndex.Head.limit)?.prefix { $0 != UInt8(ascii: "\n") }
        guard let first, let head = CatalogIndex.Head(first), source.size == first.count + 1 + head.size else {
            return nil
        }
        return head
    }

    /// The index of the families; nil before the first refresh, or if it is damaged.
    package func index() throws(FontError) -> CatalogIndex? {
        guard let bytes = try cached("index") else { return nil }
        guard let index = CatalogIndex(bytes) else {
            // `restoreIndex` or the next refresh, which look at its first line only, make it again.
            drop("index")
            return nil
        }
        return index
    }

    /// Whether there is trusted metadata, as of a catalogue that was set up before.
    var isTrusted: Bool { access(trusted + "root.json", F_OK) == 0 }

    /// Removes the copy.
    ///
    /// The trusted metadata stays: a catalogue that is added again, or that another file sets up, too, must not be older.
    /// - Parameter withTrust: Whether the trusted metadata go, too, of a catalogue that never was set up.
    package func remove(withTrust: Bool = false) {
        ChildFolders.remove(String(cache.dropLast()))
        if withTrust { ChildFolders.remove(String(trusted.dropLast())) }
        unlink(trusted + "refreshed")
        unlink(trusted + Self.failed)
        removeIfEmpty()
    }
}

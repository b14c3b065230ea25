import CLinux
package import FontFiles
package import FontModel
import Foundation
import Glibc

/// Where the fonts of a family come from.
package struct DownloadOrigin: Codable, Sendable, Hashable {
    /// Who asked for a download.
    package enum Asker: String, Codable, Sendable, Hashable, CaseIterable {
        /// A person, with a command or in a program.
        case person
        /// A program that needed a font.
        case request
    }

    /// A text of the licence to which a person agreed.
    package struct Consent: Codable, Sendable, Hashable {
        /// The SHA-256 of the text.
        package var text: String
        /// When, in seconds since 1970.
        package var date: Int64

        package init(text: String, date: Int64) {
            self.text = text
            self.date = date
        }
    }

    /// The identifier of the catalogue.
    package var catalog: String
    /// The address of the catalogue with its root, as ``CatalogAddress`` reads it.
    package var address: String
    /// The identifier of the family in the catalogue.
    package var id: String
    /// The name of the family.
    package var family: String
    /// The version in the words of the publisher.
    package var version: String
    /// The SHA-256 of the document; of a package its name and version.
    package var document: String
    /// The SHA-256 of the font files.
    package var files: [String]
    /// Whether these are all that a download of the whole family takes.
    package var isWhole: Bool
    /// When, in seconds since 1970.
    package var date: Int64
    package var asker: Asker
    package var consent: [Consent]
    /// Whether the family stays at this version.
    package var isPinned: Bool
    /// The versions before, the latest first, to which an undo may return.
    package var earlier: [Version]

    /// What is recorded of an earlier version.
    package struct Version: Codable, Sendable, Hashable {
        package var version: String
        package var document: String
        package var files: [String]
        package var isWhole: Bool
        package var date: Int64
    }

    /// The most earlier versions that are recorded.
    private static let versionsKept = 4

    /// This version.
    private var present: Version {
        Version(version: version, document: document, files: files, isWhole: isWhole, date: date)
    }

    /// The origin of this version, and of those before.
    package var versions: [DownloadOrigin] {
        [self]
            + earlier.map { former in
                var origin = self
                (origin.version, origin.document, origin.files) = (former.version, former.document, former.files)
                (origin.isWhole, origin.date) = (former.isWhole, former.date)
                return origin
            }
    }

    /// The version whose files are registered; nil if none is.
    ///
    /// A version that adds files to those of the one before counts if one of these is there: it is recorded before its
    /// files are registered. It counts as well if they are gone together with those that they replaced, since an undo
    /// brings these back.
    func presentVersion(of registered: Set<String>) -> DownloadOrigin? {
        let versions = versions
        return versions.indices.first { place in
            let files = Set(versions[place].files)
            let former = Set(place + 1 < versions.count ? versions[place + 1].files : [])
            guard !registered.isDisjoint(with: files) else { return false }
            let (added, replaced) = (files.subtracting(former), former.subtracting(files))
            return added.isEmpty || !registered.isDisjoint(with: added)
                || !replaced.isEmpty && registered.isDisjoint(with: replaced)
        }.map { versions[$0] }
    }

    /// Keeps what was recorded of the version before this one.
    mutating func follow(_ former: DownloadOrigin?) {
        guard let former else { return }
        let all = former.document == document ? former.earlier : [former.present] + former.earlier
        earlier = Array(all.filter { $0.document != document }.prefix(Self.versionsKept))
    }
}

/// The origins of downloaded families: a file for each in the store, `downloads/<first digits of the root>/<family>.json`.
///
/// An origin holds while its files are registered: one that was undone counts again when it is redone.
package struct DownloadOrigins: Sendable {
    private let folder: String

    package init(_ paths: FontPaths) { folder = paths.store + "/downloads" }

    private func path(_ address: CatalogAddress, _ family: String) -> String {
        "\(folder)/\(address.folderName)/\(family).json"
    }

    /// The origin of a family; nil if it was never downloaded.
    package func origin(of family: String, in address: CatalogAddress) throws(FontError) -> DownloadOrigin? {
        guard CatalogLayout.isIdentifier(family) else { return nil }
        return try read(path(address, family))
    }

    /// The recorded origin of a version of a family.
    func origin(of version: DownloadOrigin) throws(FontError) -> DownloadOrigin? {
        try CatalogAddress(version.address).flatMap { address throws(FontError) in
            try origin(of: version.id, in: address)
        }
    }

    /// All origins, sorted by catalogue and family; those that cannot be read are left out.
    package func all() throws(FontError) -> [DownloadOrigin] {
        var origins: [DownloadOrigin] = []
        for catalog in ((try? folderEntries(folder)) ?? []).sorted() {
            for name in ((try? folderEntries("\(folder)/\(catalog)")) ?? []).sorted() where name.hasSuffix(".json") {
                guard !name.hasPrefix("."), let origin = try read("\(folder)/\(catalog)/\(name)") else { continue }
                origins.append(origin)
            }
        }
        return origins
    }

    /// The identifiers to which downloads belong, by the names of the folders of their catalogues.
    func owners() -> [String: String] {
        var owners: [String: String] = [:]
        for catalog in (try? folderEntries(folder)) ?? [] {
            for name in (try? folderEntries("\(folder)/\(catalog)").sorted()) ?? []
            where name.hasSuffix(".json") && !name.hasPrefix(".") && owners[catalog] == nil {
                owners[catalog] = (try? read("\(folder)/\(catalog)/\(name)"))?.catalog
            }
        }
        return owners
    }

    /// Records the origin of a family in place of an earlier one.
    package func record(_ origin: DownloadOrigin, isFlushed: Bool = true) throws(FontError) {
        guard let address = CatalogAddress(origin.address), CatalogLayout.isIdentifier(origin.id) else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(origin) else { preconditionFailure("an origin that is not JSON") }
        try PublishedFolder.create("\(folder)/\(address.folderName)", onlyForUser: true)
        try PublishedFolder.write(
            [UInt8](bytes), to: path(address, origin.id), onlyForUser: true, isFlushed: isFlushed)
    }

    /// Writes all origins to the disk, in one go for many.
    func flush() throws(FontError) {
        let descriptor = clx_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .store(.openFile, path: folder) }
        defer { close(descriptor) }
        guard clx_syncfs(descriptor) == 0 else { throw .store(.flush, path: folder) }
    }

    /// Forgets the origin of a family.
    package func remove(_ family: String, in address: CatalogAddress) {
        guard CatalogLayout.isIdentifier(family) else { return }
        unlink(path(address, family))
    }

    private func read(_ path: String) throws(FontError) -> DownloadOrigin? {
        guard let bytes = try PublishedFolder.read(path, atMost: CatalogLayout.documentLimit) else { return nil }
        return try? JSONDecoder().decode(DownloadOrigin.self, from: Data(bytes))
    }
}

package import FontFiles
package import FontModel
import Foundation
import Glibc

/// The folders with the addresses of catalogues, and those of the copies.
package struct CatalogFolders: Sendable {
    /// Where a catalogue comes from.
    package enum Origin: String, Sendable, Hashable, CaseIterable {
        /// The user added it.
        case user
        /// The administrator added it, below `/etc`.
        case administrator
        /// A package brought it.
        case package
        /// It is the distribution of this machine, whose address is on no server; see ``DistributionSource``.
        case distribution
    }

    /// A catalogue and the file with its address.
    package struct Entry: Sendable, Hashable {
        package let address: CatalogAddress
        package let origin: Origin
        package let file: String
    }

    /// The folders with address files, in the order in which they are read.
    package let folders: [(origin: Origin, path: String)]
    /// The folder of files that are being downloaded.
    package let downloads: DownloadFolder
    let origins: DownloadOrigins
    let trusted: String
    let cache: String

    /// - Parameters:
    ///   - environment: The variables by name, for `XDG_CACHE_HOME` and `HOME`.
    ///   - share: The folder `<prefix>/share` of the installed program.
    ///   - machine: The administrator's folder.
    /// - Throws: 301 if there is no folder for copies.
    package init(
        _ paths: FontPaths, environment: [String: String], share: String, machine: String = "/etc"
    ) throws(FontError) {
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let cacheHome = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map({ $0 + "/.cache" }) else {
            throw FontError(
                .registrationFailed, "There is no folder for copies of catalogues. Set XDG_CACHE_HOME or HOME.")
        }
        folders = [
            (.user, paths.configHome + "/fontd/catalogs.d"), (.administrator, machine + "/fontd/catalogs.d"),
            (.package, share + "/fontd/catalogs.d"),
        ]
        origins = DownloadOrigins(paths)
        trusted = paths.store + "/catalogs"
        cache = cacheHome + "/fontd/catalogs"
        downloads = DownloadFolder(cacheHome + "/fontd/downloads")
    }

    /// The local copy of a catalogue.
    package func copy(of address: CatalogAddress) -> CatalogCopy {
        CatalogCopy(of: address, trusted: trusted, cache: cache)
    }

    /// All catalogues in the order of the folders; one with the root of an earlier one is left out.
    ///
    /// - Throws: The first fault of ``readable()``.
    package func entries() throws(FontError) -> [Entry] {
        let (entries, faults) = readable()
        if let fault = faults.first { throw fault }
        return entries
    }

    /// The catalogues whose addresses can be read, in the order of the folders, and why others cannot.
    package func readable() -> (entries: [Entry], faults: [FontError]) {
        var entries: [Entry] = []
        var faults: [FontError] = []
        var roots: Set<String> = []
        for (origin, folder) in folders {
            do throws(FontError) {
                for name in try folderEntries(folder).sorted() where name.hasSuffix(".catalog") {
                    let file = "\(folder)/\(name)"
                    do throws(FontError) {
                        for address in try Self.addresses(in: file, of: folder)
                        where roots.insert(address.root).inserted {
                            entries.append(Entry(address: address, origin: origin, file: file))
                        }
                    } catch {
                        faults.append(Self.fault(error, of: file))
                    }
                }
            } catch {
                faults.append(Self.fault(error, of: folder))
            }
        }
        return (entries, faults)
    }

    /// The most bytes of a file with addresses.
    private static let limit = 1 << 20

    private static func addresses(in file: String, of folder: String) throws(FontError) -> [CatalogAddress] {
        let text = String(decoding: try PublishedFolder.read(file, atMost: limit) ?? [], as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).compactMap { address($0, in: folder) }
    }

    /// An error at a file or a folder with addresses, which is no font.
    private static func fault(_ error: FontError, of path: String) -> FontError {
        let text: Message =
            switch error.code {
            case .exceededResourceLimit:
                "The catalogues of this file are not used: it is larger than \(limit / 1_048_576) MiB, the limit for addresses of catalogues. Shorten or remove it."
            case .invalidFilePath:
                "This is not a file with addresses of catalogues. Remove it, or omit .catalog from its name."
            default:
                "The addresses of catalogues cannot be read there, so these catalogues are not used. Grant yourself read access."
            }
        return FontError(error.code, text, file: path, cause: error.cause)
    }

    /// Adds a catalogue for the user, whose address may have a password.
    package func add(_ address: CatalogAddress) throws(FontError) {
        try PublishedFolder.create(folders[0].path, onlyForUser: true)
        try PublishedFolder.write(Array("\(address)\n".utf8), to: userFile(address), onlyForUser: true)
    }

    /// Removes a catalogue that the user added, with its copy; see ``CatalogCopy/remove()``.
    ///
    /// - Throws: 302 for a catalogue that the user did not add; the message names the file. An error of the store if the
    ///   address cannot be removed; then the copy stays as well.
    package func remove(_ entry: Entry) throws(FontError) {
        guard entry.origin == .user else {
            throw FontError(
                .missingEntitlement,
                "The catalogue is set up for all users. An administrator can remove its address from \(entry.file).",
                file: entry.file)
        }
        let bytes = try PublishedFolder.read(entry.file, atMost: 1 << 20) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let kept = lines.filter { Self.address($0, in: folders[0].path)?.root != entry.address.root }
        if kept.isEmpty {
            guard unlink(entry.file) == 0 || errno == ENOENT else { throw .store(.removeFile, path: entry.file) }
        } else {
            try PublishedFolder.write(
                Array((kept.joined(separator: "\n") + "\n").utf8), to: entry.file, onlyForUser: true)
        }
        copy(of: entry.address).remove()
    }

    /// Removes the copies of catalogues that are not set up any more, and parts of downloads that nobody continued for 30 days.
    ///
    /// - Parameter isDryRun: Whether to return only what would be removed.
    /// - Returns: The paths of the copies, which are folders, and of the parts.
    package func sweep(isDryRun: Bool = false) throws(FontError) -> (copies: [String], parts: [String]) {
        let known = Set(try entries().map(\.address.folderName)).union(["distribution"])
        let unknown = ((try? folderEntries(cache)) ?? []).filter { !known.contains($0) }.map { "\(cache)/\($0)" }
        if !isDryRun { unknown.forEach(ChildFolders.remove) }
        let copies = isDryRun ? unknown : unknown.filter { access($0, F_OK) != 0 }
        return (copies.sorted(), downloads.sweep(isDryRun: isDryRun))
    }

    private func userFile(_ address: CatalogAddress) -> String {
        "\(folders[0].path)/\(address.folderName).catalog"
    }

    /// The address in a line; a relative `file:` path is relative to the folder of the file.
    private static func address(_ line: Substring, in folder: String) -> CatalogAddress? {
        let text = line.trimmingCharacters(in: .whitespaces)
        guard !text.hasPrefix("#"), let address = CatalogAddress(text) else { return nil }
        guard address.url.hasPrefix("file:"), !address.url.hasPrefix("file:/") else { return address }
        let base = URL(filePath: folder, directoryHint: .isDirectory)
        guard let url = URL(string: String(address.url.dropFirst("file:".count)), relativeTo: base) else { return nil }
        return CatalogAddress(url: url.absoluteURL.standardized.absoluteString, root: address.root)
    }
}

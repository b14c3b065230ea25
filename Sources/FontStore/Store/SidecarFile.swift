import FontModel
import Foundation
import Glibc

/// The facts about one object that a rebuild of the database needs beside its bytes.
struct Sidecar: Codable, Sendable, Hashable {
    /// A file of the content that stays at its path; see ``HiddenFile``.
    struct HiddenPlace: Codable, Sendable, Hashable {
        var scope: FontScope
        /// The folder and file name.
        var place: String
        var session: String?
        var since: BootMoment
    }

    /// The content hash of the object.
    var sha256: String
    /// The registrations of the object; empty if it is no longer needed, except for ``hidden`` files.
    var registrations: [RegistrationRecord]
    /// The places at which the content is shown, as folder and file name, by scope; `nil` for none.
    var places: [String: String]?
    /// The hidden files; `nil` for none.
    var hidden: [HiddenPlace]?
    /// The providers for which the user has disabled the content, independent of their registrations; `nil` for none.
    var disabledFor: [String]?
    /// The generation that last changed the content; a database with a lower one is behind.
    ///
    /// `nil` for a content that is only disabled by the user.
    var generation: Int64?

    /// Returns the valid registrations: all but those of ended login sessions.
    func registrations(in session: String?) -> [RegistrationRecord] { registrations.filter { $0.isValid(in: session) } }

    /// Whether no registration and no hidden file needs the object.
    var isUnneeded: Bool { registrations.isEmpty && (hidden ?? []).isEmpty }
}

/// The sidecars of all objects, the records of providers, the hidden fonts and the collections, as JSON with one record
/// per line.
///
/// Every operation appends the records that it changed; the last line of an object, of a provider, of the hidden fonts
/// and of the collections counts. It is one file, not one per object, because creating files is the most expensive part of a batch (on
/// ext4 a millisecond or more, if many files were deleted recently). A truncated or damaged line loses the facts of its
/// own object only.
struct SidecarFile: Sendable {
    private let path: String

    init(_ paths: FontPaths) { path = paths.sidecars }

    /// Appends lines.
    ///
    /// - Returns: Whether the file has grown so much that it should be checked for obsolete lines.
    /// - Throws: `FontError` with code `registrationFailed` (301) if they cannot be written.
    func append(
        _ sidecars: [Sidecar], _ providers: [ProviderRecord] = [], _ hidden: HiddenFonts? = nil,
        _ collections: StoredCollections? = nil
    ) throws(FontError) -> Bool {
        guard !sidecars.isEmpty || !providers.isEmpty || hidden != nil || collections != nil else { return false }
        let descriptor = openOwn(path, O_RDWR | O_APPEND)
        guard descriptor >= 0 else { throw .store(.writeFile, path: path) }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        var last = UInt8(ascii: "\n")
        if size > 0 { pread(descriptor, &last, 1, off_t(size - 1)) }
        // A partial line left by a process that died must not damage this one.
        let lines =
            (last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]) + (try Self.lines(sidecars))
            + (try Self.lines(providers)) + (try Self.lines(hidden.map { [$0] } ?? []))
            + (try Self.lines(collections.map { [$0] } ?? []))
        do throws(FontError) {
            try ByteCopy.writeAll(lines, to: descriptor, path: path)
        } catch {
            ftruncate(descriptor, off_t(size))
            throw error
        }
        return (size + lines.count) / Self.reviewEvery > size / Self.reviewEvery
    }

    /// Replaces all lines.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if they cannot be written.
    func rewrite(
        _ sidecars: [Sidecar], _ providers: [ProviderRecord] = [], _ hidden: HiddenFonts,
        _ collections: StoredCollections
    ) throws(FontError) {
        let new = path + ".new"
        let descriptor = openOwn(new, O_WRONLY | O_TRUNC)
        guard descriptor >= 0 else { throw .store(.writeFile, path: new) }
        defer { close(descriptor) }
        do throws(FontError) {
            let lines =
                try Self.lines(sidecars) + Self.lines(providers) + Self.lines(hidden == HiddenFonts() ? [] : [hidden])
                + Self.lines(collections == StoredCollections() ? [] : [collections])
            try ByteCopy.writeAll(lines, to: descriptor, path: new)
            // The new file has all facts, so it must be on the disk before it replaces the old one.
            guard fsync(descriptor) == 0, rename(new, path) == 0 else { throw .store(.writeFile, path: path) }
        } catch {
            unlink(new)
            throw error
        }
    }

    /// Returns the sidecars by content hash, without damaged lines.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the file cannot be read.
    func read() throws(FontError) -> [String: Sidecar] {
        var sidecars: [String: Sidecar] = [:]
        for var sidecar in try records(of: Sidecar.self) where StoredName.isHash(sidecar.sha256) {
            // The places become parts of paths.
            sidecar.places = sidecar.places?.filter { StoredName.isPlace($0.value) }
            sidecar.hidden = sidecar.hidden?.filter { StoredName.isPlace($0.place) }
            // A wrong digit must not use up the numbers of future operations.
            if let generation = sidecar.generation, !GenerationFile.credible.contains(generation) {
                sidecar.generation = nil
            }
            sidecars[sidecar.sha256] = sidecar
        }
        return sidecars
    }

    /// Returns the records of providers by id, without damaged lines.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the file cannot be read.
    func providers() throws(FontError) -> [String: ProviderRecord] {
        var providers: [String: ProviderRecord] = [:]
        for provider in try records(of: ProviderRecord.self) { providers[provider.provider] = provider }
        return providers
    }

    /// Returns the fonts outside of fontd's folders that the user hides.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the file cannot be read.
    func hiddenFonts() throws(FontError) -> HiddenFonts {
        try records(of: HiddenFonts.self).last { $0.isSound } ?? HiddenFonts()
    }

    /// Returns the collections that are kept.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the file cannot be read.
    func collections() throws(FontError) -> StoredCollections {
        try records(of: StoredCollections.self).last { $0.isSound } ?? StoredCollections()
    }

    /// Returns the records of one type, in order.
    ///
    /// Sidecars and other lines are separated before they are decoded, as a failed attempt takes several times as long as
    /// a success. Lines are decoded one by one only if one of them is damaged or of another type.
    private func records<Record: Decodable>(of kind: Record.Type) throws(FontError) -> [Record] {
        // Quotation marks within texts are escaped, so that only the key of a sidecar matches.
        let key = Array("\"sha256\":".utf8)
        let areSidecars = kind == Sidecar.self
        let lines = (try fileContents(path) ?? []).split(separator: UInt8(ascii: "\n")).filter { line in
            line.withUnsafeBytes { Self.has(key, $0) } == areSidecars
        }
        let decoder = JSONDecoder()
        let all = Data("[".utf8) + Data(lines.joined(separator: [UInt8(ascii: ",")])) + Data("]".utf8)
        if let records = try? decoder.decode([Record].self, from: all), records.count == lines.count { return records }
        return lines.compactMap { try? decoder.decode(kind, from: Data($0)) }
    }

    /// Whether bytes contain a key; Foundation's search takes a tenth of a self-check.
    private static func has(_ key: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= key.count else { return false }
        return (0...bytes.count - key.count).contains { place in
            bytes[place] == key[0] && bytes[place..<place + key.count].elementsEqual(key)
        }
    }

    /// The number of appended bytes after which the file is checked for obsolete lines.
    private static let reviewEvery = 1 << 20

    private static func lines(_ records: [some Encodable]) throws(FontError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines: [UInt8] = []
        for record in records {
            guard let json = try? encoder.encode(record) else {
                throw FontError(
                    .registrationFailed, "The metadata required to rebuild the database could not be written.",
                    cause: .store(.unavailable, detail: "JSON encoding"))
            }
            lines += json
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}

extension FontPaths {
    /// The path of the sidecar file.
    var sidecars: String { store + "/sidecars.jsonl" }
}

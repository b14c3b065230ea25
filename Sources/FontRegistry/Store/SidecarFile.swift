import CLinux
import FontModel
import Foundation
import Glibc

/// What a rebuild needs to know of one object beside its bytes.
struct Sidecar: Codable, Sendable, Hashable {
    /// One registration of the object.
    struct Entry: Codable, Sendable, Hashable {
        var id: String
        var scope: FontScope
        var provider: String
        var isEnabled: Bool
        var tag: String?
        var file: String
        var registeredAt: Double
        /// Of which login session, in session scope.
        var session: String?
    }

    /// Of which object: the content hash.
    var sha256: String
    /// None when the object is no longer needed.
    var registrations: [Entry]
    /// The providers for which the user has disabled it, which outlives their registrations; nil for none.
    var disabledFor: [String]?
    /// The operation that changed the content last: a database that has an older one is behind.
    ///
    /// Nil in lines of an older version, and of a content that is only disabled.
    var generation: Int64?

    private enum CodingKeys: String, CodingKey {
        case sha256, registrations, generation
        case disabledFor = "held"
    }

    /// Whether a line says the same; one of an older version does not say when.
    func isSaid(by line: Sidecar?) -> Bool {
        guard var line else { return false }
        line.generation = line.generation ?? generation
        return line == self
    }
}

/// The sidecars of all objects, and what is known of providers: JSON, one line each, to which every operation adds those
/// that it changed.
///
/// The last line of an object or provider counts. One file and not one per object, because making a file is what costs most in a
/// batch (on ext4 up to a millisecond and more, where many were deleted lately). A line that is cut short or damaged costs
/// its own object's facts, nothing else.
struct SidecarFile: Sendable {
    private let path: String

    init(_ paths: FontPaths) { path = paths.sidecars }

    /// Adds lines.
    ///
    /// - Returns: Whether so much has come together that the file should be written anew.
    /// - Throws: 301 if they cannot be written.
    func append(_ sidecars: [Sidecar], _ providers: [ProviderRecord] = []) throws(FontError) -> Bool {
        guard !sidecars.isEmpty || !providers.isEmpty else { return false }
        let descriptor = openOwn(path, O_RDWR | O_APPEND)
        guard descriptor >= 0 else { throw .store("write sidecars", path: path) }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        var last = UInt8(ascii: "\n")
        if size > 0 { pread(descriptor, &last, 1, off_t(size - 1)) }
        // What a process that died left of a line must not take this one with it.
        let lines =
            (last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]) + (try Self.lines(sidecars))
            + (try Self.lines(providers))
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
    /// - Throws: 301 if they cannot be written.
    func rewrite(_ sidecars: [Sidecar], _ providers: [ProviderRecord] = []) throws(FontError) {
        let new = path + ".new"
        let descriptor = openOwn(new, O_WRONLY | O_TRUNC)
        guard descriptor >= 0 else { throw .store("write sidecars", path: new) }
        defer { close(descriptor) }
        do throws(FontError) {
            try ByteCopy.writeAll(try Self.lines(sidecars) + Self.lines(providers), to: descriptor, path: new)
            // All facts are in it: it must not take the old file's place before it is on the disk.
            guard fsync(descriptor) == 0, rename(new, path) == 0 else { throw .store("write sidecars", path: path) }
        } catch {
            unlink(new)
            throw error
        }
    }

    /// The sidecars by content hash; lines that are damaged are left out.
    ///
    /// - Throws: 301 if the file cannot be read.
    func read() throws(FontError) -> [String: Sidecar] {
        var sidecars: [String: Sidecar] = [:]
        for var sidecar in try records(of: Sidecar.self) where StoredName.isHash(sidecar.sha256) {
            // A wrong digit must not use up the numbers of all operations to come.
            if let generation = sidecar.generation, !GenerationFile.credible.contains(generation) {
                sidecar.generation = nil
            }
            sidecars[sidecar.sha256] = sidecar
        }
        return sidecars
    }

    /// What is known of providers, by id; lines that are damaged are left out.
    ///
    /// - Throws: 301 if the file cannot be read.
    func providers() throws(FontError) -> [String: ProviderRecord] {
        var providers: [String: ProviderRecord] = [:]
        for provider in try records(of: ProviderRecord.self) { providers[provider.provider] = provider }
        return providers
    }

    /// The lines of one kind, in order.
    private func records<Record: Decodable>(of kind: Record.Type) throws(FontError) -> [Record] {
        let decoder = JSONDecoder()
        return (try fileContents(path) ?? []).split(separator: UInt8(ascii: "\n")).compactMap {
            try? decoder.decode(kind, from: Data($0))
        }
    }

    /// After how many bytes somebody looks whether most of them are of no use any more.
    private static let reviewEvery = 1 << 20

    private static func lines(_ records: [some Encodable]) throws(FontError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines: [UInt8] = []
        for record in records {
            guard let json = try? encoder.encode(record) else {
                throw FontError(
                    .registrationFailed, "What a rebuild needs to know could not be written down.",
                    cause: .store(.unavailable, detail: "JSON encoding"))
            }
            lines += json
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}

extension FontPaths {
    /// What a rebuild of the database needs beside the objects.
    var sidecars: String { store + "/sidecars.jsonl" }
}

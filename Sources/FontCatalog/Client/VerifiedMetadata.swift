import FontModel
import Synchronization
import TUF

/// The metadata of a complete refresh, verified, with the documents that were verified by it.
///
/// Other metadata have another object, whatever their versions: a document for which earlier keys vouched is not taken for
/// one of theirs.
final class VerifiedMetadata: Sendable {
    /// The work that reads a document.
    typealias Reading = Task<Result<SignedFamily, FontError>, Never>

    private struct Kept {
        /// The copies of hash bins; nil before the first family.
        var bins: [String: [UInt8]]?
        /// The documents of families, by their identifiers.
        var families: [String: SignedFamily] = [:]
        /// The documents of families that nobody has asked for yet.
        var readings: [String: Reading] = [:]
    }

    /// The most families that are kept.
    private static let capacity = 256

    /// The metadata by file name.
    let files: [String: [UInt8]]
    let trusted: TrustedMetadata
    private let kept = Mutex(Kept())

    /// Verifies metadata; nil if they have no root.
    init?(_ files: [String: [UInt8]]) throws {
        guard let root = files["root.json"] else { return nil }
        var update = try MetadataUpdate(root: root, now: Timestamp(seconds: 0))
        while let request = update.next {
            // No root follows the stored one.
            let name = request.isOptional ? nil : files.keys.first { request.fileName.hasSuffix($0) }
            _ = try update.supply(name.flatMap { files[$0] })
        }
        (self.files, trusted) = (files, update.trusted)
    }

    /// The copies of hash bins, which are read once: others that need them wait.
    func bins(of copy: CatalogCopy) throws(FontError) -> [String: [UInt8]] {
        try kept.withLock { kept throws(FontError) in
            if let known = kept.bins { return known }
            let bins = try copy.bins()
            kept.bins = bins
            return bins
        }
    }

    /// Keeps a document that was verified by this metadata.
    func keep(_ family: SignedFamily, of id: String) {
        kept.withLock { kept in
            if kept.families.count == Self.capacity { kept.families = [:] }
            kept.families[id] = family
            kept.readings[id] = nil
        }
    }

    /// Begins to read a document; nil if it is known or being read.
    func beginReading(_ id: String, _ begin: () -> Reading) -> Reading? {
        kept.withLock { kept in
            guard kept.families[id] == nil, kept.readings[id] == nil else { return nil }
            let reading = begin()
            kept.readings[id] = reading
            return reading
        }
    }

    /// The document of a family if it was read, else the work that reads it, whose result is for one that needs it.
    func take(_ id: String) -> (known: SignedFamily?, reading: Reading?) {
        kept.withLock { kept in
            let reading = kept.readings.removeValue(forKey: id)
            return (kept.families[id], reading?.isCancelled == false ? reading : nil)
        }
    }
}

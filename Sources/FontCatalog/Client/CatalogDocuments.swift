import FontFiles
import FontModel
import Foundation
import Synchronization
package import TUF

/// The verified document of a family.
package struct SignedFamily: Sendable {
    package let document: FamilyDocument
    /// The SHA-256 of the document's bytes.
    package let sha256: String

    package init(_ document: FamilyDocument, sha256: String) {
        self.document = document
        self.sha256 = sha256
    }
}

/// The documents of a catalogue, each verified by its signed target and kept as a copy.
///
/// Metadata is that of the last complete refresh: it was accepted then, so its expiry does not matter here.
package struct CatalogDocuments {
    let copy: CatalogCopy
    let transport: any CatalogTransport
    private let read: Read

    /// What was read, for further documents while the stored metadata stays the same.
    final class Read: Sendable {
        fileprivate struct Value: Sendable {
            let metadata: [String: [UInt8]]
            let trusted: TrustedMetadata
            /// The copies of hash bins; nil before the first family.
            var bins: [String: [UInt8]]?
            /// The verified documents of families, by their identifiers.
            var families: [String: SignedFamily] = [:]
        }

        /// The most families that are kept.
        fileprivate static let capacity = 256

        fileprivate let value = Mutex<Value?>(nil)
        private let index = Mutex<(stamp: Fingerprint, index: CatalogIndex)?>(nil)

        /// The index of the families, which is read again after a refresh.
        func index(of copy: CatalogCopy) throws(FontError) -> CatalogIndex? {
            let stamp = copy.indexStamp
            if let stamp, let known = index.withLock({ $0 }), known.stamp == stamp { return known.index }
            guard let read = try copy.index() else { return nil }
            if let stamp { index.withLock { $0 = (stamp, read) } }
            return read
        }
    }

    package init(of copy: CatalogCopy, over transport: any CatalogTransport) {
        self.init(of: copy, over: transport, sharing: Read())
    }

    /// - Parameter read: What others read of the same copy, whose metadata is not verified again.
    init(of copy: CatalogCopy, over transport: any CatalogTransport, sharing read: Read) {
        self.copy = copy
        self.transport = transport
        self.read = read
    }

    /// What the catalogue says of itself; nil before the first refresh.
    package func catalog() async throws(FontError) -> CatalogDocument? {
        try await explained {
            guard let trusted = try trusted() else { return nil }
            guard let target = trusted.topTargets?.target(CatalogLayout.catalog) else {
                throw TrustError.unknownTarget(path: CatalogLayout.catalog)
            }
            let document: CatalogDocument = try await self.document(of: target)
            guard CatalogLayout.isIdentifier(document.id) else {
                throw TrustError.malformed(name: target.path, reason: "Its id has another form")
            }
            return document.cleaned
        }
    }

    /// All that the catalogue says of a family; nil before the first refresh.
    package func family(_ id: String) async throws(FontError) -> FamilyDocument? {
        try await signedFamily(id)?.document
    }

    /// All that the catalogue says of a family, with the hash of the document; nil before the first refresh.
    package func signedFamily(_ id: String) async throws(FontError) -> SignedFamily? {
        try await explained {
            guard let trusted = try trusted() else { return nil }
            if let known = read.value.withLock({ $0?.families[id] }) { return known }
            let path = CatalogLayout.family(id)
            guard let bin = trusted.hashBins?.name(for: path) else { throw TrustError.unknownTarget(path: path) }
            let request = try trusted.file(of: bin)
            var bytes = try bins()[request.fileName]
            if bytes == nil {
                bytes = try await transport.fetch(CatalogLayout.metadata + request.fileName, atMost: request.limit)
            }
            guard let bytes else { throw TrustError.missing(name: request.fileName) }
            let targets = try CatalogRefresh.bin(bytes, named: bin, trusted)
            guard let target = targets.target(path) else { throw TrustError.unknownTarget(path: path) }
            guard let sha256 = target.hashes["sha256"] else {
                throw TrustError.malformed(name: path, reason: "It has no SHA-256")
            }
            let family = try await document(of: target) as FamilyDocument
            // Downloads are recorded by the identifier.
            guard family.id == id else {
                throw TrustError.malformed(name: path, reason: "It is the document of another family")
            }
            let signed = SignedFamily(family.cleaned, sha256: sha256)
            read.value.withLock { value in
                // Another one may have been read of newer metadata.
                guard value?.trusted.snapshotVersion == trusted.snapshotVersion else { return }
                if value?.families.count == Read.capacity { value?.families = [:] }
                value?.families[id] = signed
            }
            return signed
        }
    }

    /// When the first document of the trusted metadata expires; nil before the first refresh.
    package func expires() async throws(FontError) -> Timestamp? {
        try await explained { try trusted()?.expires }
    }

    /// The metadata of the last refresh, verified again; nil before the first one.
    private func trusted() throws -> TrustedMetadata? {
        guard let files = try copy.complete(), let root = files["root.json"] else { return nil }
        if let known = read.value.withLock({ $0 }), known.metadata == files { return known.trusted }
        var update = try MetadataUpdate(root: root, now: Timestamp(seconds: 0))
        while let request = update.next {
            // No root follows the stored one.
            let name = request.isOptional ? nil : files.keys.first { request.fileName.hasSuffix($0) }
            _ = try update.supply(name.flatMap { files[$0] })
        }
        let value = Read.Value(metadata: files, trusted: update.trusted)
        read.value.withLock { $0 = value }
        return update.trusted
    }

    /// The copies of hash bins.
    private func bins() throws -> [String: [UInt8]] {
        if let known = read.value.withLock({ $0?.bins }) { return known }
        let bins = try copy.bins()
        read.value.withLock { $0?.bins = bins }
        return bins
    }

    private func document<Document: Decodable>(of target: Target) async throws -> Document {
        let name = CatalogLayout.targets + target.fileName(isConsistent: true)
        if let bytes = try copy.cached(name), (try? target.verify(bytes)) != nil {
            return try decoded(bytes, of: target)
        }
        let limit = min(Int(clamping: target.length), CatalogLayout.documentLimit)
        guard let bytes = try await transport.fetch(name, atMost: limit) else {
            throw TrustError.missing(name: target.path)
        }
        try target.verify(bytes)
        let document: Document = try decoded(bytes, of: target)
        // A full disk hinders nobody from reading.
        try? copy.keep(bytes, as: name)
        return document
    }

    private func decoded<Document: Decodable>(_ bytes: [UInt8], of target: Target) throws -> Document {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
            throw TrustError.malformed(name: target.path, reason: "It has another form")
        }
        return document
    }

    func explained<Value>(_ body: () async throws -> Value) async throws(FontError) -> Value {
        do {
            return try await body()
        } catch let error as TrustError {
            throw error.fontError(about: copy.address.shown)
        } catch let error as FontError {
            throw error
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

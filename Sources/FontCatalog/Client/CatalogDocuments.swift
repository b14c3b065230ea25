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
        private struct Verified {
            /// The state of the file from which the metadata were read.
            var stamp: Fingerprint?
            let metadata: VerifiedMetadata
        }

        private let verified = Mutex<Verified?>(nil)
        private let index = Mutex<(stamp: Fingerprint, index: CatalogIndex)?>(nil)

        /// The metadata of the last complete refresh, verified once while they are the same.
        func metadata(of copy: CatalogCopy) throws -> VerifiedMetadata? {
            // Taken before the file is read, so that a newer one is read again.
            let stamp = copy.completeStamp
            if let stamp, let known = verified.withLock({ $0 }), known.stamp == stamp { return known.metadata }
            guard let files = try copy.complete() else { return nil }
            if let known = verified.withLock({ $0 }), known.metadata.files == files {
                verified.withLock { $0 = Verified(stamp: stamp, metadata: known.metadata) }
                return known.metadata
            }
            guard let new = try VerifiedMetadata(files) else { return nil }
            return verified.withLock { verified in
                // Another task may have verified them meanwhile.
                if let known = verified?.metadata, known.files == files { return known }
                verified = Verified(stamp: stamp, metadata: new)
                return new
            }
        }

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

    /// - Parameter read: The contents of the same copy that are in memory already, so that its metadata is not verified again.
    init(of copy: CatalogCopy, over transport: any CatalogTransport, sharing read: Read) {
        self.copy = copy
        self.transport = transport
        self.read = read
    }

    /// What the catalogue says of itself; nil before the first refresh.
    package func catalog() async throws(FontError) -> CatalogDocument? {
        try await explained {
            guard let verified = try verified() else { return nil }
            guard let target = verified.trusted.topTargets?.target(CatalogLayout.catalog) else {
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
            guard let verified = try verified() else { return nil }
            let (known, reading) = verified.take(id)
            if let known { return known }
            guard let reading else { return try await read(id, by: verified) }
            return try await withTaskCancellationHandler {
                try await reading.value.get()
            } onCancel: {
                reading.cancel()
            }
        }
    }

    /// Begins to read the document of a family.
    ///
    /// The next ``signedFamily(_:)`` of the family has the result, also the error, so that nothing is fetched twice.
    /// - Returns: The work, to end it; nil if there is none, since the document is known or being read.
    func readAhead(_ id: String) -> VerifiedMetadata.Reading? {
        guard let verified = try? verified() else { return nil }
        return verified.beginReading(id) {
            Task(executorPreference: TaskExecution.executor) {
                await Result { () async throws(FontError) in
                    try await explained { try await read(id, by: verified) }
                }
            }
        }
    }

    /// Reads the document of a family by the metadata alone that vouch for it.
    private func read(_ id: String, by verified: VerifiedMetadata) async throws -> SignedFamily {
        let trusted = verified.trusted
        let path = CatalogLayout.family(id)
        guard let bin = trusted.hashBins?.name(for: path) else { throw TrustError.unknownTarget(path: path) }
        let request = try trusted.file(of: bin)
        var bytes = try verified.bins(of: copy)[request.fileName]
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
        verified.keep(signed, of: id)
        return signed
    }

    /// When the first document of the trusted metadata expires; nil before the first refresh.
    package func expires() async throws(FontError) -> Timestamp? {
        try await explained { try verified()?.trusted.expires }
    }

    /// The metadata of the last refresh, verified again; nil before the first one.
    private func verified() throws -> VerifiedMetadata? { try read.metadata(of: copy) }

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

import FontLookup
package import FontModel
import TUF

/// What catalogues offer for names.
package struct CatalogOffers: Sendable {
    /// A family of a catalogue that has a name.
    package struct Offer: Sendable {
        package let source: DownloadSource
        package let family: SignedFamily
        /// The part of the family that is downloaded.
        package let selection: DownloadSelection

        /// The key by which offers of one document are one download.
        var key: String { "\(source.address.folderName)/\(family.document.id)" }
    }

    /// The answer for a name.
    package enum Answer: Sendable {
        case offered(Offer)
        /// Nothing is offered.
        case unavailable(FontMatchingEvent.Unavailable)
        /// A catalogue that may have the name cannot be read.
        case failed(FontError)
    }

    /// A catalogue with its copy.
    struct Catalog: Sendable {
        let entry: CatalogFolders.Entry
        let copy: CatalogCopy
        let documents: CatalogDocuments
        let index: CatalogIndex?
        let id: String
        /// Why nothing is known of the catalogue.
        let failure: FontError?
    }

    let catalogs: [Catalog]
    /// What hindered refreshes whose catalogues have an earlier copy.
    package private(set) var warnings: [FontError] = []

    /// Reads the catalogues, after a refresh of those that are due.
    ///
    /// - Parameter willQuery: Called once before a server is asked for newer catalogues.
    init(
        _ folders: CatalogFolders, _ network: CatalogNetwork, at now: Timestamp, refreshesDue: Bool = true,
        willQuery: () -> Void = {}
    ) async throws(FontError) {
        var catalogs: [Catalog] = []
        var hasQueried = false
        for entry in try folders.entries() {
            let copy = folders.copy(of: entry.address)
            var failure: FontError?
            do throws(FontError) {
                let transport = try network.metadata(entry.address)
                if refreshesDue, RefreshSchedule.isDue(entry.address, refreshed: copy.refreshedAt, at: now) {
                    if !entry.address.isFolder, !hasQueried {
                        hasQueried = true
                        willQuery()
                    }
                    do throws(FontError) {
                        _ = try await CatalogRefresh(of: copy, over: transport, now: now).run()
                    } catch {
                        failure = error
                    }
                }
                let documents = CatalogDocuments(of: copy, over: transport)
                let index = try copy.index()
                if index != nil, let error = failure {
                    warnings.append(error)
                    failure = nil
                }
                // The name is for people; without the document, the catalogue is still useful.
                let id = index == nil ? nil : try? await documents.catalog()?.id
                catalogs.append(
                    Catalog(
                        entry: entry, copy: copy, documents: documents, index: index,
                        id: id ?? entry.address.folderName, failure: failure))
            } catch {
                warnings.append(error)
            }
        }
        self.catalogs = catalogs
    }

    /// Finds a name in the catalogues, in their order.
    ///
    /// A family that is not offered any more yields to one of a later catalogue.
    func find(_ name: String, style: String?) async -> Answer {
        var unavailable = FontMatchingEvent.Unavailable(name: name)
        var failure: FontError?
        for catalog in catalogs {
            guard let index = catalog.index else {
                failure = failure ?? catalog.failure
                continue
            }
            for candidate in CatalogNames.candidates(for: name, in: index) {
                do throws(FontError) {
                    guard let family = try await catalog.documents.signedFamily(candidate.id),
                        let match = CatalogNames.match(name, in: family.document)
                    else { continue }
                    if let status = family.document.status ?? candidate.summary.status {
                        guard unavailable.status == nil else { continue }
                        unavailable.status = status
                        unavailable.replacement = status.replacedBy.flatMap { Self.name(of: $0, in: index) }
                        continue
                    }
                    return .offered(
                        Offer(
                            source: DownloadSource(id: catalog.id, address: catalog.entry.address), family: family,
                            selection: match.selection(for: name, style: style)))
                } catch {
                    failure = failure ?? error
                }
            }
        }
        if unavailable.status == nil, let failure { return .failed(failure.of(name)) }
        return .unavailable(unavailable)
    }

    private static func name(of id: String, in index: CatalogIndex) -> String? {
        index.families { known, _ in known == id }.first?.summary.family
    }
}

extension CatalogNames.Match {
    /// The part of the family that a name means: its preferred files, and that of the face if it is not among them.
    ///
    /// So a download brings the siblings of the face.
    func selection(for name: String, style: String?) -> DownloadSelection {
        guard kind?.wantsRegular == false, let first = document.sets.first else {
            return DownloadSelection(style: style)
        }
        let preferred = document.files.filter { first.files.contains($0.sha256) }.flatMap(\.faces).map(\.face)
        if LookupName.kind(of: preferred, for: name) != nil { return DownloadSelection(style: style) }
        return DownloadSelection(names: faces.map(\.postscriptName), style: style)
    }
}

package import FontModel
import FontTransfer
import TUF

/// What the sources of families offer for names.
package struct CatalogOffers: Sendable {
    /// The answer for a name.
    package enum Answer: Sendable {
        case offered(FamilyOffer)
        /// Nothing is offered.
        case unavailable(FontMatchingEvent.Unavailable)
        /// A source that may have the name cannot be read.
        case failed(FontError)
    }

    /// The signed catalogues, and the distribution after them.
    let sources: [any FamilySource]
    /// What hindered refreshes whose catalogues have an earlier copy, and addresses that cannot be read.
    package private(set) var warnings: [FontError] = []

    /// Reads the catalogues, after a refresh of those that are due.
    ///
    /// - Parameter willQuery: Called once before a server is asked for newer catalogues.
    init(_ access: FontCatalogs, willQuery: () -> Void = {}) async throws(FontError) {
        let (distribution, now) = (access.distribution(), access.environment.now())
        var hasQueried = false
        let catalogs = try await access.folders.catalogs(
            over: access.network.files, at: now, besides: distribution?.id
        ) { entry, copy in
            guard access.environment.refreshes || entry.address.isFolder else { return false }
            // A cache that was emptied is filled again.
            guard !copy.hasIndex || RefreshSchedule.isDue(entry.address, refreshed: copy.refreshedAt, at: now) else {
                return false
            }
            guard !entry.address.isFolder else { return true }
            access.network.files.prepare(for: [entry.address.url])
            if !hasQueried {
                hasQueried = true
                willQuery()
            }
            return true
        }
        warnings = access.folders.readable().faults
        for catalog in catalogs {
            if let failure = catalog.failure, (try? await catalog.index()) != nil { warnings.append(failure) }
        }
        sources = catalogs + (access.environment.offersPackages ? distribution.map { [$0] } ?? [] : [])
    }

    /// The source of a download; nil if it was removed.
    func source(of origin: DownloadOrigin) -> (any FamilySource)? {
        let root = CatalogAddress(origin.address)?.root
        return sources.first { $0.address.root == root }
    }

    /// Finds a name in the sources, in their order.
    ///
    /// A family that is not offered any more yields to one of a later source.
    ///
    /// - Parameter candidates: The families that may have the name, as far as they are known.
    func find(_ name: String, style: String?, among candidates: Candidates = Candidates()) async -> Answer {
        var unavailable = FontMatchingEvent.Unavailable(name: name)
        var failure: FontError?
        for (place, source) in sources.enumerated() {
            do throws(FontError) {
                guard let index = try await source.index() else {
                    failure = failure ?? source.failure
                    continue
                }
                let known = candidates.families(for: name, at: place, in: index)
                for candidate in known ?? CatalogNames.candidates(for: name, in: index) {
                    do throws(FontError) {
                        switch try await source.answer(candidate, to: name, style: style) {
                        case .offered(let offer): return .offered(offer)
                        case .gone(let status) where unavailable.status == nil:
                            unavailable.status = status
                            unavailable.replacement = index.replacement(status)
                        case .gone, nil: break
                        }
                    } catch {
                        failure = failure ?? error
                    }
                }
            } catch {
                failure = failure ?? error
            }
        }
        if unavailable.status == nil, let failure { return .failed(failure.of(name)) }
        return .unavailable(unavailable)
    }
}

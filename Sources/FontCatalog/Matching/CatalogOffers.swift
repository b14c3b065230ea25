package import FontModel
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
    /// What hindered refreshes whose catalogues have an earlier copy.
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
            if !entry.address.isFolder, !hasQueried {
                hasQueried = true
                willQuery()
            }
            return true
        }
        for catalog in catalogs {
            if let failure = catalog.failure, (try? catalog.copy.index()) != nil { warnings.append(failure) }
        }
        sources = catalogs + (access.environment.offersPackages ? distribution.map { [$0] } ?? [] : [])
    }

    /// The source of a download; nil if it was removed.
    func source(of origin: DownloadOrigin) -> (any FamilySource)? {
        let root = CatalogAddress(origin.address)?.root
        return sources.first { $0.address.root == root }
    }

    /// The most names that are looked for at the same time, each of which may need a document of a server.
    private static let namesAtOnce = 6

    /// Finds names in the sources, several at once.
    func find(_ names: [String], style: String?) async -> [String: Answer] {
        await withTaskGroup(of: (name: String, answer: Answer).self) { group in
            var answers: [String: Answer] = [:]
            for (place, name) in Set(names).sorted().enumerated() {
                if place >= Self.namesAtOnce, let (found, answer) = await group.next() { answers[found] = answer }
                group.addTask { (name, await find(name, style: style)) }
            }
            for await (found, answer) in group { answers[found] = answer }
            return answers
        }
    }

    /// Finds a name in the sources, in their order.
    ///
    /// A family that is not offered any more yields to one of a later source.
    func find(_ name: String, style: String?) async -> Answer {
        var unavailable = FontMatchingEvent.Unavailable(name: name)
        var failure: FontError?
        for source in sources {
            do throws(FontError) {
                guard let index = try await source.index() else {
                    failure = failure ?? source.failure
                    continue
                }
                for candidate in CatalogNames.candidates(for: name, in: index) {
                    do throws(FontError) {
                        switch try await source.answer(candidate, to: name, style: style) {
                        case .offered(let offer): return .offered(offer)
                        case .gone(let status) where unavailable.status == nil:
                            unavailable.status = status
                            unavailable.replacement = status.replacedBy.flatMap(index.name(of:))
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

import FontCatalog
package import FontModel
import FontRegistry
import Foundation

/// The catalogues that are set up, which the user adds, removes and refreshes.
package protocol CatalogSetup: Sendable {
    /// Returns the catalogues, also those of all users and the distribution.
    func setups() async throws(FontError) -> [CatalogSetupRow]

    /// Returns the catalogue at an address that the user typed, or in a folder.
    func find(_ typed: String) async throws(FontError) -> FoundCatalog

    /// Adds a catalogue.
    func add(_ catalog: FoundCatalog) async throws(FontError)

    /// Removes a catalogue that the user added; its fonts stay.
    func remove(_ id: String) async throws(FontError)

    /// Fetches the newest versions.
    ///
    /// - Parameter id: The catalogue; nil for all.
    /// - Returns: What hindered it.
    func refresh(_ id: String?) async throws(FontError) -> [FontError]
}

/// A catalogue that is set up.
package struct CatalogSetupRow: Sendable, Hashable, Identifiable {
    package var id: String
    package var title: String
    /// Its address, the number of families, and when it was refreshed.
    package var subtitle: String
    /// Why the last refresh failed.
    package var failure: ErrorText?
    /// Whether the user added it; others are set up for all users.
    package var canRemove: Bool
    /// Whether it is fetched from a server or a folder; the distribution's package manager refreshes the distribution.
    package var canRefresh: Bool

    init(
        id: String, title: String, address: String?, families: Int?, refreshed: Date?, failure: FontError? = nil,
        canRemove: Bool, canRefresh: Bool
    ) {
        self.id = id
        self.title = title
        let facts = [
            address, families.map { trn("{count} family", "{count} families", $0) },
            refreshed.map { tr("refreshed {date}").filled(["date": NumberText.date($0)]) } ?? tr("never refreshed"),
        ]
        subtitle = facts.compactMap(\.self).joined(separator: " · ")
        self.failure = failure.map(ErrorText.init)
        self.canRemove = canRemove
        self.canRefresh = canRefresh
    }
}

/// A catalogue at an address, before it is added.
package struct FoundCatalog: Sendable, Hashable {
    let address: CatalogAddress
    /// Whether the address had the hash of the root, which the publisher states; otherwise the user is asked.
    package let isConfirmed: Bool

    /// The question whether the user trusts it.
    package var question: (title: String, body: String) {
        (
            tr("Trust This Catalogue?"),
            tr(
                "Fonts from {address} are accepted if they have its signature. Compare this fingerprint with the one that its publisher states: {hash}"
            ).filled(["address": DisplayText.clean(address.shown), "hash": address.root])
        )
    }
}

extension ManagerCatalogs: CatalogSetup {
    package func setups() async throws(FontError) -> [CatalogSetupRow] {
        var rows: [CatalogSetupRow] = []
        for source in try await catalogs.sources(isRefreshing: false) {
            let families = (try? await source.index())?.count
            func date(_ seconds: Int64?) -> Date? { seconds.map { Date(timeIntervalSince1970: Double($0)) } }
            if let known = source as? KnownCatalog {
                let title = known.document.map { FamilyNames.name($0.name, among: $0.names, for: locale) }
                rows.append(
                    CatalogSetupRow(
                        id: known.id, title: title ?? known.id, address: DisplayText.clean(known.address.shown),
                        families: families, refreshed: date(known.copy.refreshedAt), failure: known.failure,
                        canRemove: known.origin == .user, canRefresh: true))
            } else {
                let distribution = source as? DistributionSource
                rows.append(
                    CatalogSetupRow(
                        id: source.id, title: distribution?.name ?? source.id, address: nil, families: families,
                        refreshed: date(distribution?.refreshedAt), canRemove: false, canRefresh: false))
            }
        }
        return rows
    }

    package func find(_ typed: String) async throws(FontError) -> FoundCatalog {
        var text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        let hash = text.firstRange(of: "#").map { String(text[$0.lowerBound...]) } ?? ""
        let place = String(text.dropLast(hash.count))
        if place.hasPrefix("/") {
            text = URL(filePath: place, directoryHint: .isDirectory).absoluteString + hash
        } else if !place.contains(":"), !place.isEmpty {
            text = "https://" + text
        }
        if let address = CatalogAddress(text), KnownCatalog.isUsable(address) {
            return FoundCatalog(address: address, isConfirmed: true)
        }
        guard hash.isEmpty, KnownCatalog.isUsable(CatalogAddress(url: text, root: "")) else {
            throw FontError(
                .insufficientInfo,
                Message(
                    verbatim: tr(
                        "This is not the address of a catalogue. It begins with https:// and may end with #sha256= and a hash."
                    )))
        }
        return FoundCatalog(address: try await catalogs.unconfirmedAddress(text), isConfirmed: false)
    }

    package func add(_ catalog: FoundCatalog) async throws(FontError) { _ = try await catalogs.add(catalog.address) }

    package func remove(_ id: String) async throws(FontError) {
        for catalog in try await known(id) { try catalogs.remove(catalog) }
    }

    package func refresh(_ id: String?) async throws(FontError) -> [FontError] {
        var failures: [FontError] = []
        for catalog in try await known(id) {
            do throws(FontError) { try await catalogs.refresh(catalog) } catch { failures.append(error) }
        }
        return failures
    }

    private func known(_ id: String?) async throws(FontError) -> [KnownCatalog] {
        try await catalogs.sources(isRefreshing: false).compactMap { $0 as? KnownCatalog }
            .filter { id == nil || $0.id == id }
    }
}

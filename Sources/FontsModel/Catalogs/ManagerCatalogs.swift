package import FontCatalog
package import FontModel
import FontRegistry
package import Foundation

/// The catalogues of the user.
package struct ManagerCatalogs: CatalogLibrary {
    let catalogs: FontCatalogs
    let locale: Locale

    package init(_ catalogs: FontCatalogs, locale: Locale) {
        self.catalogs = catalogs
        self.locale = locale
    }

    package func families(isRefreshing: Bool) async throws(FontError) -> CatalogListing {
        var listing = CatalogListing()
        for source in try await catalogs.sources(isRefreshing: isRefreshing) {
            let index = try? await source.index()
            listing.rows += (index?.families { _, _ in true } ?? [])
                .map { CatalogRow(catalog: source.id, $0, locale: locale) }
            let title = title(of: source) ?? source.id
            listing.catalogs.append(
                CatalogListing.Catalog(id: source.id, title: title, failure: source.failure, isKnown: index != nil))
        }
        let comparator = FamilyNameComparator(locale: locale)
        listing.rows.sort { comparator.compare($0.title, $1.title) == .orderedAscending }
        return listing
    }

    /// Returns the name of a catalogue in the user's language; nil before it was first fetched.
    private func title(of source: any FamilySource) -> String? {
        let document = (source as? KnownCatalog)?.document
        return document.map { FamilyNames.name($0.name, among: $0.names, for: locale) }
    }

    /// Returns the names of catalogues by the ids under which they provide fonts (`ProviderID.catalog`); there is no request.
    package func providerNames() async throws(FontError) -> [String: String] {
        let sources = try await catalogs.sources(isRefreshing: false)
        let names = sources.compactMap { source in
            title(of: source).map { (ProviderID.catalog(source.id), DisplayText.clean($0)) }
        }
        return Dictionary(names, uniquingKeysWith: { first, _ in first })
    }

    package func page(of row: CatalogRow) async throws(FontError) -> CatalogFamilyPage? {
        let sources = try await catalogs.sources(isRefreshing: false)
        guard let source = sources.first(where: { $0.id == row.catalog }),
            let document = try await source.family(row.familyID)
        else { return nil }
        var page = CatalogFamilyPage(title: row.title, license: document.license.spdx)
        page.description = FamilyNames.text(among: document.description, for: locale) ?? ""
        page.sample = document.sample?.text ?? document.family
        page.designers = document.designers
        page.styles = document.files.flatMap(\.faces).map(\.face.style).unique
        page.requiresAgreement = document.license.requiresAgreement
        page.homepage = document.homepage.flatMap(FontFacts.webAddress)
        if let signed = source as? KnownCatalog {
            // A family without its picture is still shown.
            page.picture = try? await signed.documents().picture(of: document)
        }
        return page
    }

    package func download(
        _ names: [String], deciding: @escaping FontCatalogs.Decision, agreeing: @escaping FontCatalogs.Agreement
    ) -> AsyncThrowingStream<FontMatchingEvent, any Error> {
        catalogs.match(names, deciding: deciding, agreeing: agreeing)
    }

    package func updates() async throws(FontError) -> CatalogUpdates {
        let (upgrades, warnings) = try await catalogs.upgrades(of: try await catalogs.downloads())
        let order: [UpdateRow.State] = [.available, .withdrawn, .replaced, .pinned, .unknown, .current]
        let rows = upgrades.map(UpdateRow.init)
        return CatalogUpdates(rows: order.flatMap { state in rows.filter { $0.state == state } }, warnings: warnings)
    }

    package func install(
        _ update: UpdateRow, agreeing: @escaping FontCatalogs.Agreement,
        reporting: @escaping @Sendable (_ received: Int64, _ total: Int64) -> Void
    ) async throws(FontError) -> Int64? {
        guard update.upgrade.plan != nil else { return nil }
        return try await catalogs.apply(update.upgrade, agreeing: agreeing, reporting: reporting).operation
    }

    package func pin(_ update: UpdateRow, _ isPinned: Bool) async throws(FontError) {
        try await BlockingWork.perform { [catalogs] () throws(FontError) in
            try catalogs.pin(update.upgrade.family, isPinned)
        }
    }
}

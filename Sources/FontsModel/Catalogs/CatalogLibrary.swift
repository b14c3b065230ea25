package import FontCatalog
package import FontModel
import FontRegistry
package import Foundation

/// All that the application asks of catalogues.
package protocol CatalogLibrary: Sendable {
    /// Returns the families of all catalogues.
    ///
    /// - Parameter isRefreshing: Whether catalogues that are due are fetched again; otherwise there is no request.
    func families(isRefreshing: Bool) async throws(FontError) -> CatalogListing

    /// Returns all that a catalogue says of a family; nil if it does not have it any more.
    func page(of family: CatalogRow) async throws(FontError) -> CatalogFamilyPage?

    /// Downloads and installs what names mean; leaving the events ends it.
    func download(
        _ names: [String], deciding: @escaping FontCatalogs.Decision, agreeing: @escaping FontCatalogs.Agreement
    ) -> AsyncThrowingStream<FontMatchingEvent, any Error>

    /// Returns what is offered for downloaded families.
    func updates() async throws(FontError) -> CatalogUpdates

    /// Installs an update.
    ///
    /// - Returns: The number by which it is undone.
    func install(
        _ update: UpdateRow, agreeing: @escaping FontCatalogs.Agreement,
        reporting: @escaping @Sendable (_ received: Int64, _ total: Int64) -> Void
    ) async throws(FontError) -> Int64?

    /// Sets whether a family stays at its version.
    func pin(_ update: UpdateRow, _ isPinned: Bool) async throws(FontError)
}

/// The families of catalogues, and what hindered reading some of them.
package struct CatalogListing: Sendable, Hashable {
    package var rows: [CatalogRow]
    /// The catalogues by id, with their names and the error of the last refresh.
    package var catalogs: [Catalog]

    /// A catalogue.
    package struct Catalog: Sendable, Hashable, Identifiable {
        package var id: String
        package var title: String
        package var failure: FontError?
        /// Whether anything is known of its families.
        package var isKnown: Bool
    }

    package init(rows: [CatalogRow] = [], catalogs: [Catalog] = []) {
        self.rows = rows
        self.catalogs = catalogs
    }
}

/// What a catalogue says of a family, with a picture that was drawn by its publisher.
package struct CatalogFamilyPage: Sendable, Hashable {
    package var title: String
    package var description: String
    /// A line of text in the family's language.
    package var sample: String
    /// The picture (PNG); nil if the catalogue has none.
    package var picture: [UInt8]?
    package var designers: [String]
    package var styles: [String]
    /// The name of the licence (SPDX).
    package var license: String
    package var requiresAgreement: Bool
    package var homepage: URL?

    package init(
        title: String, description: String = "", sample: String = "", picture: [UInt8]? = nil,
        designers: [String] = [], styles: [String] = [], license: String, requiresAgreement: Bool = false,
        homepage: URL? = nil
    ) {
        self.title = title
        self.description = description
        self.sample = sample
        self.picture = picture
        self.designers = designers
        self.styles = styles
        self.license = license
        self.requiresAgreement = requiresAgreement
        self.homepage = homepage
    }
}

/// The updates of downloaded families, and what hindered finding some of them.
package struct CatalogUpdates: Sendable {
    package var rows: [UpdateRow]
    package var warnings: [FontError]

    package init(rows: [UpdateRow] = [], warnings: [FontError] = []) {
        self.rows = rows
        self.warnings = warnings
    }
}

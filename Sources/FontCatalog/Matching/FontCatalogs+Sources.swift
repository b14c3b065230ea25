package import FontModel

extension FontCatalogs {
    /// Returns the signed catalogues that are set up, and the distribution after them, for searches.
    ///
    /// - Parameter isRefreshing: Whether catalogues are refreshed before that are due, as a match does; otherwise nothing is
    ///   fetched but what needs no request.
    /// - Throws: `registrationFailed` (301) if the folders of catalogues cannot be read.
    package func sources(isRefreshing: Bool) async throws(FontError) -> [any FamilySource] {
        if isRefreshing { return try await CatalogOffers(self).sources }
        let distribution = distribution()
        return try await folders.catalogs(over: network.files, at: environment.now(), besides: distribution?.id)
            + (environment.offersPackages ? distribution.map { [$0] } ?? [] : [])
    }
}

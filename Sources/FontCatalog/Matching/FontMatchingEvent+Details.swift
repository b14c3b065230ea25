package import FontModel

extension FontMatchingEvent {
    /// The event in the form of the bus.
    ///
    /// - Parameters:
    ///   - offer: What is offered for the name.
    ///   - font: The font of the name, as the receiver sees it.
    package func details(
        offer: FontDownloadDetails.Offer? = nil, font: FontDescriptor? = nil
    ) -> FontDownloadDetails {
        var details = FontDownloadDetails()
        details.name = name ?? ""
        (details.offer, details.font) = (offer, font)
        details.percentage = percentage
        (details.size, details.received, details.total) = (currentAssetSize, totalDownloadedSize, totalAssetSize)
        details.error = error
        details.unavailable = unavailable.map { unavailable in
            var entry = FontDownloadDetails.Unavailable(name: unavailable.name)
            entry.state = unavailable.status?.state.rawValue
            (entry.reason, entry.replacedBy) = (unavailable.status?.reason, unavailable.status?.replacedBy)
            entry.replacement = unavailable.replacement
            return entry
        }
        details.warnings = warnings
        return details
    }
}

extension FontDownloadDetails.Offer {
    /// - Parameter agreements: The licence texts that require agreement before the download.
    package init(_ request: FontDownloadRequest, agreements: [FontLicenseRequest.Text]) {
        self.init()
        (catalog, id, family, version) = (request.catalog, request.id, request.family, request.version)
        translations = request.names.sorted { $0.key < $1.key }.map { .init(language: $0.key, text: $0.value) }
        (faces, files, bytes) = (request.faces, request.files, request.downloadSize)
        (license, isMetered) = (request.license, request.isMetered)
        self.agreements = agreements.map { .init(name: $0.name, sha256: $0.sha256, text: $0.text) }
    }
}

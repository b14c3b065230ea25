/// Names of licences.
package enum LicenseName {
    /// Returns the words for an SPDX identifier, which people know, or for a licence without one (`LicenseRef-…`).
    package static func text(_ identifier: String) -> String {
        guard identifier.hasPrefix("LicenseRef-") else { return identifier }
        let name = identifier.dropFirst("LicenseRef-".count)
        return name == "unknown" ? tr("unknown licence") : String(name).replacing("-", with: " ")
    }
}

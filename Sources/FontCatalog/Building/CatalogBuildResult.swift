package import FontModel

/// What a build of a catalogue made.
package struct CatalogBuildResult: Sendable {
    /// A family of the catalogue.
    package struct Family: Sendable, Hashable {
        /// What the build changed of a family.
        package enum State: String, Sendable, Hashable, CaseIterable {
            case new, changed, unchanged
        }

        package let id: String
        package let summary: FamilySummary
        package let state: State
        /// The claims of publishers that its files contradict.
        package let wrongClaims: [WrongClaim]
    }

    /// A family or a file that was left out.
    package struct Refusal: Sendable {
        /// The family; nil for a file that could not be read.
        package let family: String?
        package let error: FontError
    }

    /// What the catalogue says of itself.
    package var catalog = CatalogDocument(formatVersion: 1, id: "", name: "", names: [:], homepage: nil, families: 0)
    /// The families in the order of their identifiers.
    package var families: [Family] = []
    /// The identifiers of families that were published before and are not any more.
    package var removed: [String] = []
    package var refused: [Refusal]
    /// The numbers of files that may hold fonts and were not read, as in ``FontSummary/passedOver``.
    package var passedOver: [String: Int] = [:]
    /// The claims of publishers about all families and about archives that the files contradict.
    package var wrongClaims: [WrongClaim] = []
    /// The publication; nil if there was no family to publish.
    package var publication: Publication.Result?
}

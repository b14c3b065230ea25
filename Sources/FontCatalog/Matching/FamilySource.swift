package import FontModel

/// A source of families: a signed catalogue, or the distribution of this machine.
///
/// Search and details use what is known on this machine, without network. Matches and upgrades ask every source the same.
package protocol FamilySource: Sendable {
    /// The identifier for people; downloads belong to `catalog:<id>`.
    var id: String { get }
    var origin: CatalogFolders.Origin { get }
    /// The address by which downloads are recorded.
    var address: CatalogAddress { get }
    /// Why the last refresh failed; nil if it did not.
    var failure: FontError? { get }

    /// The families; nil if nothing is known of them yet.
    func index() async throws(FontError) -> CatalogIndex?

    /// All that the source says of a family; nil if nothing is known of the families yet.
    func family(_ id: String) async throws(FontError) -> FamilyDocument?

    /// How a family answers to a name; nil if it does not.
    ///
    /// - Parameter style: The style that is meant of the family; nil for all.
    func answer(
        _ family: CatalogIndex.Family, to name: String, style: String?
    ) async throws(FontError) -> FamilyAnswer?

    /// What is offered for a family that was downloaded from the source, whether it is pinned or not.
    func upgrade(
        of family: DownloadedFamily, present: RegisteredContents
    ) async throws(FontError) -> FontUpgrade
}

extension FamilySource {
    /// The source as that of a download.
    var downloadSource: DownloadSource { DownloadSource(id: id, address: address) }
}

/// How a family answers to a name.
package enum FamilyAnswer: Sendable {
    case offered(FamilyOffer)
    /// It is not offered any more.
    case gone(FamilyStatus)
}

/// A family that a source offers for a name.
package struct FamilyOffer: Sendable {
    /// The key by which offers are one download.
    let key: String
    /// The part of the family that the name means.
    let selection: DownloadSelection
    /// Whether the fonts do not have the name, which is a former one of the family, or that of a package.
    let isAlias: Bool
    /// Plans a download of a part of the family.
    let plan: @Sendable (DownloadSelection, RegisteredContents) throws(FontError) -> DownloadPlan
}

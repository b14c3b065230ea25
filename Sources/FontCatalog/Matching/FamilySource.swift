package import FontModel

/// A source of families: a signed catalogue, or the distribution of this machine.
///
/// Search and details use what is known on this machine, without network.
package protocol FamilySource: Sendable {
    /// The identifier for people; downloads belong to `catalog:<id>`.
    var id: String { get }
    var origin: CatalogFolders.Origin { get }

    /// The families; nil if nothing is known of them yet.
    func index() async throws(FontError) -> CatalogIndex?

    /// All that the source says of a family; nil if nothing is known of the families yet.
    func family(_ id: String) async throws(FontError) -> FamilyDocument?
}

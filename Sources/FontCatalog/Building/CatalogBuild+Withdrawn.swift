import FontModel
import Foundation
import TUF

/// Families that the publisher does not offer any more, with the reason and what replaces them.
extension CatalogBuild {
    /// Keeps the families whose fonts are gone and of which the publisher says why; the others are not listed any more.
    ///
    /// - Parameters:
    ///   - listed: What is published.
    ///   - built: The identifiers of the families that have fonts.
    func keepWithdrawn(
        _ listed: [Publication.Listed], _ settings: CatalogSettings, besides built: Set<String>,
        _ result: inout CatalogBuildResult
    ) throws(FontError) -> [Publication.Entry] {
        var entries: [Publication.Entry] = []
        for (id, status) in (settings.status ?? [:]).sorted(by: { $0.key < $1.key }) where !built.contains(id) {
            let former = listed.first { $0.path == CatalogLayout.family(id) }
            guard let former, let bytes = try? publication.document(of: former),
                var document = try? JSONDecoder().decode(FamilyDocument.self, from: Data(bytes))
            else {
                result.refused.append(
                    CatalogBuildResult.Refusal(
                        family: id,
                        error: FontError(
                            .insufficientInfo,
                            "The catalogue never had the family, so its status cannot be published. Correct the identifier."
                        )))
                continue
            }
            document.status = status
            let (family, entry) = Self.entry(of: document, published: bytes)
            result.families.append(family)
            entries.append(entry)
        }
        result.families.sort { $0.id < $1.id }
        return entries
    }

    /// The entry of a family in a publication.
    ///
    /// - Parameters:
    ///   - published: The document that is published; nil if there is none.
    ///   - isNew: Whether the family is new.
    static func entry(
        of document: FamilyDocument, published: [UInt8]?, isNew: Bool = false, wrongClaims: [WrongClaim] = []
    ) -> (CatalogBuildResult.Family, Publication.Entry) {
        let bytes = bytes(of: document)
        let summary = FamilySummary(document)
        let family = CatalogBuildResult.Family(
            id: document.id, summary: summary,
            state: isNew ? .new : published == bytes ? .unchanged : .changed, wrongClaims: wrongClaims)
        // The encoder writes no number but integers for a summary.
        guard let custom = try? JSONValue(Self.bytes(of: summary)) else {
            preconditionFailure("a summary that cannot be signed")
        }
        return (
            family,
            Publication.Entry(path: CatalogLayout.family(document.id), document: bytes, custom: custom)
        )
    }

    /// The bytes of a document: the same for the same document.
    static func bytes(of document: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(document) else { preconditionFailure("a document that is not JSON") }
        return [UInt8](data)
    }
}

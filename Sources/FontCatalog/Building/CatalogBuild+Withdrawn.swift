import FontModel
import Foundation
import TUF

/// Families that the publisher does not offer any more, with the reason and what replaces them.
extension CatalogBuild {
    /// Keeps the families whose fonts are gone, or are left out now, and of which the publisher says why; the others are not
    /// listed any more.
    ///
    /// - Parameters:
    ///   - listed: What is published.
    ///   - named: The identifiers of the families that have fonts, also of those that are left out.
    func keepWithdrawn(
        _ listed: [Publication.Listed], _ settings: CatalogSettings, named: Set<String>,
        _ result: inout CatalogBuildResult
    ) throws(FontError) -> [Publication.Entry] {
        var entries: [Publication.Entry] = []
        let built = Set(result.families.map(\.id))
        for (id, status) in (settings.status ?? [:]).sorted(by: { $0.key < $1.key }) where !built.contains(id) {
            let former = listed.first { $0.path == CatalogLayout.family(id) }
            guard let former, let bytes = try? publication.document(of: former),
                var document = try? JSONDecoder().decode(FamilyDocument.self, from: Data(bytes))
            else {
                // The reason for which a family is left out is reported already.
                if named.contains(id) { continue }
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

    /// Reports the families that are said to replace others and that nobody can download.
    func checkReplacements(_ settings: CatalogSettings, _ result: inout CatalogBuildResult) {
        let offered = Set(result.families.filter { $0.summary.status == nil }.map(\.id))
        let status = (settings.status ?? [:]).sorted { $0.key < $1.key }
        // One that is replaced as well leads to the next one.
        let replaced = Set(status.filter { $0.value.replacedBy != nil }.map(\.key))
        for (id, status) in status {
            guard let other = status.replacedBy, other == id || !offered.contains(other) && !replaced.contains(other)
            else { continue }
            result.refused.append(
                CatalogBuildResult.Refusal(
                    family: id,
                    error: FontError(
                        .insufficientInfo,
                        "The catalogue does not offer the family \(other), which is said to replace this one. Correct the identifier."
                    )))
        }
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

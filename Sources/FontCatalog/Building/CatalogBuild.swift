import FontFiles
package import FontModel
package import FontRegistry
import Foundation
import TUF

/// The build of a catalogue: from a folder of fonts to the files that a web server delivers.
///
/// Everything is taken from the fonts and the texts beside them, so that a second build changes no byte.
package struct CatalogBuild: Sendable {
    private let folder: String
    private let publication: Publication
    private let allowed: Set<String>
    private let context: RegistryContext

    /// - Parameters:
    ///   - folder: The folder of the fonts, which is searched as for a registration.
    ///   - publication: The publication in the folder of the catalogue.
    ///   - licenses: The SPDX identifiers of closed licences under which the publisher may distribute.
    ///   - context: The processes that read the fonts.
    package init(
        of folder: String, as publication: Publication, allowing licenses: [String], context: RegistryContext
    ) {
        self.folder = folder
        self.publication = publication
        allowed = Set(licenses.map { $0.lowercased() })
        self.context = context
    }

    /// Builds the catalogue and publishes it; without a family nothing is published.
    ///
    /// - Throws: The errors of the folders and of the keys; those of fonts and families are in the result.
    package func run() async throws(FontError) -> CatalogBuildResult {
        try await BlockingWork.perform { () throws(FontError) in try build() }
    }

    private func build() throws(FontError) -> CatalogBuildResult {
        try PublishedFolder.require(
            publication.folder, outside: folder,
            or: "The folder of the catalogue is within that of the fonts. Specify another one with --out.")
        try publication.requireKeys()
        let settings = try CatalogSettings(ofFolder: folder)
        let former = try publication.listedFamilies()
        var (fonts, result) = try read()
        // A collection is in the family of its first face.
        let groups = Dictionary(grouping: fonts, by: \.family).map { FamilyFonts($0, $1) }
        fonts = []
        let ids = FamilyIdentifiers.identifiers(
            of: groups.map { ($0.family, $0.fonts[0].faces[0].face.postscriptName) },
            former: Dictionary(former.compactMap(Self.named)) { first, _ in first })
        let families = groups.reduce(into: [String: Set<String>]()) { families, group in
            for text in group.fonts.flatMap(\.item.licenses) {
                families[text.path ?? "", default: []].insert(group.family)
            }
        }
        let published = Dictionary(former.map { ($0.path, $0) }) { first, _ in first }
        var entries: [Publication.Entry] = []
        for group in groups.sorted(by: { ids[$0.family] ?? "" < ids[$1.family] ?? "" }) {
            guard let id = ids[group.family] else { preconditionFailure("a family without an identifier") }
            do throws(FontError) {
                let license = try FamilyLicense(of: group, families: families, allowed: allowed)
                let (family, entry) = try add(group, id: id, license, former: published[CatalogLayout.family(id)])
                result.families.append(family)
                entries.append(entry)
            } catch {
                if error.storeFault != nil { throw error }
                result.refused.append(CatalogBuildResult.Refusal(family: group.family, error: error))
            }
        }
        result.catalog = settings.document(ofFolder: folder, families: entries.count)
        guard !entries.isEmpty else { return result }
        let kept = Set(result.families.map(\.id))
        result.removed = former.compactMap { CatalogLayout.id(ofFamily: $0.path) }
            .filter { !kept.contains($0) }.sorted()
        result.publication = try publication.publish(
            catalog: Publication.Entry(path: CatalogLayout.catalog, document: Self.bytes(of: result.catalog)),
            families: entries)
        return result
    }

    /// Returns the identifier and the family of a published target.
    private static func named(_ listed: Publication.Listed) -> (String, String)? {
        guard let id = CatalogLayout.id(ofFamily: listed.path), let family = listed.custom?["family"]?.text else {
            return nil
        }
        return (id, family)
    }

    /// Reads all fonts of the folder.
    private func read() throws(FontError) -> ([FontFacts], CatalogBuildResult) {
        var found = FoundFonts(unwrapping: false, unpacking: true, keepingLicenses: true)
        found.add(.path(folder)) { _ in [] }
        let inspector = FileInspector(context)
        let intake = try BatchIntake(found.items, isAtomic: false, watcher: BatchWatcher()) {
            item throws(FontError) in
            let facts = try FontFacts(item, inspector)
            guard facts.faces.first?.face.hasDerivedName == false else {
                throw FontError(
                    .insufficientInfo, "The font has no name by which anybody could ask for it. Name it first.",
                    file: item.name)
            }
            return facts
        }
        let errors = intake.outcomes.compactMap(\.error) + found.unread
        var result = CatalogBuildResult(
            refused: errors.map { CatalogBuildResult.Refusal(family: nil, error: $0) })
        result.passedOver = found.passedOver
        return (intake.prepared.map(\.font), result)
    }

    /// Writes the files of a family, and returns its entry.
    private func add(
        _ fonts: FamilyFonts, id: String, _ license: FamilyLicense, former: Publication.Listed?
    ) throws(FontError) -> (CatalogBuildResult.Family, Publication.Entry) {
        for font in fonts.fonts { try copy(font) }
        try PublishedFolder.create("\(publication.folder)/licenses")
        for text in license.texts {
            try PublishedFolder.writeOnce(
                text.bytes, to: "\(publication.folder)/\(CatalogLayout.license(text.sha256))")
        }
        var document = fonts.document(id: id, license: license, in: publication.folder)
        let published = former.flatMap { try? publication.document(of: $0) }
        if let former, let published,
            let earlier = try? JSONDecoder().decode(FamilyDocument.self, from: Data(published))
        {
            document.history = earlier.history
            if earlier.files.map(\.sha256) != document.files.map(\.sha256) {
                document.history.insert(
                    FamilyDocument.Revision(
                        version: earlier.version, revised: earlier.revised, document: former.sha256), at: 0)
            }
        }
        let bytes = Self.bytes(of: document)
        guard bytes.count <= CatalogLayout.documentLimit else {
            throw FontError(
                .exceededResourceLimit,
                "The document of the family would have more than 1 MiB, which no client reads. Divide the family.")
        }
        let summary = FamilySummary(document)
        let family = CatalogBuildResult.Family(
            id: id, summary: summary, state: former == nil ? .new : published == bytes ? .unchanged : .changed)
        // The encoder writes no number but integers for a summary.
        guard let custom = try? JSONValue(Self.bytes(of: summary)) else {
            preconditionFailure("a summary that cannot be signed")
        }
        return (family, Publication.Entry(path: CatalogLayout.family(id), document: bytes, custom: custom))
    }

    /// Copies a font into the folder of the catalogue, unless it is there.
    private func copy(_ font: FontFacts) throws(FontError) {
        let target = "\(publication.folder)/\(font.path)"
        guard !PublishedFolder.has(font.size, at: target) else { return }
        let copy = try SealedMemory(copying: try font.item.open())
        guard copy.sha256 == font.sha256 else {
            throw FontError(
                .invalidFontData, "The file changed while it was read. Build again when it is complete.",
                file: font.item.name)
        }
        try PublishedFolder.create(PathText.folder(of: target))
        try PublishedFolder.write(Array(copy.contents.bytes), to: target)
    }

    /// The bytes of a document: the same for the same document.
    private static func bytes(of document: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(document) else { preconditionFailure("a document that is not JSON") }
        return [UInt8](data)
    }
}

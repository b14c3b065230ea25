package import FontFiles
package import FontModel
import FontRegistry
import Foundation
import TUF

/// The build of a catalogue: from a folder of fonts to the files that a web server delivers.
///
/// Everything is taken from the fonts and the texts beside them, so that a second build changes no byte.
package struct CatalogBuild: Sendable {
    private let source: CatalogSource
    private let about: String?
    let publication: Publication
    let allowed: Set<String>
    private let context: RegistryContext
    let options: BuildOptions

    /// - Parameters:
    ///   - source: Where the fonts come from; a folder is searched as for a registration.
    ///   - about: The file that describes the catalogue; nil for `catalog.json` in the folder of the fonts.
    ///   - publication: The publication in the folder of the catalogue.
    ///   - licenses: The SPDX identifiers of closed licences under which the publisher may distribute.
    ///   - context: The processes that read the fonts.
    package init(
        of source: CatalogSource, describedBy about: String? = nil, as publication: Publication,
        allowing licenses: [String], context: RegistryContext, options: BuildOptions = BuildOptions()
    ) {
        self.source = source
        self.about = about
        self.publication = publication
        allowed = Set(licenses.map { $0.lowercased() })
        self.context = context
        self.options = options
    }

    /// Builds the catalogue and publishes it; without a family nothing is published.
    ///
    /// - Throws: The errors of the folders and of the keys; those of fonts and families are in the result.
    package func run() async throws(FontError) -> CatalogBuildResult {
        var system: [String] = []
        if case .system = source {
            let manager = FontManager(provider: FontManager.userProvider, authority: .user, context: context)
            system = Set(try await manager.systemFonts().compactMap(\.path)).sorted()
        }
        let files = system
        return try await BlockingWork.perform { () throws(FontError) in try build(system: files) }
    }

    /// - Parameter system: The font files of this machine, if they are the source.
    private func build(system: [String]) throws(FontError) -> CatalogBuildResult {
        if let folder = source.folder {
            try PublishedFolder.require(
                publication.folder, outside: folder,
                or: "The folder of the catalogue is within that of the fonts. Specify another one with --out.")
        }
        if let expiry = options.expiry, expiry <= publication.now {
            throw FontError(
                .insufficientInfo,
                "On the day \(String(expiry.description.prefix(10))) the catalogue would have expired already. Specify a later one."
            )
        }
        try publication.requireKeys()
        let settings = try CatalogSettings(at: about, ofFolder: source.folder)
        let former = try publication.listedFamilies()
        let inspector = FileInspector(context)
        let imported = try ImportedFonts(source, system: system)
        var (fonts, result) = try read(imported, inspector)
        // A collection is in the family of its first face.
        var groups: [FoundFamily] = []
        for (name, files) in Dictionary(grouping: fonts, by: \.first.family).sorted(by: { $0.key < $1.key }) {
            let (family, leftOut) = try FoundFamily(name, files).withoutDuplicates(inspector, options.cache)
            groups.append(family)
            result.refused += leftOut.map { CatalogBuildResult.Refusal(family: nil, error: $0) }
        }
        fonts = []
        let ids = FamilyIdentifiers.identifiers(
            of: groups.map { ($0.family, $0.fonts[0].first.postscriptName) },
            former: Dictionary(former.compactMap(Self.named)) { first, _ in first })
        let families = groups.reduce(into: [String: Set<String>]()) { families, group in
            for text in group.fonts.flatMap(\.item.licenses) where !imported.commonTexts.contains(text.sha256) {
                families[text.path ?? "", default: []].insert(group.family)
            }
        }
        let published = Dictionary(former.map { ($0.path, $0) }) { first, _ in first }
        var entries: [Publication.Entry] = []
        let sorted = groups.sorted { ids[$0.family] ?? "" < ids[$1.family] ?? "" }
        let made = BlockingWork.results(sorted.count) { place in
            Result { () throws(FontError) in
                let group = sorted[place]
                guard let id = ids[group.family] else { preconditionFailure("a family without an identifier") }
                let former = published[CatalogLayout.family(id)]
                // Claims are compared, and reported, by each build.
                let isClaimed = imported.hasClaims(about: group)
                let status = settings.status?[id]
                if let former, !isClaimed,
                    let known = known(group, id: id, families: families, status: status, as: former)
                {
                    return known
                }
                let fonts = try group.fonts(inspector, options.cache)
                let license = try FamilyLicense(of: fonts, families: families, allowed: allowed)
                let (family, entry) = try add(
                    fonts, id: id, license, from: imported, former: former, status: status)
                if !isClaimed { keep(group, id: id, families: families, status: status, as: entry) }
                return (family, entry)
            }
        }
        for (group, made) in zip(sorted, made) {
            do throws(FontError) {
                let (family, entry) = try made.get()
                result.families.append(family)
                result.wrongClaims += family.wrongClaims
                entries.append(entry)
            } catch {
                if error.storeFault != nil { throw error }
                result.refused.append(CatalogBuildResult.Refusal(family: group.family, error: error))
            }
        }
        entries += try keepWithdrawn(former, settings, named: Set(ids.values), &result)
        checkReplacements(settings, &result)
        result.catalog = settings.document(ofFolder: source.defaultName, families: entries.count)
        guard !entries.isEmpty else { return result }
        let kept = Set(result.families.map(\.id))
        result.removed = former.compactMap { CatalogLayout.id(ofFamily: $0.path) }
            .filter { !kept.contains($0) }.sorted()
        result.publication = try publication.publish(
            catalog: Publication.Entry(path: CatalogLayout.catalog, document: Self.bytes(of: result.catalog)),
            families: entries, until: options.expiry)
        return result
    }

    /// Returns the identifier and the family of a published target.
    private static func named(_ listed: Publication.Listed) -> (String, String)? {
        guard let id = CatalogLayout.id(ofFamily: listed.path), let family = listed.custom?["family"]?.text else {
            return nil
        }
        return (id, family)
    }

    /// Reads all fonts.
    private func read(
        _ found: ImportedFonts, _ inspector: FileInspector
    ) throws(FontError) -> ([FoundFont], CatalogBuildResult) {
        let intake = try BatchIntake(found.items, isAtomic: false, watcher: BatchWatcher()) {
            [options] item throws(FontError) in
            let font = try FoundFont(item, inspector, options.cache)
            guard !font.first.hasDerivedName else {
                throw FontError(
                    .insufficientInfo, "The font has no name by which anybody could ask for it. Name it first.",
                    file: item.name)
            }
            return font
        }
        let errors = intake.outcomes.compactMap(\.error) + found.unread
        var result = CatalogBuildResult(
            refused: errors.map { CatalogBuildResult.Refusal(family: nil, error: $0) })
        result.passedOver = found.passedOver
        result.wrongClaims = found.metadata?.wrong ?? []
        return (intake.prepared.map(\.font), result)
    }

    /// Writes the files of a family, and returns its entry.
    private func add(
        _ fonts: FamilyFonts, id: String, _ license: FamilyLicense, from imported: ImportedFonts,
        former: Publication.Listed?, status: FamilyStatus?
    ) throws(FontError) -> (CatalogBuildResult.Family, Publication.Entry) {
        for font in fonts.fonts { try copy(font) }
        try PublishedFolder.create("\(publication.folder)/licenses")
        for text in license.texts {
            try writeShared(text.bytes, to: "\(publication.folder)/\(CatalogLayout.license(text.sha256))")
        }
        let published = former.flatMap { try? publication.document(of: $0) }
        let earlier = published.flatMap { try? JSONDecoder().decode(PublishedFamily.self, from: Data($0)) }
        let sample = FamilySample(of: fonts, in: publication.folder)
        var document = fonts.document(
            id: id, license: license, category: fonts.category(in: publication.folder, options.cache),
            packed: try packed(fonts, earlier: earlier), sample: sample?.sample,
            preview: try picture(of: fonts, sample, earlier: earlier), addresses: options.addresses)
        let wrongClaims = imported.complete(&document, of: fonts)
        if let former, let earlier {
            document.history = earlier.history
            if earlier.files.map(\.sha256) != document.files.map(\.sha256) {
                document.history.insert(
                    FamilyDocument.Revision(
                        version: earlier.version, revised: earlier.revised, document: former.sha256), at: 0)
            }
        }
        document.status = status
        let (family, entry) = Self.entry(
            of: document, published: published, isNew: former == nil, wrongClaims: wrongClaims)
        guard entry.document.count <= CatalogLayout.documentLimit else {
            throw FontError(
                .exceededResourceLimit,
                "The document of the family would have more than 1 MiB, which no client reads. Divide the family.")
        }
        return (family, entry)
    }
}

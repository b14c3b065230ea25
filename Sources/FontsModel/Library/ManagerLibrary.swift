package import FontAdvice
import FontFiles
package import FontModel
import FontPictures
package import FontRegistry
import FontSpecimens
package import Foundation
import Glibc
package import ReaderFonts

/// The library of the application: a `FontManager` with the user's authority.
package struct ManagerLibrary: FontLibrary {
    let manager: FontManager
    /// The user's language, in which families are named.
    let locale: Locale
    /// The catalogues, for the names of those that provide fonts; nil if there are none.
    let catalogs: ManagerCatalogs?
    let policyFile: PolicyFile
    let designers = FaceFactCache(DesignerFact.names)
    let features = FaceFactCache(FeatureFact.tags)

    /// - Parameters:
    ///   - manager: A manager with the user's authority; its context may report users and read with workers.
    ///   - context: The manager's context.
    ///   - locale: The user's language.
    package init(
        _ manager: FontManager, in context: RegistryContext, locale: Locale, catalogs: ManagerCatalogs? = nil
    ) {
        self.manager = manager
        self.catalogs = catalogs
        self.locale = locale
        policyFile = PolicyFile(context.paths)
    }

    /// The number of families above which all are read at once.
    private static let fewFamilies = 32

    package func families(_ names: Set<String>?) async throws(FontError) -> [LibraryFamily] {
        if names?.isEmpty == true { return [] }
        let isOfFew = names.map { $0.count <= Self.fewFamilies } ?? false
        let queries = isOfFew ? (names ?? []).map { FontQuery(family: $0) } : [FontQuery()]
        let found = try await manager.readingFamilies(
            matching: FontQuerySet(including: queries, options: .includeDisabled), locale: locale
        ).filter { names?.contains($0.family.name) ?? true }
        return try await BlockingWork.perform { () throws(FontError) in
            BlockingWork.results(found.count) { LibraryFamily(found[$0]) }
        }
    }

    package func registrationDates() async throws(FontError) -> [String: Date] {
        Dictionary(
            try await manager.registered().map { ($0.id, $0.registrationDate) }, uniquingKeysWith: { first, _ in first }
        )
    }

    package func familyNames(covering text: String) async throws(FontError) -> Set<String> {
        let query = FontQuerySet(including: [FontQuery(characters: text)], options: .includeDisabled)
        return Set(try await manager.fonts(matching: query).map(\.face.family))
    }

    package func providers() async throws(FontError) -> [ProviderFacts] {
        let summaries = try await manager.providers()
        let policy = try await policy()
        let known = Set(summaries.map(\.id))
        let set = policy.providersWithSettings.subtracting(known).sorted()
            .map { id in ProviderSummary(id: id, registrations: 0, faces: 0, bytes: 0, scopes: []) }
        let applications = manager.storeContext?.applications
        let named = try await BlockingWork.perform { () throws(FontError) in applications?.naming(set) ?? set }
        let hasCatalogs = summaries.contains { $0.id.hasPrefix(ProviderID.catalog("")) }
        // Without its name a catalogue is shown by its id.
        let titles = hasCatalogs ? (try? await catalogs?.providerNames()) ?? [:] : [:]
        return (summaries + named).map { summary in
            ProviderFacts(
                id: summary.id, name: summary.name ?? titles[summary.id], icon: summary.icon,
                registrations: summary.registrations,
                bytes: Int64(summary.bytes), kind: summary.kind,
                isGone: summary.isGone, announced: summary.announcements, announcedCount: summary.announcementCount,
                rules: policy.rules(for: summary.id, isSandboxed: ProviderID.isSandboxed(summary.id)),
                settings: policy.settings(of: summary.id))
        }
    }

    package func changes() -> AsyncStream<Result<LibraryChange, FontError>> {
        let changes = manager.changes
        return AsyncStream { continuation in
            let task = Task(executorPreference: TaskExecution.executor) {
                var iterator = changes.makeAsyncIterator()
                do throws(FontError) {
                    while let event = try await iterator.next() {
                        for change in LibraryChange.changes(event) { continuation.yield(.success(change)) }
                    }
                } catch {
                    continuation.yield(.failure(error))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    // MARK: One family

    package func details(of font: FontDescriptor) async throws(FontError) -> FontDetails {
        try await manager.details(of: font)
    }

    package func coverage(of font: FontDescriptor) async throws(FontError) -> CharacterCoverage {
        try await manager.coverage(of: font)
    }

    package func share(of language: String, in font: FontDescriptor) async throws(FontError) -> LanguageShare? {
        try await manager.share(of: language, in: font)
    }

    package func attribution(of family: String) async throws(FontError) -> Attribution? {
        try await manager.attributions(of: [family]) {
            PackageOwner.documentation(of: $0.path(percentEncoded: false))
        }.attributions.first
    }

    package func explanation(of name: String) async throws(FontError) -> ExplainedFont {
        try await manager.explanation(of: name)
    }

    package func explanation(ofPath path: URL) async throws(FontError) -> ExplainedPath {
        try await manager.explanation(ofPath: path)
    }

    package func captionFonts(for text: String) async throws(FontError) -> [CaptionFont] {
        var fonts: [CaptionFont] = []
        for font in try await manager.faces(forCaption: text) {
            let face = Specimen.Face(file: 0, index: font.font.face.index, axes: font.axes)
            fonts.append(CaptionFont(path: try font.path, face: face))
        }
        return fonts
    }

    package func package(of path: String) async -> String? {
        await PackageOwner.packages(of: [URL(localPath: path)]).values.first
    }
}

extension LibraryFamily {
    /// Creates the family with the size and the time of its files, which are not opened.
    init(_ known: ReadingFamily) {
        self.init(
            family: known.family, off: Set(known.fontFacts.indices.filter { !known.fontFacts[$0].isEnabled }),
            formats: known.fontFacts.map(\.format), category: known.category?.category, sample: known.sample?.text,
            languages: known.languages)
        for path in Set(known.family.fonts.compactMap(\.path)) {
            var status = stat()
            guard GivenPath.with(path, { stat($0, &status) }) == 0 else { continue }
            size += Int64(status.st_size)
            modified = max(modified ?? 0, Double(status.st_mtim.tv_sec))
        }
    }
}

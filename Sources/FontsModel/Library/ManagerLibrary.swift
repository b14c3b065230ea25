import FontAdvice
package import FontModel
package import FontRegistry
package import Foundation
import Glibc
package import ReaderFonts
import Synchronization

/// The library of the application: a `FontManager` with the user's authority.
package struct ManagerLibrary: FontLibrary {
    let manager: FontManager
    /// The user's language, in which families are named.
    let locale: Locale
    let policyFile: PolicyFile
    let designers = DesignerCache()
    let features = FeatureCache()

    /// - Parameters:
    ///   - manager: A manager with the user's authority; its context may report users and read with workers.
    ///   - context: The manager's context.
    ///   - locale: The user's language.
    package init(_ manager: FontManager, in context: RegistryContext, locale: Locale) {
        self.manager = manager
        self.locale = locale
        policyFile = PolicyFile(context.paths)
    }

    /// The number of families above which all are read at once.
    private static let fewFamilies = 32

    package func families(_ names: Set<String>?) async throws(FontError) -> [LibraryFamily] {
        let isOfFew = names.map { $0.count <= Self.fewFamilies } ?? false
        let queries = isOfFew ? (names ?? []).map { FontQuery(family: $0) } : [FontQuery()]
        var families = try await manager.families(
            matching: FontQuerySet(including: queries, options: .includeDisabled), locale: locale)
        let hidden = try await manager.hiddenFonts()
        Self.add(hidden, to: &families)
        if let names { families.removeAll { !names.contains($0.name) } }
        let places = Set(hidden.map(FontPlace.init))
        let found = families
        return try await BlockingWork.perform { () throws(FontError) in
            BlockingWork.results(found.count) { Self.family(found[$0], hidden: places) }
        }
    }

    /// A font by its file.
    private struct FontPlace: Hashable {
        var path: String?
        var index: Int

        init(_ font: FontDescriptor) { (path, index) = (font.path, font.face.index) }
    }

    /// Adds the fonts that the user hides and that the query did not find.
    private static func add(_ hidden: [FontDescriptor], to families: inout [FontFamily]) {
        for font in hidden {
            guard let place = families.firstIndex(where: { $0.name == font.face.family }) else {
                families.append(FontFamily(name: font.face.family, localizedName: font.face.family, fonts: [font]))
                continue
            }
            let isKnown = families[place].fonts.contains { FontPlace($0) == FontPlace(font) }
            if !isKnown { families[place].fonts.append(font) }
        }
    }

    private static func family(_ family: FontFamily, hidden: Set<FontPlace>) -> LibraryFamily {
        let faces = family.fonts.map(\.face)
        let localized = faces.flatMap(\.localizedNames).filter { $0.kind == .family }.map(\.text)
        var known = LibraryFamily(
            family: family,
            off: Set(
                family.fonts.indices.filter { place in
                    let font = family.fonts[place]
                    return font.origin == .system ? hidden.contains(FontPlace(font)) : !font.isEnabled
                }),
            category: ReadingFamily.category(of: family.fonts, names: [family.name] + Set(localized).sorted())?
                .category, sample: FamilySample.text(for: family))
        for path in Set(family.fonts.compactMap(\.path)) {
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            known.size += Int64(status.st_size)
            known.modified = max(known.modified ?? 0, Double(status.st_mtim.tv_sec))
        }
        return known
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

    package func familyNames(designedBy search: FamilySearch) async throws(FontError) -> Set<String> {
        let all = FontQuerySet(including: [FontQuery()], options: .includeDisabled)
        return await designers.families(of: try await manager.fonts(matching: all), by: search, reading: manager)
    }

    package func providers() async throws(FontError) -> [ProviderFacts] {
        let summaries = try await manager.providers()
        let policy = try await policy()
        let known = Set(summaries.map(\.id))
        let set = policy.providersWithSettings.subtracting(known).sorted()
            .map { id in ProviderSummary(id: id, registrations: 0, faces: 0, bytes: 0, scopes: []) }
        return (summaries + set).map { summary in
            ProviderFacts(
                id: summary.id, name: summary.name, icon: summary.icon, registrations: summary.registrations,
                bytes: Int64(summary.bytes), kind: summary.kind,
                isGone: summary.isGone, announced: summary.announcements,
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

    package func package(of path: String) async -> String? {
        let owner = try? await BlockingWork.perform { () throws(FontError) in PackageOwner.find([path])[path] }
        return owner ?? nil
    }
}

/// The designers of fonts, which are read from files, by file.
final class DesignerCache: Sendable {
    private let known = Mutex<[String: [String]]>([:])

    /// Returns the families of fonts by designers whose names have the words of a search.
    func families(
        of fonts: [FontDescriptor], by search: FamilySearch, reading manager: FontManager
    ) async -> Set<String> {
        let places = fonts.compactMap { font in font.path.map { ($0, font) } }
        let missing = known.withLock { known in places.filter { known[$0.0] == nil } }
        let read = await manager.designers(of: missing.map { ($0.0, $0.1.face.index) })
        return known.withLock { known in
            for (place, names) in zip(missing, read) { known[place.0] = names }
            return Set(places.filter { known[$0.0]?.contains(where: search.finds) ?? false }.map(\.1.face.family))
        }
    }
}

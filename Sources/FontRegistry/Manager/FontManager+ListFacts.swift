package import FontModel
import Fontconfig
package import Foundation

/// What tells the facts of many fonts without an opening of their files.
package struct ListFacts: Sendable {
    /// What is remembered of files.
    package let files: FileFactCache
    /// The stored bytes of registrations, by id; none if the program does not see the store.
    let contents: [String: StoredContent]
    /// The fonts that fontconfig lists.
    let system: SystemFonts

    /// Returns the key by which the facts of a font's file are remembered, and a path of the file, also for a disabled
    /// font; nil without a file that this process sees.
    package func file(of font: FontDescriptor) -> (key: FileFactCache.Key, path: String)? {
        if let content = content(of: font) { return (FileFactCache.Key(sha256: content.sha256), content.path) }
        guard let path = font.path, let key = FileFactCache.Key(path: path) else { return nil }
        return (key, path)
    }

    /// Whether a font may have a file that this process sees, without a look for it.
    package func mayHaveFile(_ font: FontDescriptor) -> Bool { font.path != nil || content(of: font) != nil }

    /// Returns the format of a font's file, of which the first bytes are read unless the store, fontconfig or an earlier list
    /// has told it; nil if it is not known.
    package func format(of font: FontDescriptor) -> FontFormat? {
        if let content = content(of: font) { return content.format }
        if let format = font.place.flatMap(system.formatBesideSFNT) { return format }
        guard let (key, path) = file(of: font) else {
            // Fonts that are registered from data are sfnt.
            return font.scope == nil ? nil : font.face.outlines == .trueType ? .trueType : .openType
        }
        if let known = files.known(key), known.isSniffed { return known.format }
        do throws(FontError) {
            let format = try FontFile.format(at: path)
            files.remember(key) { ($0.isSniffed, $0.format) = (true, format) }
            return format
        } catch {
            return nil
        }
    }

    /// Returns the characters of a font that fontconfig lists outside of fontd's folders; nil for others.
    package func coverage(ofListed font: FontDescriptor) -> CharacterCoverage? {
        font.place.flatMap(system.coverage)
    }

    private func content(of font: FontDescriptor) -> StoredContent? { font.registrationID.flatMap { contents[$0] } }
}

extension FontManager {
    /// Makes the process remember facts of files from now on.
    ///
    /// Call it before fonts are looked for, so that those of variable files are remembered, too.
    package func rememberFacts() async throws(FontError) {
        let facts = processState.system.facts
        try await queue.perform { () throws(FontError) in facts.open() }
    }

    /// Returns what tells the facts of fonts, of which the registered ones are looked up in the store.
    ///
    /// - Throws: `registrationFailed` (301) if fontconfig cannot be used.
    package func listFacts(of fonts: [FontDescriptor]) async throws(FontError) -> ListFacts {
        let system = processState.system
        let listed = try await queue.perform { () throws(FontError) in
            system.facts.open()
            return try system.current(loadsRegistered: false).fonts
        }
        let ids = Set(fonts.compactMap(\.registrationID))
        // A store that cannot be read has no fonts to list.
        let contents = (try? await storedContents(of: ids)) ?? [:]
        return ListFacts(files: system.facts, contents: contents, system: listed)
    }

    /// Returns the bytes of registrations in the store, and perhaps of others, by the ids of the registrations.
    ///
    /// - Parameter ids: The ids; nil for all.
    /// - Throws: `registrationFailed` (301) if the store cannot be read.
    package func storedContents(of ids: Set<String>?) async throws(FontError) -> [String: StoredContent] {
        ids?.isEmpty == true ? [:] : try await backend.storedContents(of: ids)
    }

    /// Returns the fonts that programs see now: those of the system, and of the registered ones those that neither a
    /// provider nor fontconfig's configuration takes away.
    package func shown(among fonts: [FontDescriptor]) async throws(FontError) -> [FontDescriptor] {
        fonts.filter { !$0.isShared && $0.isEnabled }
            + (try await backend.shown(among: fonts.filter(\.isShared)))
    }

    /// Returns the families of the fonts that match, with those that programs do not see: what is disabled, and what the
    /// user hides of the system's fonts, if the options of the set include it.
    ///
    /// - Returns: The families, and the fonts that the user hides.
    /// - Throws: The errors of ``families(matching:locale:)``.
    package func familiesWithHidden(
        matching set: FontQuerySet, locale: Locale
    ) async throws(FontError) -> (families: [FontFamily], hidden: [FontDescriptor]) {
        let families = try await families(matching: set, locale: locale)
        guard set.options.contains(.includeDisabled) else { return (families, []) }
        let all = try await hiddenFonts()
        let hidden = try await queue.perform { () throws(FontError) in
            var candidates = FontCandidates(set.options.union(.namedInstances))
            for font in all {
                candidates.add(font) { text throws(FontError) in
                    guard let file = try? FontFile(contentsOf: font.path ?? "") else { return false }
                    return file.coverage(ofFace: font.face.index).covers(text)
                }
            }
            return try candidates.matching(set)
        }
        guard !hidden.isEmpty else { return (families, []) }
        return (FontFamily.families(of: families.flatMap(\.fonts) + hidden, locale: locale), hidden)
    }
}

extension FontDescriptor {
    /// Whether the font is in the store.
    ///
    /// It is a function of its own because the optimiser of Swift 6.3 fails where it is merged into a search.
    @inline(never)
    fileprivate var isShared: Bool {
        guard let scope else { return false }
        return scope != .process
    }
}

import FontModel
package import Fontconfig

extension SystemFontCache {
    /// Evaluates a set of queries over the system's fonts, which have no scope, provider or tag.
    package func fonts(matching set: FontQuerySet) throws(FontError) -> [FontDescriptor] {
        guard set.including.contains(where: { $0.scopes == nil && $0.provider == nil && $0.tag == nil }) else {
            return []
        }
        var candidates = FontCandidates(set.options)
        let index = try current(loadsRegistered: false)
        for (entry, font) in Self.candidates(for: set, in: index) {
            candidates.add(font) { index.fonts.covers(entry, $0) }
        }
        return try candidates.matching(set)
    }

    /// Returns the faces among which a set of queries selects, with their entries, ascending.
    private static func candidates(
        for set: FontQuerySet, in index: SystemFontIndex
    ) -> [(entry: Int, font: FontDescriptor)] {
        if set.including.count == 1, let family = set.including[0].family, let near = index.near(family) { return near }
        return index.descriptors.enumerated().map { (entry: $0.offset, font: $0.element) }
    }

    /// Returns the font outside fontd's folders that a target matches.
    package func foreignFont(_ target: FontTarget) -> ForeignFont? {
        guard let index = try? current(loadsRegistered: false) else { return nil }
        func file(_ path: String) -> String? { index.fonts.entries.first { $0.path.hasBytes(of: path) }?.path }
        func named(_ name: String) -> String? {
            index.find(name, as: .postscriptName).first?.path ?? index.find(name, as: .instance).first?.path
        }
        let path: String? =
            switch target.kind {
            case .file(let path): file(path)
            case .name(let name): named(name)
            case .id: nil
            case .family(let name):
                (index.find(name, as: .family) + index.find(name, as: .localizedFamily)).first?.path
            case .any(let text): file(text) ?? index.answering(to: text).first?.path
            }
        return path.map { ForeignFont(path: $0, context.paths, registration: owner($0)) }
    }

    /// The faces that programs see now outside of fontd's folders, in the form in which they are recorded as hidden.
    package var hideable: [HiddenFont] {
        guard let index = try? current(loadsRegistered: false) else { return [] }
        let counts = Dictionary(index.fonts.entries.map { (ExactText($0.path), 1) }, uniquingKeysWith: +)
        return zip(index.fonts.entries, index.descriptors).map { entry, font in
            var face = font.face
            // The names are sufficient to find it again.
            face.languages = []
            return HiddenFont(path: entry.path, faceCount: counts[ExactText(entry.path)] ?? 1, face: face)
        }
    }

    /// Whether programs still have a font with letters without some faces, or at least any font where none has letters.
    package func suffices(without hidden: Set<SystemFonts.Place>) -> Bool {
        guard let fonts = try? current(loadsRegistered: false).fonts else { return false }
        let all = fonts.entries.indices
        let rest = all.filter { place in
            let entry = fonts.entries[place]
            return !hidden.contains(SystemFonts.Place(path: entry.path, face: entry.face.index))
        }
        let hasLetters = { fonts.covers($0, "Aa") }
        return rest.contains(where: hasLetters) || !rest.isEmpty && !all.contains(where: hasLetters)
    }
}

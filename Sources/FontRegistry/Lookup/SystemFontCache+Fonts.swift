import FontModel
import Fontconfig

extension SystemFontCache {
    /// Evaluates a set of queries over the system's fonts, which have no scope, provider or tag.
    func fonts(matching set: FontQuerySet) throws(FontError) -> [FontDescriptor] {
        guard set.including.contains(where: { $0.scopes == nil && $0.provider == nil && $0.tag == nil }) else {
            return []
        }
        var candidates = FontCandidates(set.options)
        let index = try current(loadsRegistered: false)
        for (entry, font) in index.descriptors.enumerated() {
            candidates.add(font) { index.fonts.covers(entry, $0) }
        }
        return try candidates.matching(set)
    }

    /// Returns the font outside fontd's folders that a target matches.
    func foreignFont(_ target: FontTarget) -> ForeignFont? {
        guard let index = try? current(loadsRegistered: false) else { return nil }
        func file(_ path: String) -> String? { index.fonts.entries.first { $0.path == path }?.path }
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
        return path.map {
            ForeignFont(path: $0, paths, registration: store.registrations(at: [$0])[$0])
        }
    }
}

package import FontModel
package import Fontconfig

/// The rule for the face of a family: the font that a family alone means, without a style.
///
/// It is the font that fontconfig prefers, wherever fontconfig distinguishes them: by languages, slope, weight, width,
/// version and all else that it compares. Fonts that are equal to fontconfig differ by their names; see ``Regularity``.
/// Fonts that fontconfig does not have, such as those of process scope, are compared by ``Regularity`` alone, and precede
/// the others if they are as regular. If nothing distinguishes two fonts, the nearer scope decides, as for other names;
/// programs show the first in fontconfig's order.
package struct FamilyFaces {
    private let family: String
    private let fonts: [FontDescriptor]
    private let system: SystemFonts?

    /// - Parameters:
    ///   - family: The name as it was requested.
    ///   - fonts: The fonts of the family, in the order that decides last.
    ///   - system: The fonts that fontconfig has; nil to compare by ``Regularity`` alone.
    package init(_ family: String, _ fonts: [FontDescriptor], in system: SystemFonts?) {
        self.family = family
        self.fonts = fonts
        self.system = system
    }

    /// The face of the family; nil if there are no fonts.
    package var face: FontDescriptor? { nearest(among: fonts, to: nil) }

    /// The faces in the order in which a page uses them: the face of the family first, and of several with one style
    /// the one that programs show.
    package var ordered: [FontDescriptor] {
        guard fonts.count > 1 else { return fonts }
        struct Style: Hashable {
            var weight, width, slant: Double
            var traits: FontTraits.RawValue
            var axes: [VariationAxis]
        }
        var order: [Style] = []
        var groups: [Style: [FontDescriptor]] = [:]
        for font in fonts {
            let face = font.face
            let style = Style(
                weight: face.weight, width: face.width, slant: face.slant,
                traits: face.traits.intersection([.italic, .bold]).rawValue, axes: face.axes)
            if groups[style] == nil { order.append(style) }
            groups[style, default: []].append(font)
        }
        let first = face
        func isFirst(_ font: FontDescriptor) -> Bool {
            font.path.hasBytes(of: first?.path) && font.face.index == first?.face.index
        }
        let rest = order.flatMap { style -> [FontDescriptor] in
            let group = groups[style] ?? []
            guard group.count > 1, let best = nearest(among: group, to: group[0].face) else { return group }
            return group.filter { $0.path.hasBytes(of: best.path) && $0.face.index == best.face.index }
                + group.filter { !$0.path.hasBytes(of: best.path) || $0.face.index != best.face.index }
        }
        return rest.filter(isFirst) + rest.filter { !isFirst($0) }
    }

    private func nearest(among fonts: [FontDescriptor], to style: FontFace?) -> FontDescriptor? {
        let places = Set(fonts.compactMap(\.place))
        let (nearest, known) = system?.nearest(to: family, inStyleOf: style, among: places) ?? ([], [])
        let unknown = fonts.filter { $0.place.map { !known.contains($0) } ?? true }.flatMap(\.withInstances)
        let best = nearest.compactMap { place in
            fonts.first { $0.place == SystemFonts.Place(path: place.path, face: place.face) }?.instance(place.instance)
        }
        return first(of: unknown + best)
    }

    /// Returns the most regular font, the first of equal ones.
    private func first(of fonts: [FontDescriptor]) -> FontDescriptor? {
        let ranked = fonts.map { (font: $0, rank: Regularity(of: $0)) }
        guard let least = ranked.map(\.rank).min() else { return nil }
        let best = ranked.filter { $0.rank == least }.map(\.font)
        guard Set(best.map(\.place)).count > 1 else { return best.first }
        // Their names say the same: the flag remains, which only the files have, and then the scope.
        let marked = best.filter(\.isMarkedRegular)
        let equal = marked.isEmpty ? best : marked
        guard let nearest = equal.compactMap(\.rank).max() else { return equal.first }
        return equal.first { $0.rank == nearest }
    }
}

extension [FontDescriptor] {
    /// The most regular of fonts, whatever fontconfig prefers; nil if there are none.
    package var mostRegular: FontDescriptor? { FamilyFaces("", self, in: nil).face }
}

extension FontDescriptor {
    /// The face in the terms of fontconfig; nil without a file.
    package var place: SystemFonts.Place? { path.map { SystemFonts.Place(path: $0, face: face.index) } }

    /// The face itself and its named instances.
    fileprivate var withInstances: [FontDescriptor] {
        [self] + face.instances.indices.map { instance($0 + 1) }
    }

    /// Returns the font with one of its named instances, counted from 1; 0 for the face itself.
    fileprivate func instance(_ number: Int) -> FontDescriptor {
        var font = self
        font.instance = number > 0 && number <= face.instances.count ? face.instances[number - 1] : nil
        return font
    }

    /// Whether the face calls itself the regular one of its family (`OS/2.fsSelection` bit 6).
    fileprivate var isMarkedRegular: Bool {
        path.flatMap { try? FontDetails(ofFace: face.index, inFile: $0) }?.isMarkedRegular ?? false
    }
}

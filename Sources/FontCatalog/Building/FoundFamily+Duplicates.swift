import FontFiles
import FontModel

extension FoundFamily {
    /// Divides the files into those of the catalogue and those that have the PostScript name of another one.
    ///
    /// Two fonts with one PostScript name cannot both be registered, so a family with both could not be downloaded. Variable
    /// and static files are compared separately, because a download contains only one kind. An upright file is preferred,
    /// then the newest, then the first by name.
    /// - Returns: The family, and an error for each file that was left out.
    func withoutDuplicates(
        _ inspector: FileInspector, _ cache: BuildCache?
    ) throws(FontError) -> (family: FoundFamily, leftOut: [FontError]) {
        var dropped: Set<String> = []
        var errors: [FontError] = []
        let named = Dictionary(grouping: fonts.indices, by: { fonts[$0].first.postscriptName })
        for places in named.values where Set(places.map { fonts[$0].sha256 }).count > 1 {
            var kept: [Bool: (place: Int, isUpright: Bool, revision: Double)] = [:]
            var known: [(place: Int, isVariable: Bool)] = []
            for place in places {
                let facts = try fonts[place].facts(inspector, cache)
                guard let face = facts.faces.first?.face else { continue }
                known.append((place, facts.isVariable))
                let isUpright = !face.traits.contains(.italic) && face.slant == 0
                if let best = kept[facts.isVariable],
                    best.isUpright == isUpright ? best.revision >= face.revision : best.isUpright
                {
                    continue
                }
                kept[facts.isVariable] = (place, isUpright, face.revision)
            }
            for (place, isVariable) in known {
                guard let best = kept[isVariable], fonts[best.place].sha256 != fonts[place].sha256 else { continue }
                dropped.insert(fonts[place].sha256)
                let (name, other) = (fonts[place].first.postscriptName, fonts[best.place].item.name)
                errors.append(
                    FontError(
                        .duplicatedName,
                        "Another file of the same call has the PostScript name \(name): \(other). Omit one of the two.",
                        file: fonts[place].item.name))
            }
        }
        guard !dropped.isEmpty else { return (self, []) }
        return (
            FoundFamily(family, fonts.filter { !dropped.contains($0.sha256) }),
            errors.sorted { ($0.file ?? "") < ($1.file ?? "") }
        )
    }
}

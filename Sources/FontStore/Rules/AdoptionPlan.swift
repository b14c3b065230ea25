import FontModel

/// The plan for fonts of the user's font folders that are adopted, computed without side effects.
///
/// Files with the same bytes are one font. Of the fonts that conflict over a name (see ``ExactNames``), the registered
/// one stays enabled, or else the one with the most names is, such as a variable font beside a style of it, or else the
/// newest; the others are registered as disabled, so that none is lost.
enum AdoptionPlan {
    /// A file in a font folder.
    struct File: Sendable, Hashable {
        var path: String
        var sha256: String
        /// The modification time, in seconds since 1970-01-01 UTC.
        var modified: Double
        /// The number of faces.
        var faceCount = 1
        /// The places of the faces that the user has hidden, by `disable` or by a rule of fontconfig.
        var hiddenFaces: Set<Int> = []

        /// Whether the user has hidden all faces of the file.
        var isDisabled: Bool { hiddenFaces.count >= faceCount }

        /// Whether the file was hidden by its name.
        ///
        /// KDE's font installer disables a font by a dot before the name of its file (kcms/kfontinst, `Misc::hide`).
        var isHidden: Bool { PathText.name(of: path).hasPrefix(".") }

        /// Whether programs do not see the file.
        fileprivate var isWithheld: Bool { isHidden || isDisabled }
    }

    /// A font, with the facts about the registered ones.
    struct Font: Sendable {
        /// The files with the same bytes, the visible ones first.
        var files: [File]
        var faces: [KnownRegistration.KnownFace]
        /// The user's registration of the same content.
        var same: KnownRegistration?
        /// The enabled registrations of other contents that conflict with the font.
        var holders: [KnownRegistration] = []

        var revision: Double { faces.map(\.revision).max() ?? 0 }
    }

    enum Step: Sendable, Hashable {
        /// Only the files are moved.
        case keep(isEnabled: Bool)
        case enable
        case disable(AdoptedFont.Reason)
    }

    /// Returns the indices of the files of each font, the fonts in the order of their first paths.
    static func groups(of files: [File]) -> [[Int]] {
        let order = files.indices.sorted {
            (files[$0].isWithheld ? 1 : 0, files[$0].path) < (files[$1].isWithheld ? 1 : 0, files[$1].path)
        }
        return Dictionary(grouping: order) { files[$0].sha256 }.values
            .sorted { files[$0[0]].path < files[$1[0]].path }
    }

    /// Returns the places of the faces that programs see in none of the files of a font although they see others; empty if
    /// they see all, or none.
    static func partlyHiddenFaces(_ files: [File]) -> [Int] {
        // Programs see no face of a file that is hidden by its name.
        let seen = files.filter { !$0.isHidden }
        guard let first = seen.first else { return [] }
        let hidden = seen.dropFirst().reduce(first.hiddenFaces) { $0.intersection($1.hiddenFaces) }
        return hidden.count < first.faceCount ? hidden.sorted() : []
    }

    /// Returns the step for each font.
    static func steps(for fonts: [Font]) -> [Step] {
        var steps = fonts.map { font -> Step in
            if let same = font.same { return .keep(isEnabled: same.isEnabled) }
            if font.files[0].isDisabled { return .disable(.disabledBefore) }
            return font.files[0].isHidden ? .disable(.hidden) : .enable
        }
        let names = fonts.map { Set($0.faces.flatMap(\.names.all)) }
        let best = fonts.indices.filter { steps[$0] == .enable }.sorted { first, second in
            if names[first].count != names[second].count { return names[first].count > names[second].count }
            let (first, second) = (fonts[first], fonts[second])
            if first.revision != second.revision { return first.revision > second.revision }
            let dates = [first, second].map { $0.files.map(\.modified).max() ?? 0 }
            return dates[0] != dates[1] ? dates[0] > dates[1] : first.files[0].path < second.files[0].path
        }
        // The fonts to enable so far, by each of their names.
        var enabled: [String: [Int]] = [:]
        for index in best {
            let font = fonts[index]
            if let reason = reason(toDisable: font, among: enabled, of: fonts) {
                steps[index] = .disable(reason)
            } else {
                for name in names[index] { enabled[name, default: []].append(index) }
            }
        }
        return steps
    }

    private static func reason(
        toDisable font: Font, among enabled: [String: [Int]], of fonts: [Font]
    ) -> AdoptedFont.Reason? {
        let others = font.faces.flatMap(\.names.all).flatMap { enabled[$0] ?? [] }.map { fonts[$0] }
        let present = font.holders.map { ($0.faces, $0.file) } + others.map { ($0.faces, $0.files[0].path) }
        return present.lazy.compactMap { faces, file -> AdoptedFont.Reason? in
            font.faces.conflict(with: faces).map { .nameTaken($0.name, file: file, revision: $0.other.revision) }
        }.first
    }
}

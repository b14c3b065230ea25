import FontModel
import Glibc

extension HiddenFonts {
    /// The rules by which fontconfig hides the fonts.
    ///
    /// A pattern names the path, since a registered font of the same names must be seen. Where a collection keeps visible
    /// faces, it also names the face: a variable one by its family, since fontconfig lists its instances with names of
    /// their own.
    var rules: RejectRules {
        let files = Dictionary(grouping: hiddenFonts, by: \.path).sorted { $0.key < $1.key }
        return RejectRules(
            files.flatMap { path, fonts -> [RejectRules.Rule] in
                guard let first = fonts.first, fonts.count < first.faceCount else { return [.pattern([.file(path)])] }
                return fonts.map { font in
                    .pattern([
                        .file(path),
                        font.face.isVariable ? .family(font.face.family) : .postscriptName(font.face.postscriptName),
                    ])
                }
            })
    }
}

extension Projection {
    /// Writes the rules for hidden fonts, and lets running programs read them.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if they cannot be written.
    func apply(_ rules: RejectRules) throws(FontError) {
        let (file, root) = (context.paths.rejectRules, context.paths.persistentProjection)
        let isKnown = access(ProviderRecord.folder(of: file), F_OK) == 0
        try rules.write(context.paths)
        guard access(root, F_OK) == 0 else { return }
        touch(root, .persistent)
        // Programs do not watch a folder of rules that was missing when they started, but read it with changed fonts.
        if !isKnown { showParents(of: root) }
    }
}

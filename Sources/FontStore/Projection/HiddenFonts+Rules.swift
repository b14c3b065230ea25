import FontModel

extension HiddenFonts {
    /// The rules by which fontconfig hides the fonts.
    ///
    /// A pattern names the path, since a registered font of the same names must be seen. Where a collection keeps visible
    /// faces, it also names the face: a variable one by its family, since fontconfig lists its instances with names of
    /// their own.
    var rules: [RejectRules.Rule] {
        let files = Dictionary(grouping: hiddenFonts, by: \.path).sorted { $0.key < $1.key }
        return files.flatMap { path, fonts -> [RejectRules.Rule] in
            guard let first = fonts.first, fonts.count < first.faceCount else { return [.pattern([.file(path)])] }
            return fonts.map { font in
                .pattern([
                    .file(path),
                    font.face.isVariable ? .family(font.face.family) : .postscriptName(font.face.postscriptName),
                ])
            }
        }
    }
}

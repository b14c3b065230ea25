/// A value that fontconfig or FreeType reads differently from fontd.
struct Difference: Sendable {
    /// The property that differs, and the other reader.
    enum Field: String, Sendable, CaseIterable {
        case verdict = "registration"

        case listedFaces = "fontconfig: faces"
        case family = "fontconfig: family"
        case familyLost = "fontconfig: family name that we lack"
        case familyAdded = "fontconfig: family name that it lacks"
        case style = "fontconfig: style"
        case styleLost = "fontconfig: style name that we lack"
        case styleAdded = "fontconfig: style name that it lacks"
        case fullName = "fontconfig: full name"
        case fullNameLost = "fontconfig: full name that we lack"
        case fullNameAdded = "fontconfig: full name that it lacks"
        case language = "fontconfig: language of a name"
        case listedPostScriptName = "fontconfig: PostScript name"
        case weight = "fontconfig: weight"
        case width = "fontconfig: width"
        case slant = "fontconfig: slant"
        case spacing = "fontconfig: spacing"
        case revision = "fontconfig: font version"
        case charactersLost = "fontconfig: characters that we lack"
        case charactersAdded = "fontconfig: characters that it lacks"
        case listedColor = "fontconfig: colour"
        case listedOutlines = "fontconfig: outlines"
        case symbol = "fontconfig: symbol"
        case variable = "fontconfig: variable"
        case listedInstances = "fontconfig: named instances"
        case instanceStyle = "fontconfig: style of an instance"
        case instanceWeight = "fontconfig: weight of an instance"
        case instanceWidth = "fontconfig: width of an instance"
        case listedInstanceName = "fontconfig: PostScript name of an instance"

        case openedFaces = "FreeType: faces"
        case glyphCount = "FreeType: glyphs"
        case openedPostScriptName = "FreeType: PostScript name"
        case bold = "FreeType: bold"
        case italic = "FreeType: italic"
        case openedColor = "FreeType: colour"
        case openedOutlines = "FreeType: outlines"
        case vertical = "FreeType: vertical metrics"
        case fixedWidth = "FreeType: fixed width"
        case axes = "FreeType: axes"
        case openedInstances = "FreeType: named instances"
        case openedInstanceName = "FreeType: PostScript name of an instance"
    }

    var field: Field
    var face: Int
    /// The number of the named instance, from 1; 0 if the difference concerns the face.
    var instance = 0
    var ours: String
    var theirs: String
    /// The name that only one side has.
    var text = ""
    var characters: [UInt32] = []
}

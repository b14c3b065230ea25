import FontRegistry

/// The condition of a family of several styles.
struct FamilyExplanation: Sendable {
    /// The family.
    var name: String
    /// The text that was asked for.
    var query: String
    /// The styles, registered ones first.
    var styles: [FontExplanation] = []
    /// The face that the family alone means; nil if programs see none.
    var face: FontDescriptor?
    /// Disabled registrations whose styles programs see from enabled ones.
    var alternatives: [Registration] = []
    var remedy = Remedy.none
    /// The program of the question.
    var program: KnownProgram?

    init(name: String, query: String) {
        self.name = name
        self.query = query
    }

    /// The number of styles that people see: a variable font has one for each of its named instances.
    static func count(_ styles: [FontExplanation]) -> Int { styles.reduce(0) { $0 + $1.styleNames.count } }

    /// The styles that programs do not see.
    var hidden: [FontExplanation] { styles.filter { !$0.situation.isVisible } }

    /// The running programs that show the last change of a style only when they are started again.
    var toRestart: [ProgramGroup] {
        var seen: Set<KnownProgram> = []
        return styles.flatMap(\.toRestart).filter { seen.insert($0.program).inserted }
    }

    /// The first style that programs do not see, or else that of the family's face, with the remedy for the family.
    var representative: FontExplanation? {
        let regular = styles.first { $0.face?.postscriptName == face?.postscriptName }
        guard var style = hidden.first ?? regular ?? styles.first else { return nil }
        style.query = query
        style.remedy = remedy
        style.program = program
        style.toRestart = toRestart
        return style
    }
}

extension FontExplanation {
    /// The PostScript names of the face and of its named instances.
    var styleNames: [String] {
        guard let face else { return [query] }
        let instances = face.instances.filter { !$0.isDefault }.map(\.postscriptName)
        return [face.postscriptName] + instances.filter { $0 != face.postscriptName }
    }
}

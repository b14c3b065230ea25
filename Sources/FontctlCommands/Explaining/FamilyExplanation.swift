import FontRegistry

/// The condition of a family of several styles.
struct FamilyExplanation: Sendable {
    /// The family.
    var name: String
    /// The text that was asked for.
    var query: String
    /// The styles, registered ones first.
    var styles: [FontExplanation] = []
    /// Disabled registrations whose styles programs see from enabled ones.
    var alternatives: [Registration] = []
    var remedy = Remedy.none
    /// The program of the question.
    var program: KnownProgram?

    init(name: String, query: String) {
        self.name = name
        self.query = query
    }

    /// The styles that programs do not see.
    var hidden: [FontExplanation] { styles.filter { !$0.situation.isVisible } }

    /// The running programs that show the last change of a style only when they are started again.
    var toRestart: [ProgramGroup] {
        var seen: Set<KnownProgram> = []
        return styles.flatMap(\.toRestart).filter { seen.insert($0.program).inserted }
    }

    /// The first style that programs do not see, or else the first style, with the remedy for the family.
    var representative: FontExplanation? {
        guard var style = hidden.first ?? styles.first else { return nil }
        style.query = query
        style.remedy = remedy
        style.program = program
        style.toRestart = toRestart
        return style
    }
}

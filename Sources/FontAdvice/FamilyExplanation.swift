import FontRegistry

/// The condition of a family of several styles.
package struct FamilyExplanation: Sendable {
    /// The family.
    package var name: String
    /// The text that was asked for.
    package var query: String
    /// The styles, registered ones first; at least one.
    package var styles: [FontExplanation] = []
    /// The face that the family alone means; nil if programs see none.
    package var face: FontDescriptor?
    /// Disabled registrations whose styles programs see from enabled ones.
    package var alternatives: [Registration] = []
    /// The files in fontd's font folders that show styles without a registration.
    package var unrecorded: [String] = []
    package var remedy = Remedy.none
    /// The program of the question.
    package var program: KnownProgram?

    package init(name: String, query: String) {
        self.name = name
        self.query = query
    }

    /// Returns the PostScript names of the styles that people see, of which a variable font has one for each instance.
    ///
    /// A name is repeated only if programs see one font of the name and not another.
    package static func names(_ styles: [FontExplanation]) -> [String] {
        [true, false].flatMap { isVisible in
            var seen: Set<String> = []
            return styles.filter { $0.situation.isVisible == isVisible }.flatMap(\.styleNames)
                .filter { seen.insert($0).inserted }
        }
    }

    /// The styles that programs do not see.
    package var hidden: [FontExplanation] { styles.filter { !$0.situation.isVisible } }

    /// The running programs that show the last change of a style only when they are started again.
    package var toRestart: [ProgramGroup] {
        var seen: Set<KnownProgram> = []
        return styles.flatMap(\.toRestart).filter { seen.insert($0.program).inserted }
    }

    /// The first style that programs do not see, or else that of the family's face, with the remedy for the family.
    package var representative: FontExplanation {
        let regular = styles.first { $0.face?.postscriptName == face?.postscriptName }
        var style = hidden.first ?? regular ?? styles[0]
        style.query = query
        style.remedy = remedy
        style.program = program
        style.toRestart = toRestart
        style.unrecorded = unrecorded
        return style
    }
}

extension FontExplanation {
    /// The PostScript names of the face and of its named instances, or of the instance that it is.
    fileprivate var styleNames: [String] {
        guard let face else { return [query] }
        guard !isInstance else { return [face.postscriptName] }
        let instances = face.instances.filter { !$0.isDefault }.map(\.postscriptName)
        return [face.postscriptName] + instances.filter { $0 != face.postscriptName }
    }
}

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
    /// The font of another family that programs show for the family, although they see its styles.
    package var replacement: FontSubstitution?
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

    /// Returns the PostScript names of those styles that people see and that fulfil a condition, of which a variable font
    /// has one for each instance; family and style where several styles have one PostScript name.
    ///
    /// A name is repeated only if programs see one font of the name and not another.
    package func names(where isWanted: (FontExplanation) -> Bool) -> [String] {
        let groups = Dictionary(grouping: styles.compactMap(\.face), by: \.postscriptName)
        let shared = groups.filter { Set($1.map { $0.style.lowercased() }).count > 1 }
        return [true, false].flatMap { isVisible in
            var seen: Set<String> = []
            return styles.filter { $0.situation.isVisible == isVisible && isWanted($0) }
                .flatMap { $0.styleNames(formed: $0.face.map { shared[$0.postscriptName] != nil } ?? false) }
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
        if let replacement { (style.isReplaced, style.substitution) = (true, replacement) }
        return style
    }
}

extension FontExplanation {
    /// Returns the PostScript names of the face and of its named instances, or of the instance that it is.
    ///
    /// - Parameter isFormed: Whether family and style are the name of the face, since its PostScript name is no own one.
    fileprivate func styleNames(formed isFormed: Bool) -> [String] {
        guard let face else { return [query] }
        let name = isFormed ? "\(face.family) \(face.style)" : face.postscriptName
        guard !isInstance else { return [name] }
        let instances = face.instances.filter { !$0.isDefault }.map(\.postscriptName)
        return [name] + instances.filter { $0 != face.postscriptName }
    }
}

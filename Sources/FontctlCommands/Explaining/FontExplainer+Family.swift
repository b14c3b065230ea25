import FontRegistry

extension FontExplainer {
    /// Explains a family of several styles.
    ///
    /// - Returns: Nil if the text is the id or the PostScript name of a font, or no family of several files or faces.
    func explain(family name: String) async throws(FontError) -> FamilyExplanation? {
        let registered = try await manager.registrations(answeringTo: name)
        guard !registered.contains(where: { $0.id == name || $0.faces.contains { $0.isNamed(name) } })
        else { return nil }
        let members = registered.filter { RegistrationSelection.hasFamily(name, $0) }
        // Of registrations with the same name, programs see the enabled one.
        var styles: [String: (registration: Registration, face: FontFace)] = [:]
        for registration in members {
            for face in registration.faces where RegistrationSelection.hasFamily(name, face) {
                if let other = styles[face.postscriptName], other.registration.isEnabled || !registration.isEnabled {
                    continue
                }
                styles[face.postscriptName] = (registration, face)
            }
        }
        // Programs see the system's copy of a font that is disabled.
        let system = try await manager.fonts(matching: FontQuery(family: name)).filter { font in
            font.origin == .system && styles[font.postscriptName]?.registration.isEnabled != true
        }
        for font in system { styles[font.postscriptName] = nil }
        guard styles.count + system.count > 1, !system.contains(where: { $0.face.isNamed(name) }) else { return nil }
        var answer = FamilyExplanation(
            name: styles.first?.value.face.family ?? system.first?.face.family ?? name, query: name)
        for (name, style) in styles.sorted(by: { $0.key < $1.key }) {
            answer.styles.append(try await explain(style.registration, as: name, among: members))
        }
        var seen: Set<String> = []
        for font in system where seen.insert(font.postscriptName).inserted {
            var style = FontExplanation(font.postscriptName, .system)
            style.face = font.face
            style.file = font.path
            answer.styles.append(style)
        }
        answer.program = program
        let isFamilyOnly = RegistrationSelection(name, among: registered).readings.count == 1
        answer.remedy = remedy(answer, members, isFamilyOnly: isFamilyOnly)
        return answer
    }

    /// Returns the remedy after which programs see all styles.
    ///
    /// - Parameters:
    ///   - members: The registrations of the family.
    ///   - isFamilyOnly: Whether the text means nothing but the family.
    private func remedy(_ family: FamilyExplanation, _ members: [Registration], isFamilyOnly: Bool) -> Remedy {
        let hidden = family.hidden
        guard !hidden.isEmpty else {
            let toRestart = family.toRestart
            return toRestart.isEmpty ? .none : .restart(toRestart)
        }
        let disabled = hidden.filter { $0.situation == .disabled }.compactMap(\.registration?.id)
        var commands: [String] = []
        if !disabled.isEmpty {
            let isWhole = Set(disabled) == Set(members.filter { !$0.isEnabled }.map(\.id))
            var words: [String] = []
            for id in disabled where !words.contains(id) { words.append(id) }
            if isWhole { words = (isFamilyOnly ? [] : ["--family"]) + [family.query] }
            commands.append(ShellWords.line(["fontctl", "enable"] + words))
        }
        let others = hidden.filter { $0.situation != .disabled }.map(\.remedy)
        for case let command? in others.map(\.command) where !commands.contains(command) { commands.append(command) }
        // A cause that no command removes is left to the user.
        let sentence = others.first { $0.command == nil }?.sentence ?? "To show all styles to programs:"
        return Remedy(sentence: sentence, command: commands.isEmpty ? nil : commands.joined(separator: " && "))
    }
}

extension FontFace {
    /// Whether a text is the PostScript name of the face or of a named instance.
    fileprivate func isNamed(_ text: String) -> Bool {
        postscriptName == text || instances.contains { $0.postscriptName == text }
    }
}

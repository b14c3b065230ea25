import FontAdvice
import FontRegistry

/// The font that programs show instead of another one.
extension ExplanationReport {
    var substituteName: String { explanation.substitution?.font.sentenceName ?? "" }

    /// That programs see the font, and not by its family.
    var replaced: Message {
        if let known = explanation.substitution?.knownAs {
            return "Programs see \(name), but know its family as \(known)."
        }
        return "Programs see \(name), but show \(substituteName) for its family."
    }

    /// That programs see the styles of the family, and not by its name.
    var replacedFamily: Message {
        if let known = explanation.substitution?.knownAs { return "Programs know the family as \(known)." }
        return "Programs show \(substituteName) for the name of the family."
    }

    /// Adds the font that programs show instead, and the reason.
    func addSubstitution(to facts: inout FactLines) {
        facts.add(tr("instead"), explanation.substitution.map { tr(substitutionText($0)) })
    }

    private func substitutionText(_ substitution: FontSubstitution) -> Message {
        let font = substitution.font
        let name = "\(font.sentenceName) (\(font.postscriptName))"
        if substitution.knownAs != nil { return "\(name), for the family by its own name" }
        if let family = explanation.face?.family, RegistrationSelection.hasFamily(family, font.face) {
            return "\(name): another style of the family"
        }
        if let family = substitution.reason.alias {
            let isInstalled = family.lowercased() == font.face.family.lowercased()
            return switch (substitution.reason.configuration, isInstalled) {
            case (nil, true): "\(name): a rule substitutes \(family)"
            case (nil, false): "\(name): a rule substitutes \(family), which is not installed"
            case (let file?, true): "\(name): a rule in \(file) substitutes \(family)"
            case (let file?, false): "\(name): a rule in \(file) substitutes \(family), which is not installed"
            }
        }
        return switch (explanation.situation == .generic, substitution.reason.language) {
        case (true, nil): "\(name): it is the first choice"
        case (true, let language?): "\(name): it is the first choice for the language \(language)"
        case (false, nil): "\(name): no rule has the name; it is the first choice"
        case (false, let language?):
            "\(name): no rule has the name; it is the first choice for the language \(language)"
        }
    }
}

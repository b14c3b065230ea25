import FontAdvice
import FontRegistry
import FontValidation

extension FontExplainer {
    /// Explains a folder or an archive that no longer exists by the fonts that were registered from it.
    func explain(
        gone path: String, _ fonts: [Registration], among registered: [Registration]
    ) async throws(FontError) -> FontExplanation {
        var answer = FontExplanation(path, .gone)
        answer.file = path
        answer.others = fonts
        try await judge(&answer, among: registered)
        return answer
    }

    /// Adds the remedy for the first of its registered fonts that programs do not see, or that they see all.
    private func judge(_ answer: inout FontExplanation, among registered: [Registration]) async throws(FontError) {
        answer.remedy = .none
        for font in answer.others {
            let explanation = try await explain(font, as: font.id, among: registered)
            if !explanation.situation.isVisible {
                answer.remedy = explanation.remedy
                return
            }
        }
        answer.areAllShown = true
    }

    /// Explains a folder or an archive by its contents: as registering it would find them, whatever they were registered
    /// from.
    ///
    /// - Parameter kind: ``ExplainedFont/Situation/folder`` or ``ExplainedFont/Situation/archive``.
    func explain(
        collection path: String, _ kind: ExplainedFont.Situation, among registered: [Registration]
    ) async throws(FontError) -> FontExplanation {
        var answer = FontExplanation(path, kind, .fontctl("To register the fonts in it:", "register", path))
        answer.file = path
        let trial = RegistrationOptions(isDryRun: true)
        let outcomes = try await manager.register([.path(path)], scope: .persistent, options: trial)
            .summary().outcomes
        if outcomes.count == 1, let failure = outcomes[0].error, outcomes[0].status == .failed,
            outcomes[0].item == path
        {
            // The archive itself may be sound.
            guard failure.code != .registrationFailed else { return answer }
            answer.situation = .invalid
            answer.findings = FontFile.check(.failure(failure), as: FileValidation.self).findings
            answer.remedy = kind == .folder ? Remedy(sentence: failure.message) : .unpack(path, failure)
            return answer
        }
        let contents = CollectionContents(outcomes, registered)
        answer.unusableFiles = contents.unusable
        answer.archivedFonts = outcomes.count - contents.unusable
        answer.others = contents.registered
        answer.otherForms = contents.otherForms
        if !contents.left.isEmpty {
            if let remedy = contents.remedy(path) { answer.remedy = remedy }
        } else {
            try await judge(&answer, among: registered)
        }
        return answer
    }
}

/// The results that registering the fonts of a folder or an archive would have.
private struct CollectionContents {
    /// The number of files that cannot be registered.
    var unusable = 0
    /// The number of fonts that are registered in another form.
    var otherForms = 0
    /// The registered fonts, in their present state.
    var registered: [Registration]
    /// The fonts that would be registered or refused.
    var left: [FontOutcome] = []

    init(_ outcomes: [FontOutcome], _ registrations: [Registration]) {
        let ids = Set(outcomes.filter { $0.status == .alreadyRegistered }.compactMap(\.registration?.id))
        registered = registrations.filter { ids.contains($0.id) }
        let enabled = Set(registered.filter(\.isEnabled).map(\.id))
        for outcome in outcomes {
            // A font that has the name of another one is a font.
            if outcome.status == .failed, outcome.error?.code != .duplicatedName { unusable += 1 }
            // The same font in the form that is registered.
            if outcome.takenInstead != nil || outcome.error?.conflict.map({ ids.contains($0.id) }) ?? false {
                if outcome.status != .alreadyRegistered { otherForms += 1 }
            } else if outcome.registration.map({ !enabled.contains($0.id) }) ?? true {
                left.append(outcome)
            }
        }
    }

    /// Returns the remedy if all other fonts are refused; nil if some can be registered.
    func remedy(_ path: String) -> Remedy? {
        guard left.allSatisfy({ $0.status == .failed }) else { return nil }
        let advice = RegisterAdvice(options: RegistrationOptions())
        let errors = left.compactMap(\.error)
        for error in errors {
            guard let replacement = advice.remedy(for: error, registered: []) else { continue }
            guard let command = advice.command(replacement, file: path) else { break }
            return Remedy(sentence: "To show them to programs in place of the registered fonts:", command: command)
        }
        return errors.first.map { Remedy(sentence: "\($0.file ?? path): \($0.message)") }
    }
}

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
            outcomes[0].item.hasBytes(of: path)
        {
            // The archive itself may be sound.
            guard failure.code != .registrationFailed else { return answer }
            answer.situation = .invalid
            answer.findings = FontFile.check(.failure(failure), as: FileValidation.self).findings
            answer.remedy = kind == .folder ? Remedy(sentence: failure.text) : .unpack(path, failure)
            return answer
        }
        let ids = Set(outcomes.filter { $0.status == .alreadyRegistered }.compactMap(\.registration?.id))
        // In their present state.
        answer.others = registered.filter { ids.contains($0.id) }
        let enabled = Set(answer.others.filter(\.isEnabled).map(\.id))
        // The fonts that would be registered or refused.
        var left: [FontOutcome] = []
        for outcome in outcomes {
            // A font that has the name of another one is a font.
            if outcome.status == .failed, outcome.error?.code != .duplicatedName { answer.unusableFiles += 1 }
            // The same font in the form that is registered.
            if outcome.takenInstead != nil || outcome.error?.conflict.map({ ids.contains($0.id) }) ?? false {
                if outcome.status != .alreadyRegistered { answer.otherForms += 1 }
            } else if outcome.registration.map({ !enabled.contains($0.id) }) ?? true {
                left.append(outcome)
            }
        }
        answer.archivedFonts = outcomes.count - answer.unusableFiles
        if left.isEmpty {
            try await judge(&answer, among: registered)
        } else if left.allSatisfy({ $0.status == .failed }), let remedy = Self.remedy(ofRefused: left, in: path) {
            answer.remedy = remedy
        }
        return answer
    }

    /// Returns the remedy if all fonts are refused that are not registered.
    private static func remedy(ofRefused left: [FontOutcome], in path: String) -> Remedy? {
        let advice = RegisterAdvice(options: RegistrationOptions())
        let errors = left.compactMap(\.error)
        for error in errors {
            guard let replacement = advice.remedy(for: error, registered: []) else { continue }
            guard let command = advice.command(replacement, file: path) else { break }
            return Remedy(sentence: "To show them to programs in place of the registered fonts:", command: command)
        }
        return errors.first.map { Remedy(sentence: "\($0.file ?? path): \($0.text)") }
    }
}

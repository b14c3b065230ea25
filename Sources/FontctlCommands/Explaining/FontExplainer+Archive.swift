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
        for font in fonts {
            let explanation = try await explain(font, as: font.id, among: registered)
            guard explanation.situation.isVisible else {
                answer.remedy = explanation.remedy
                return answer
            }
        }
        answer.areAllShown = true
        return answer
    }

    /// Explains a folder or an archive by its contents: as registering it would find them, whatever they were registered
    /// from.
    ///
    /// - Parameter kind: ``FontExplanation/Situation/folder`` or ``FontExplanation/Situation/archive``.
    func explain(
        collection path: String, _ kind: FontExplanation.Situation, among registered: [Registration]
    ) async throws(FontError) -> FontExplanation {
        var answer = FontExplanation(path, kind, .fontctl("To register the fonts in it:", "register", path))
        answer.file = path
        let advice = RegisterAdvice(options: RegistrationOptions())
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
        // A font that has the name of another one is a font.
        answer.unusableFiles = outcomes.count { $0.status == .failed && $0.error?.code != .duplicatedName }
        answer.archivedFonts = outcomes.count - answer.unusableFiles
        let ids = Set(outcomes.filter { $0.status == .alreadyRegistered }.compactMap(\.registration?.id))
        // In their present state, not in that after registering the archive.
        answer.others = registered.filter { ids.contains($0.id) }
        let enabled = Set(answer.others.filter(\.isEnabled).map(\.id))
        // The same fonts in the form that is registered.
        let isOtherForm = { (outcome: FontOutcome) in
            outcome.takenInstead != nil || outcome.error?.conflict.map { ids.contains($0.id) } ?? false
        }
        let left = outcomes.filter { outcome in
            !isOtherForm(outcome) && outcome.registration.map { !enabled.contains($0.id) } ?? true
        }
        answer.otherForms = outcomes.count { $0.status != .alreadyRegistered && isOtherForm($0) }
        if left.isEmpty {
            for font in answer.others {
                let explanation = try await explain(font, as: font.id, among: registered)
                guard explanation.situation.isVisible else {
                    answer.remedy = explanation.remedy
                    return answer
                }
            }
            answer.areAllShown = true
            answer.remedy = .none
        } else if left.allSatisfy({ $0.status == .failed }) {
            let errors = left.compactMap(\.error)
            let replacement = errors.lazy.compactMap { advice.remedy(for: $0, registered: []) }.first
            if let command = replacement.flatMap({ advice.command($0, file: path) }) {
                answer.remedy = Remedy(
                    sentence: "To show them to programs in place of the registered fonts:", command: command)
            } else if let error = errors.first {
                answer.remedy = Remedy(sentence: "\(error.file ?? path): \(error.message)")
            }
        }
        return answer
    }
}

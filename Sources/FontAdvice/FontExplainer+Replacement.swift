import FontRegistry
import Glibc

extension FontExplainer {
    /// Adds what programs show for the family of a font that they see, if that is another font.
    func addReplacement(to answer: inout FontExplanation) async throws(FontError) {
        guard let found = try await replacement(of: answer) else { return }
        (answer.isReplaced, answer.substitution) = (true, found)
        answer.remedy = .keepFamily(found, isEditable: context.registry != nil)
    }

    /// Adds what programs show for a family whose styles they see, if that is a font of another one.
    func addReplacement(to answer: inout FamilyExplanation) async throws(FontError) {
        guard let style = answer.styles.first(where: \.situation.isVisible),
            let found = try await replacement(of: style)
        else { return }
        answer.replacement = found
        // The styles that programs do not see at all come first.
        if answer.hidden.isEmpty { answer.remedy = .keepFamily(found, isEditable: context.registry != nil) }
    }

    private func replacement(of font: FontExplanation) async throws(FontError) -> FontSubstitution? {
        guard font.situation == .shown || font.situation == .system, let face = font.face,
            let path = font.registration?.path ?? font.file
        else { return nil }
        return try await manager.substitution(insteadOf: face, at: path)
    }
}

extension Remedy {
    /// Shows a font to programs by its own family, which a rule of the configuration replaces.
    ///
    /// - Parameter isEditable: Whether the configuration is the caller's.
    fileprivate static func keepFamily(_ found: FontSubstitution, isEditable: Bool) -> Remedy {
        if isEditable, let file = found.reason.configuration, access(file, W_OK) == 0 {
            return Remedy(
                sentence: "To see it by its family, remove the rule for the family from the configuration:",
                command: ShellWords.line(["editor", file]))
        }
        return Remedy(
            sentence: found.knownAs.map { "Choose the family \($0) in programs." }
                ?? "A rule of fontconfig's configuration replaces the family.")
    }
}

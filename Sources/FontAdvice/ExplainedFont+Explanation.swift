import FontRegistry

extension FontExplainer.Answer {
    /// Returns the explanation for a caller.
    ///
    /// - Parameter isSandboxed: Whether the caller is in a sandbox, and learns nothing of the user's configuration.
    package func explained(isSandboxed: Bool = false) -> ExplainedFont {
        switch self {
        case .font(let font): font.explained(isSandboxed: isSandboxed)
        case .family(let family): family.explained(isSandboxed: isSandboxed)
        }
    }
}

extension FontExplanation {
    /// Returns the explanation for a caller.
    package func explained(isSandboxed: Bool = false) -> ExplainedFont {
        var explained = ExplainedFont(
            query: query, situation: situation, isVisible: isVisible, advice: remedy.sentence, command: remedy.command)
        explained.postscriptName = face?.postscriptName
        explained.family = face?.family
        explained.registration = registration
        explained.disabledBy = unusable?.disabledBy
        explained.file = file
        explained.package = self.package
        explained.fault = facts?.fault
        explained.rejectedBy = facts?.rejectedBy ?? []
        explained.isShownInSandboxes = isShownInSandboxes
        explained.shadow = shadow
        explained.shadowReason = shadowReason.flatMap { ExplainedFont.Preference(rawValue: $0.reason.rawValue) }
        explained.substitute = substitution?.font
        explained.substitution = substitution?.reason
        if isSandboxed { explained.substitution?.configuration = nil }
        explained.others = others
        explained.unrecorded = isSandboxed ? [] : unrecorded
        explained.suggestions = suggestions
        explained.hasPendingTouches = hasPendingTouches
        explained.toRestart = toRestart.flatMap(\.roots).map(\.user)
        explained.weights = weights
        explained.systemRegistration = owner.map { .init(id: $0.id, provider: $0.provider) }
        explained.isHiddenForAllUsers = hiding != nil
        explained.program = program.map { .init(id: $0.id, follows: $0.following) }
        return explained
    }

    fileprivate var style: ExplainedFont.Style {
        var style = ExplainedFont.Style(
            situation: situation, isVisible: situation.isVisible, advice: remedy.sentence, command: remedy.command)
        style.postscriptName = face?.postscriptName
        style.style = face?.style
        style.id = registration?.id
        style.file = registration?.file ?? file
        return style
    }
}

extension FamilyExplanation {
    /// The explanation of the first style that programs do not see, or else of the family's face, with all styles in short.
    package func explained(isSandboxed: Bool = false) -> ExplainedFont {
        var explained = representative.explained(isSandboxed: isSandboxed)
        explained.regular = face?.postscriptName
        explained.styles = styles.map(\.style)
        return explained
    }
}

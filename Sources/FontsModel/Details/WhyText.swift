package import FontModel
package import FontRegistry

/// What programs get for a font, why, and what solves it.
package struct WhyText: Sendable, Hashable {
    /// An action of the application that solves it.
    package enum Solution: Sendable, Hashable {
        case turnOn(FontTarget)
        /// Turns the font off that is in the way.
        case turnOff(FontTarget)
        case repairStore
        case openFile(path: String)
        case install(path: String)
        case download(name: String)
    }

    /// Whether programs show the font.
    package var isShown: Bool
    package var title: String
    /// What programs get, as sentences.
    package var sentences: [String]
    /// The solutions, the most likely first.
    package var solutions: [Solution]
    /// The programs that show the last change only after a restart.
    package var toRestart: [String]
    /// The command that does the same, for people who use a terminal; nil if there is none.
    package var command: String?

    package init(_ explained: ExplainedFont) {
        isShown = explained.isVisible
        title = isShown ? tr("Programs show this font") : tr("Programs do not show this font")
        sentences = Self.reasons(explained)
        solutions = Self.solutions(explained)
        toRestart = explained.toRestart.map(\.program).unique
        command = explained.command
        if !toRestart.isEmpty {
            sentences.append(
                tr("Restart {programs} to see the change there.").filled(["programs": ListText.names(toRestart)]))
        }
    }

    private static func reasons(_ explained: ExplainedFont) -> [String] {
        var sentences = [situation(explained)].compactMap(\.self)
        if let shadow = explained.shadow {
            let preference =
                switch explained.shadowReason {
                case .sameContents: tr("They show another file with the same contents.")
                case .newerVersion: tr("They show {other}, whose version is higher.")
                case .language: tr("They show {other}, which supports your language.")
                case .order, nil: tr("They show {other}, which comes first.")
                }
            sentences.append(preference.filled(["other": shadow.sentenceName]))
        }
        if let substitute = explained.substitute, !explained.isOf(substitute) {
            sentences.append(
                tr("In its place they show {other}.").filled(["other": substitute.sentenceName]))
        }
        if !explained.suggestions.isEmpty {
            sentences.append(
                tr("Similar names: {names}").filled(["names": ListText.names(explained.suggestions)]))
        }
        if explained.isShownInSandboxes == false {
            sentences.append(tr("Programs in sandboxes do not see it."))
        }
        if let package = explained.package {
            sentences.append(tr("It belongs to the package {name}.").filled(["name": DisplayText.clean(package)]))
        }
        for weight in explained.weights {
            sentences.append(
                tr("Programs take {style} for the weight {weight}.").filled([
                    "style": weight.style, "weight": NumberText.decimal(weight.shown),
                ]))
        }
        return sentences
    }

    private static func situation(_ explained: ExplainedFont) -> String? {
        switch explained.situation {
        case .shown: tr("It is installed and turned on.")
        case .system: tr("It is a font of the system.")
        case .disabled:
            explained.disabledBy == .provider
                ? tr("The program that installed it has turned it off.") : tr("You turned it off.")
        case .hidden:
            explained.isHiddenForAllUsers
                ? tr("The administrator has turned it off for all users.") : tr("You turned it off.")
        case .rejected: tr("A rule of your fontconfig configuration hides it.")
        case .folderNotConfigured: tr("Your fontconfig configuration does not have the folder of fonts.")
        case .shadowed: tr("Programs prefer another font.")
        case .damaged: tr("Its stored file is missing or damaged.")
        case .sessionEnded: tr("It was installed for a session that has ended.")
        case .notRegistered: tr("The file is not installed.")
        case .invalid: tr("The file cannot be installed.")
        case .archive, .folder: tr("It is not a single font.")
        case .gone: tr("The file is gone.")
        case .generic: tr("The name stands for a kind of font, which every system chooses for itself.")
        case .notFound: tr("There is no font of this name.")
        }
    }

    private static func solutions(_ explained: ExplainedFont) -> [Solution] {
        let own = explained.registration.map { FontTarget.id($0.id) }
        switch explained.situation {
        case .disabled: return own.map { [.turnOn($0)] } ?? []
        case .hidden:
            guard !explained.isHiddenForAllUsers else { return [] }
            return [.turnOn(explained.file.map(FontTarget.file) ?? .any(explained.query))]
        case .shadowed: return explained.shadow.map { [.turnOff(.font($0))] } ?? []
        case .damaged: return [.repairStore]
        case .rejected, .folderNotConfigured: return explained.rejectedBy.map { .openFile(path: $0) }
        case .notRegistered: return explained.file.map { [.install(path: $0)] } ?? []
        case .notFound: return [.download(name: explained.query)]
        case .shown, .system, .sessionEnded, .invalid, .archive, .folder, .gone, .generic: return []
        }
    }
}

extension ExplainedFont {
    /// Whether a font is the one that is explained, which cannot be shown in its own place: fontconfig's answer may be older
    /// than a change.
    fileprivate func isOf(_ font: FontDescriptor) -> Bool {
        if let path = font.path, path == file || path == registration?.file { return true }
        if let registration, font.registrationID == registration.id { return true }
        return ([postscriptName].compactMap(\.self) + (registration?.faces ?? []).map(\.postscriptName))
            .contains(font.face.postscriptName)
    }
}

import FontAdvice
import FontRegistry

/// The condition of a family of several styles.
struct FamilyExplanationReport: Report {
    var family: FamilyExplanation
    /// The width of the terminal; nil if the output is not a terminal.
    var columns: Int?

    private var representative: ExplanationReport {
        ExplanationReport(explanation: family.representative, columns: columns)
    }

    /// The document of the first style that programs do not see, or else of the first one, with all styles in short.
    var json: JSON { representative.document(family.explained()) }

    var text: TextOutput { TextOutput(tr(summary), facts, family.remedy, columns: columns) }

    private var summary: Message {
        func count(_ isCounted: (FontExplanation) -> Bool) -> Int { family.names(where: isCounted).count }
        let (registered, system) = (count { $0.registration != nil }, count { $0.registration == nil })
        let all = registered + system
        // Of two fonts with one name, one may be registered and the other one of the system.
        let seen = [true, false].reduce(0) { sum, isRegistered in
            sum + count { $0.situation.isVisible && ($0.registration != nil) == isRegistered }
        }
        let title: Message = "\(family.name) has \(counted(all, "style"))."
        let visible: Message =
            switch seen {
            case all: "Programs see all of them."
            case 0: "Programs see none of them."
            default: "Programs see \(seen) of them."
            }
        var sentences = [title]
        if seen < all || family.replacement == nil { sentences.append(visible) }
        if family.replacement != nil { sentences.append(representative.replacedFamily) }
        if registered > 0 {
            let enabled = count { $0.registration?.isEnabled == true }
            let text: Message =
                enabled == registered
                ? "Registered and enabled: \(registered)." : "Registered: \(registered) (enabled: \(enabled))."
            sentences.append(text)
        }
        if system > 0 {
            let own = count { $0.situation == .hidden && $0.hiding == nil }
            let others = count { $0.hiding != nil }
            let text: Message =
                switch (own, others) {
                case (0, 0): "Of the system: \(system)."
                case (_, 0): "Of the system: \(system) (hidden by you: \(own))."
                case (0, _): "Of the system: \(system) (hidden from all users by the administrator: \(others))."
                default:
                    "Of the system: \(system) (hidden by you: \(own); hidden from all users by the administrator: \(others))."
                }
            sentences.append(text)
        }
        return Message(sentences)
    }

    private var facts: FactLines {
        var facts = FactLines(columns: columns)
        for situation in ExplainedFont.Situation.allCases {
            let styles = family.styles.filter { $0.situation == situation }
            guard !styles.isEmpty else { continue }
            let names = tr(family.names { $0.situation == situation }.listText)
            let texts = Set(styles.map { Self.text(of: names, withCauseOf: $0) })
            facts.add(Self.label(situation), texts.count == 1 ? texts.first : names)
        }
        if family.replacement != nil {
            representative.addSubstitution(to: &facts)
        } else if family.styles.count > 1, let face = family.face {
            facts.add(tr("family"), tr("\(face.postscriptName), for the name of the family alone"))
        }
        ExplanationReport.addUnrecorded(family.unrecorded, to: &facts)
        for style in family.styles where !style.weights.isEmpty {
            facts.add(tr("weights"), ProgramView.weightsText(style.weights))
        }
        if !family.alternatives.isEmpty {
            let names = Set(family.alternatives.flatMap { $0.faces.map(\.postscriptName) }).sorted()
            facts.add(
                tr("unneeded"), tr("\(names.listText): disabled, and programs show their styles from other files"))
        }
        representative.addPrograms(to: &facts)
        return facts
    }

    private static func label(_ situation: ExplainedFont.Situation) -> String {
        switch situation {
        case .shown: tr("visible")
        case .disabled: tr("disabled")
        case .rejected: tr("rejected")
        case .folderNotConfigured: tr("unsearched")
        case .shadowed: tr("shadowed")
        case .damaged: tr("damaged")
        case .sessionEnded: tr("session-ended")
        case .system: tr("system")
        case .hidden: tr("hidden")
        // These are no situations of a style.
        case .notRegistered, .invalid, .gone, .archive, .folder, .generic, .notFound: situation.rawValue
        }
    }

    /// Returns the names of styles with the cause for which programs do not see one of them.
    private static func text(of names: String, withCauseOf style: FontExplanation) -> String {
        switch style.situation {
        case .rejected:
            let files = style.facts?.rejectedBy ?? []
            return files.isEmpty
                ? tr("\(names): rejected by a <rejectfont> rule")
                : tr("\(names): rejected by \(files.joined(separator: ", "))")
        case .folderNotConfigured: return tr("\(names): the folder is in no <dir> of the configuration")
        case .shadowed: return style.shadowReason?.shownInstead.map { "\(names): \($0)" } ?? names
        case .damaged:
            return switch style.facts?.fault {
            case nil: names
            case .missing: tr("\(names): the stored file is missing")
            case .damaged: tr("\(names): the stored file is damaged")
            case .notShown: tr("\(names): the file is missing in the font folder")
            }
        default: return names
        }
    }

    var exitStatus: Int32 {
        family.hidden.isEmpty && family.replacement == nil ? ExitStatus.done : ExitStatus.failed
    }
}

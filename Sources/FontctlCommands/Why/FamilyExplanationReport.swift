import FontAdvice
import FontRegistry

/// The condition of a family of several styles.
struct FamilyExplanationReport: Report {
    var family: FamilyExplanation
    /// The width of the terminal; nil if the output is not a terminal.
    var columns: Int?

    private var representative: ExplanationReport? {
        family.representative.map { ExplanationReport(explanation: $0, columns: columns) }
    }

    /// The document of the first style that programs do not see, or else of the first one, with all styles in short.
    var json: JSON { representative?.document(family.explained()) ?? .null }

    var text: TextOutput {
        var text = TextOutput()
        for line in FactLines.wrap(summary, columns: columns) { text.line(line) }
        for line in facts.lines { text.line(line) }
        for line in FactLines.wrap(family.remedy.sentence, columns: columns) { text.line(line) }
        // On a line of its own and never wrapped, so that it can be copied.
        if let command = family.remedy.command { text.line("  " + command) }
        return text
    }

    private var summary: String {
        func count(_ isCounted: (FontExplanation) -> Bool) -> Int {
            FamilyExplanation.names(family.styles.filter(isCounted)).count
        }
        let (registered, system) = (count { $0.registration != nil }, count { $0.registration == nil })
        let all = registered + system
        var parts: [String] = []
        if registered > 0 {
            let enabled = count { $0.registration?.isEnabled == true }
            parts.append(
                enabled == registered
                    ? "\(registered) registered and enabled" : "\(registered) registered (\(enabled) enabled)")
        }
        if system > 0 {
            let own = count { $0.situation == .hidden && $0.hiding == nil }
            let others = count { $0.hiding != nil }
            let hidings = [
                own > 0 ? "you have hidden \(own)" : nil,
                others > 0 ? "the administrator has hidden \(others) from all users" : nil,
            ].compactMap(\.self)
            parts.append("\(system) of the system" + (hidings.isEmpty ? "" : " (\(hidings.listText))"))
        }
        let seen = all - count { !$0.situation.isVisible }
        let visible = seen == all ? "all" : seen == 0 ? "none" : "\(seen)"
        return
            "\(family.name) has \(counted(all, "style")): \(parts.joined(separator: "; ")). Programs see \(visible) of them."
    }

    private var facts: FactLines {
        var facts = FactLines(columns: columns)
        for situation in FontExplanation.Situation.allCases {
            let styles = family.styles.filter { $0.situation == situation }
            guard !styles.isEmpty else { continue }
            let names = FamilyExplanation.names(styles).listText
            let causes = Set(styles.map(Self.cause))
            facts.add(Self.label(situation), names + (causes.count == 1 ? causes.first ?? "" : ""))
        }
        if family.styles.count > 1, let face = family.face {
            facts.add("family", "\(face.postscriptName), for the name of the family alone")
        }
        ExplanationReport.addUnrecorded(family.unrecorded, to: &facts)
        for style in family.styles { facts.add("weights", ExplanationReport.weightsText(style)) }
        if !family.alternatives.isEmpty {
            let names = Set(family.alternatives.flatMap { $0.faces.map(\.postscriptName) }).sorted()
            facts.add("unneeded", "\(names.listText): disabled, and programs show their styles from other files")
        }
        representative?.addPrograms(to: &facts)
        return facts
    }

    private static func label(_ situation: FontExplanation.Situation) -> String {
        switch situation {
        case .shown: "visible"
        case .system: "system"
        case .folderNotConfigured: "unsearched"
        default: situation.rawValue
        }
    }

    /// Returns the cause for which programs do not see a style, with a colon before it.
    private static func cause(_ style: FontExplanation) -> String {
        switch style.situation {
        case .rejected:
            let files = style.facts?.rejectedBy ?? []
            return ": rejected by " + (files.isEmpty ? "a <rejectfont> rule" : files.joined(separator: ", "))
        case .folderNotConfigured: return ": its folder is in no <dir> of the configuration"
        case .shadowed: return style.shadowReason.map { ": \($0.cause())" } ?? ""
        case .damaged:
            return switch style.facts?.fault {
            case nil: ""
            case .missing: ": the stored file is missing"
            case .damaged: ": the stored file is damaged"
            case .notShown: ": the file is missing in the font folder"
            }
        default: return ""
        }
    }

    var exitStatus: Int32 { family.hidden.isEmpty ? ExitStatus.done : ExitStatus.failed }
}

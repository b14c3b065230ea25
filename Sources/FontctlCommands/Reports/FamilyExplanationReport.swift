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
    var json: JSON {
        let styles = family.styles.map { style -> JSON in
            [
                "postscriptName": JSON(style.face?.postscriptName), "style": JSON(style.face?.style),
                "situation": .string(style.situation.rawValue), "visible": .bool(style.situation.isVisible),
                "id": JSON(style.registration?.id), "file": JSON(style.registration?.file ?? style.file),
                "advice": .string(style.remedy.sentence), "command": JSON(style.remedy.command),
            ]
        }
        return representative?.json.adding(("styles", .array(styles))) ?? .null
    }

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
        let registered = family.styles.compactMap(\.registration)
        let system = family.styles.count - registered.count
        var parts: [String] = []
        if !registered.isEmpty {
            let enabled = registered.count(where: \.isEnabled)
            parts.append(
                "\(registered.count) registered"
                    + (enabled == registered.count ? " and enabled" : ", of which \(enabled) enabled"))
        }
        if system > 0 {
            let hidden = family.styles.count { $0.situation == .hidden }
            parts.append("\(system) of the system" + (hidden > 0 ? ", of which you have hidden \(hidden)" : ""))
        }
        let seen = family.styles.count - family.hidden.count
        let visible = seen == family.styles.count ? "all" : seen == 0 ? "none" : "\(seen)"
        return
            "\(family.name) has \(counted(family.styles.count, "style")): \(parts.joined(separator: "; ")). Programs see \(visible) of them."
    }

    private var facts: FactLines {
        var facts = FactLines(columns: columns)
        for situation in FontExplanation.Situation.allCases {
            let styles = family.styles.filter { $0.situation == situation }
            guard !styles.isEmpty else { continue }
            let names = styles.compactMap(\.face?.postscriptName).listText
            let causes = Set(styles.map(Self.cause))
            facts.add(Self.label(situation), names + (causes.count == 1 ? causes.first ?? "" : ""))
        }
        if !family.alternatives.isEmpty {
            let names = Set(family.alternatives.flatMap { $0.faces.map(\.postscriptName) }).sorted()
            facts.add("unneeded", "\(names.listText): disabled, and shown from other files")
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
        case .folderNotConfigured: return ": no <dir> of the configuration has the folder"
        case .shadowed: return style.shadow?.path.map { ": programs see \($0) instead" } ?? ""
        case .damaged: return style.facts?.fault.map { ": the stored file is \($0.rawValue)" } ?? ""
        default: return ""
        }
    }

    var exitStatus: Int32 { family.hidden.isEmpty ? ExitStatus.done : ExitStatus.failed }
}

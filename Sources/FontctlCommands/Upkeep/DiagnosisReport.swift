import FontRegistry

/// The findings of the self-check.
struct DiagnosisReport: Report {
    var diagnosis: Diagnosis
    /// The registrations, for the summary if there are no problems.
    var registrations: [Registration] = []
    /// The width of the terminal; nil if the output is not a terminal.
    var columns: Int?

    /// Whether no finding needs an action.
    var isWell: Bool { diagnosis.findings.allSatisfy { $0.isRepaired || $0.severity == .note } }

    var json: JSON {
        let findings = diagnosis.findings.map { finding -> JSON in
            JSON(finding).adding(("repairable", JSON(finding.isRepairable)))
        }
        return [
            "healthy": JSON(diagnosis.isHealthy), "findings": .array(findings),
            "checked": JSON(diagnosis.checks.map(\.rawValue)), "changed": .bool(!changes.isEmpty),
        ]
    }

    var changes: [String] { diagnosis.findings.filter(\.isRepaired).map { "repaired \($0.id)" } }

    var text: TextOutput {
        var text = TextOutput()
        for finding in diagnosis.findings {
            let verdict = finding.isRepaired ? "repaired" : finding.severity.rawValue
            text.paragraph("\(verdict): \(finding.message) [\(finding.id)]", columns: columns)
            guard !finding.isRepaired, !finding.advice.isEmpty else { continue }
            text.paragraph(finding.advice, after: "  ", indent: 2, columns: columns)
        }
        text.paragraph(checked, columns: columns)
        text.line(verdict)
        return text
    }

    /// The checks that were made, and the number of fonts.
    private var checked: String {
        let checks = diagnosis.checks.map { $0.rawValue.replacing("-", with: " ") }.joined(separator: ", ")
        guard isWell else { return "Checked: \(checks)." }
        let faces = registrations.reduce(0) { $0 + $1.faces.count }
        return "Checked: \(checks); \(counted(registrations.count, "registration")), \(counted(faces, "face"))."
    }

    /// The last line.
    private var verdict: String {
        let repairable = diagnosis.findings.filter(\.isRepairable).map(\.id)
        let ids = Set(repairable).sorted { repairable.firstIndex(of: $0) ?? 0 < repairable.firstIndex(of: $1) ?? 0 }
        guard ids.isEmpty else { return "`fontctl doctor --repair` would repair: \(ids.joined(separator: ", "))" }
        guard diagnosis.isHealthy else { return "not healthy" }
        let warnings = diagnosis.findings.count { $0.severity == .warning && !$0.isRepaired }
        return warnings == 0 ? "healthy" : "no errors, \(counted(warnings, "warning"))"
    }

    var exitStatus: Int32 { diagnosis.isHealthy ? ExitStatus.done : ExitStatus.failed }
}

import FontRegistry

/// The findings of the self-check.
struct DiagnosisReport: Report {
    var diagnosis: Diagnosis
    /// The registrations, for the summary if there are no problems.
    var registrations: [Registration] = []

    /// Whether no finding needs an action.
    var isWell: Bool { diagnosis.findings.allSatisfy { $0.isRepaired || $0.severity == .note } }

    var json: JSON {
        let findings = diagnosis.findings.map { finding -> JSON in
            [
                "id": .string(finding.id), "severity": .string(finding.severity.rawValue),
                "message": .string(finding.message), "advice": .string(finding.advice),
                "repaired": JSON(finding.isRepaired),
            ]
        }
        return ["healthy": JSON(diagnosis.isHealthy), "findings": .array(findings)]
    }

    var text: TextOutput {
        var text = TextOutput()
        for finding in diagnosis.findings {
            let verdict = finding.isRepaired ? "repaired" : finding.severity.rawValue
            text.line("\(verdict): \(finding.message) [\(finding.id)]")
            if !finding.isRepaired, !finding.advice.isEmpty { text.line("  \(finding.advice)") }
        }
        if isWell {
            let faces = registrations.reduce(0) { $0 + $1.faces.count }
            text.line(
                "No problems found: \(counted(registrations.count, "registration")), \(counted(faces, "face"))."
            )
        }
        return text
    }

    var exitStatus: Int32 { diagnosis.isHealthy ? ExitStatus.done : ExitStatus.failed }
}

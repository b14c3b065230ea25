import FontRegistry

/// What the self-check found.
struct DiagnosisReport: Report {
    var diagnosis: Diagnosis

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
        return text
    }

    var hint: String? { "Everything is in order." }

    var exitStatus: Int32 { diagnosis.isHealthy ? ExitStatus.done : ExitStatus.failed }
}

import FontRegistry

/// The verdicts of the deep check.
struct ValidationReport: Report {
    var results: [FontValidation]

    var json: JSON {
        let results = results.map { result -> JSON in
            [
                "file": .string(result.file), "format": JSON(result.format?.rawValue), "valid": JSON(result.isValid),
                "code": JSON(result.code), "findings": .array(result.findings.map(Self.finding)),
            ]
        }
        return ["results": .array(results)]
    }

    private static func finding(_ finding: FontFinding) -> JSON {
        [
            "severity": .string(finding.severity.rawValue), "code": JSON(finding.code), "face": JSON(finding.faceIndex),
            "table": JSON(finding.table), "offset": JSON(finding.offset), "message": .string(finding.message),
        ]
    }

    var text: TextOutput {
        var text = TextOutput()
        for result in results {
            let verdict = result.isValid ? "valid  " : "invalid"
            text.line("\(verdict)  \(result.file)\(result.code.map { " (\($0))" } ?? "")")
            text.table(
                result.findings.map { finding in
                    let place = [
                        finding.faceIndex.map { "face \($0)" }, finding.table.map { "table \($0)" },
                        finding.offset.map { "byte \($0)" },
                    ]
                    return [
                        finding.severity.rawValue, place.compactMap { $0 }.joined(separator: ", "), finding.message,
                    ]
                }, indent: 2)
        }
        return text
    }

    var diagnostics: [String] {
        let invalid = results.count { !$0.isValid }
        return invalid == 0
            ? []
            : ["\(counted(invalid, "file")) of \(results.count) cannot be registered. Get a sound copy from its maker."]
    }

    var exitStatus: Int32 { results.allSatisfy(\.isValid) ? ExitStatus.done : ExitStatus.failed }
}

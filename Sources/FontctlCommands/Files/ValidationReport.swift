import FontRegistry
import FontValidation

/// The results of deep checks.
struct ValidationReport: Report {
    var results: [FileValidation]
    /// The files in folders and archives that were not checked.
    var skipped = SkippedFiles()
    /// The paths as they were typed.
    var given = GivenPaths()
    /// The width of the terminal; nil if the output is not a terminal.
    var columns: Int?

    var json: JSON { ["results": JSON(results), "unread": skipped.unreadArchives] }

    var text: TextOutput {
        var text = TextOutput()
        for result in results {
            let verdict = result.isValid ? "valid  " : "invalid"
            text.line("\(verdict)  \(given.shown(result.file))\(result.code.map { " (\($0))" } ?? "")")
            // Errors come first here; JSON keeps the order in which the findings were made.
            let errors = result.findings.filter { $0.severity == .error }
            let warnings = result.findings.filter { $0.severity == .warning }
            guard let columns else {
                text.table((errors + warnings).flatMap(Self.rows), indent: 2)
                continue
            }
            for row in (errors + warnings).flatMap(Self.rows) {
                let line = row.filter { !$0.isEmpty }.joined(separator: "  ")
                let indent = row[0].isEmpty ? "    " : "  "
                text.paragraph(line, after: indent, indent: 4, columns: columns)
            }
        }
        if results.count > 1 {
            let invalid = results.count { !$0.isValid }
            let warned = results.count { $0.isValid && !$0.findings.isEmpty }
            let (files, valid) = (counted(results.count, "file"), results.count - invalid)
            text.line(
                warned == 0
                    ? "\(files): \(valid) valid; \(invalid) invalid"
                    : "\(files): \(valid) valid, \(warned) of them with warnings; \(invalid) invalid")
        }
        return text
    }

    /// Returns the problem with its place, and its consequence in a second row.
    private static func rows(_ finding: FontFinding) -> [[String]] {
        let table = finding.table.map { $0.hasSuffix("header") ? $0 : "table \($0)" }
        let place = [finding.faceIndex.map { "face \($0)" }, table, finding.offset.map { "byte \($0)" }]
            .compactMap { $0 }.joined(separator: ", ")
        return [
            [finding.severity.rawValue, place, "\(finding.message) [\(finding.kind.rawValue)]"],
            ["", "", finding.consequence],
        ]
    }

    var diagnostics: [String] {
        let invalid = results.count { !$0.isValid }
        guard invalid > 0 else { return skipped.lines }
        let isDamaged = results.contains { !$0.isValid && $0.code == FontError.Code.invalidFontData.rawValue }
        let advice = isDamaged ? " Download the damaged files again, or use another release of the font." : ""
        return ["\(counted(invalid, "file")) of \(results.count) cannot be registered.\(advice)"] + skipped.lines
    }

    var exitStatus: Int32 { results.allSatisfy(\.isValid) ? ExitStatus.done : ExitStatus.failed }
}

import ArgumentParser
import FontRegistry
import FontValidation

struct Validate: FontctlCommand {
    static let configuration = CommandConfiguration(
        "validate", abstract: "Check font files in depth.",
        discussion: """
            Checks files, and the fonts in folders and archives that `fontctl register` would register. For each font \
            file it reports whether the file can be registered, and its defects: the face, the table, the byte in the \
            file, and the consequence for users of the font. A file with an error cannot be registered; a file with \
            warnings can.

            It checks more than registration does: every table of every face, every outline in FreeType, and for \
            variable faces also every outline at the ends of the axes and at the named instances. Large collections \
            take several seconds. Exits with status 1 if any file cannot be registered.

            Examples:
              fontctl validate *.ttf
              fontctl validate ~/Downloads/Lora
              fontctl validate --json font.ttf
            """)

    @Argument(help: ArgumentHelp("Font files, archives, or folders to search.", valueName: "file-or-folder"))
    var files: [PathArgument]

    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let found = FoundFonts(at: try context.absolute(files))
        return ValidationReport(
            results: found.items.map(Self.check),
            skipped: SkippedFiles(passedOver: found.passedOver, unread: found.unread),
            given: context.given, columns: context.console.textColumns)
    }

    private static func check(_ item: FontItem) -> FileValidation {
        // An archive whose fonts are not read is a file that is no font, with the code that the service gives as well.
        if case .failure(let error) = item.kind, let path = error.file, AbsolutePath.isFile(path) {
            return FontFile.check(.file(path), as: FileValidation.self)
        }
        return FontFile.check(item, as: FileValidation.self)
    }
}

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
        let verdicts = (valid: tr("valid"), invalid: tr("invalid"))
        let width = max(TextColumns.count(verdicts.valid), TextColumns.count(verdicts.invalid))
        for result in results {
            let verdict = result.isValid ? verdicts.valid : verdicts.invalid
            let space = String(repeating: " ", count: width - TextColumns.count(verdict))
            text.line("\(verdict)\(space)  \(given.shown(result.file))\(result.code.map { " (\($0))" } ?? "")")
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
                    ? tr("\(files): \(valid) valid; \(invalid) invalid")
                    : tr("\(files): \(valid) valid, \(warned) of them with warnings; \(invalid) invalid"))
        }
        return text
    }

    /// Returns the problem with its place, and its consequence in a second row.
    private static func rows(_ finding: FontFinding) -> [[String]] {
        let table = finding.table.map { table in
            switch table {
            case FontFinding.directory: tr("sfnt header")
            case FontFinding.collectionHeader: tr("collection header")
            default: tr("table \(table)")
            }
        }
        let place = [finding.faceIndex.map { tr("face \($0)") }, table, finding.offset.map { tr("byte \($0)") }]
            .compactMap { $0 }.joined(separator: ", ")
        let severity =
            switch finding.severity {
            case .error: tr("error")
            case .warning: tr("warning")
            }
        return [
            [severity, place, "\(finding.localizedMessage) [\(finding.kind.rawValue)]"],
            ["", "", finding.localizedConsequence],
        ]
    }

    var diagnostics: [String] {
        let invalid = results.count { !$0.isValid }
        guard invalid > 0 else { return skipped.lines }
        let isDamaged = results.contains { !$0.isValid && $0.code == FontError.Code.invalidFontData.rawValue }
        let count = Message(
            for: invalid, one: "\(invalid) file of \(results.count) cannot be registered.",
            many: "\(invalid) files of \(results.count) cannot be registered.")
        let advice = isDamaged ? " " + tr("Download the damaged files again, or use another release of the font.") : ""
        return [tr(count) + advice] + skipped.lines
    }

    var exitStatus: Int32 { results.allSatisfy(\.isValid) ? ExitStatus.done : ExitStatus.failed }
}

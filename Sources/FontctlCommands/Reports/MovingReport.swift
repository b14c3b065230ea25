import FontRegistry

/// The file that an export wrote.
struct ExportReport: Report {
    /// The path of the file; nil for standard output, to which nothing else is printed.
    var file: String?
    /// Whether the file is a manifest alone.
    var isManifest: Bool
    var exported: ExportedFonts

    var json: JSON {
        [
            "file": JSON(file), "manifest": .bool(isManifest), "registrations": JSON(exported.registrations),
            "fonts": JSON(exported.files), "size": JSON(exported.size),
        ]
    }

    var text: TextOutput {
        guard let file else { return TextOutput() }
        let fonts = isManifest ? [] : [counted(exported.files, "font file")]
        return TextOutput([
            [file, counted(exported.registrations, "registration")] + fonts + [byteCount(exported.size)]
        ])
    }

    var diagnostics: [String] {
        guard let file, !isManifest, file.lowercased().hasSuffix(".json") else { return [] }
        let command = ShellWords.line(["fontctl", "export", "--manifest", file])
        return ["\(file) is a tar with the fonts. For their list as JSON, run `\(command)`."]
    }
}

/// The outcomes of an import, and what happened to the policy.
struct ImportReport: Report {
    enum Policy: String, Sendable, Hashable {
        /// The policy of the export is another one and was not applied.
        case differs
        case changed, unchanged
        /// The policy could not be changed, after the fonts were imported.
        case failed
        /// The export has no policy to apply.
        case missing
    }

    var summary: SummaryReport
    /// Nil if the export has no policy and none was requested.
    var policy: Policy?
    /// The reason for which the policy could not be changed.
    var policyFailure: Failure?

    var json: JSON {
        let document = summary.json.adding(("policy", policy.map { .string($0.rawValue) }))
        return policyFailure.map { document.adding(("policyError", $0.error)) } ?? document
    }
    var text: TextOutput { summary.text }
    var exitStatus: Int32 { policyFailure?.exitStatus ?? summary.exitStatus }
    var hint: String? { summary.summary.outcomes.isEmpty ? "The export has no fonts." : nil }

    var diagnostics: [String] {
        var lines = summary.diagnostics
        if summary.summary.errors.contains(where: { $0.code == .fileNotFound }) {
            lines.append("Specify folders that have the missing fonts with --fonts FOLDER.")
        }
        switch policy {
        case .differs:
            lines.append("The export has another policy for programs, which is not applied. Pass --policy to apply it.")
        case .changed:
            lines.append(
                summary.isDryRun
                    ? "The policy would be replaced." : "The policy was replaced. `fontctl undo` takes this back first."
            )
        case .failed:
            lines += policyFailure?.diagnostics ?? []
            lines.append("The policy was not applied. Import again with --policy to apply it.")
        case .missing: lines.append("The export has no policy; the present one is kept.")
        case .unchanged, nil: break
        }
        return lines
    }
}

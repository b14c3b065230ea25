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
        let fonts = isManifest ? [] : [tr(counted(exported.files, "font file"))]
        return TextOutput([
            [file, tr(counted(exported.registrations, "registration"))] + fonts + [byteCount(exported.size)]
        ])
    }

    var diagnostics: [String] {
        guard let file, !isManifest, file.lowercased().hasSuffix(".json") else { return [] }
        let command = ShellWords.line(["fontctl", "export", "--manifest", file])
        let shown = FontctlContext.current.given.shown(file)
        return [tr("\(shown) is a tar archive with the fonts. To write only their list as JSON, run `\(command)`.")]
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
    /// The permissions in the policy of the export that the present policy does not give.
    var grants: [PolicyGrant] = []
    /// The consent hook of the export, if the present policy has another one or none.
    var consent: FontPolicy.Consent?
    /// Whether the change of the policy can be undone.
    var isPolicyRecorded = true

    var json: JSON {
        let granted: JSON? =
            [.differs, .changed].contains(policy)
            ? .array(
                grants.map { grant in
                    let permissions = grant.permissions.map { JSON.Member(key: $0.member, value: .string($0.value)) }
                    return .object([JSON.Member(key: "provider", value: .string(grant.subject))] + permissions)
                }) : nil
        return summary.document(isChanged: !changes.isEmpty).adding(
            ("policy", policy.map { .string($0.rawValue) }), ("grants", granted), ("consent", consent.map(JSON.init)),
            ("policyError", policyFailure?.error))
    }
    var text: TextOutput { summary.text }
    var changes: [String] {
        summary.changes + (policy == .changed && !summary.isDryRun ? ["changed the policy"] : [])
    }
    var exitStatus: Int32 { policyFailure?.exitStatus ?? summary.exitStatus }
    var hint: String? { summary.summary.outcomes.isEmpty ? tr("The export contains no fonts.") : nil }

    var diagnostics: [String] {
        var lines = summary.diagnostics
        if summary.summary.errors.contains(where: { $0.code == .fileNotFound }) {
            lines.append(tr("Specify the folders of the missing fonts with --fonts FOLDER."))
        }
        switch policy {
        case .differs:
            lines.append(
                tr(
                    "The export contains a different policy for programs, which is not applied. Pass --policy to apply it."
                ))
            lines += grantLines
        case .changed:
            lines.append(replacement)
            lines += grantLines
        case .failed:
            lines += policyFailure?.diagnostics ?? []
            lines.append(tr("The policy was not applied. Import again with --policy to apply it."))
        case .missing: lines.append(tr("The export contains no policy; the current one is kept."))
        case .unchanged, nil: break
        }
        return lines
    }

    /// The text on the policy that the policy of the export replaced.
    private var replacement: String {
        if summary.isDryRun { return tr("The policy would be replaced.") }
        return isPolicyRecorded
            ? tr("The policy was replaced. `fontctl undo` first undoes this change.")
            : tr(
                "The policy was replaced. `fontctl undo` cannot undo this change, because it could not be recorded in the store."
            )
    }

    /// The number of providers whose new permissions are listed; JSON has all.
    private static let grantsShown = 20

    /// A line for each provider with new permissions, and for the consent hook.
    private var grantLines: [String] {
        var lines = grants.prefix(Self.grantsShown).map { grant in
            let permissions = grant.permissions.map { "\($0.member) \($0.value)" }.joined(separator: ", ")
            return switch grant.subject {
            case "default": tr("Permissions of all programs outside of sandboxes in the export: \(permissions).")
            case "sandboxed": tr("Permissions of all sandboxed programs in the export: \(permissions).")
            default: tr("Permissions of \(grant.subject) in the export: \(permissions).")
            }
        }
        if grants.count > Self.grantsShown {
            let more = counted(grants.count - Self.grantsShown, "other provider")
            lines.append(tr("The export also gives permissions to \(more); --json lists all of them."))
        }
        if let consent { lines.append(tr("Consent hook in the export: \(consent.words).")) }
        return lines
    }
}

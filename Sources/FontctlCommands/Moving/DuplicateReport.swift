import FontAdvice
import FontRegistry

/// Fonts that are there several times.
struct DuplicateList: Report {
    var groups: [DuplicateGroup]
    /// The terminal; nil if the paths are not cut.
    var terminal: FittedTable.Terminal?

    var json: JSON { ["groups": .array(groups.map(Self.document))] }

    private static func document(_ group: DuplicateGroup) -> JSON {
        [
            "kind": .string(group.kind.rawValue), "names": JSON(group.names), "family": .string(group.family),
            "shown": JSON(group.shown), "resolvable": .bool(group.isResolvable),
            "members": .array(group.members.map(Self.document)),
        ]
    }

    private static func document(_ font: DuplicateFont) -> JSON {
        var preference: ExplainedFont.Preference?
        if case .shadowed(let reason) = font.condition { preference = reason }
        return [
            "id": .string(font.id), "origin": .string(font.origin.word),
            "provider": JSON(font.registration?.provider), "package": JSON(font.package),
            "condition": .string(font.condition.word), "because": JSON(preference?.rawValue),
            "file": .string(font.file), "path": JSON(font.path), "sha256": .string(font.sha256),
            "size": JSON(font.byteCount), "revision": .number(font.revision), "version": .string(font.version),
            "faces": .array(font.faces.map { JSON.face($0, file: font.path) }),
        ]
    }

    var text: TextOutput {
        let rows = groups.flatMap { group in
            group.members.enumerated().map { place, font in
                [
                    place == 0 ? Self.title(group) : "", Self.words(font, in: group), Self.origin(font),
                    decimal(font.revision, places: 3), byteCount(Int(font.byteCount)), font.file,
                    font.registration?.id ?? "",
                ]
            }
        }
        let header = [
            tr("FONT"), tr("PROGRAMS"), tr("ORIGIN"), tr("REVISION"), tr("SIZE"), tr("FILE"), tr("ID"),
        ]
        return TextOutput(rows, under: header, on: terminal)
    }

    var hint: String? { tr("No fonts are there several times.") }

    private static func title(_ group: DuplicateGroup) -> String {
        let names = group.names.text(first: 2)
        return group.kind == .contents ? tr("\(names) (same bytes)") : names
    }

    /// Returns what programs do with a font, and why.
    private static func words(_ font: DuplicateFont, in group: DuplicateGroup) -> String {
        switch font.condition {
        case .shown where font.id == group.shown: tr("get it")
        case .shown: tr("see it")
        case .shadowed(.sameContents): tr("get another one: same bytes")
        case .shadowed(.newerVersion): tr("get another one: newer")
        case .shadowed(.language): tr("get another one: your language")
        case .shadowed(.order): tr("get another one: first in order")
        case .disabled: tr("do not see it: disabled")
        case .hidden: tr("do not see it: hidden")
        }
    }

    private static func origin(_ font: DuplicateFont) -> String {
        switch font.origin {
        case .registered(let registration): tr("registered by \(registration.provider)")
        case .own: tr("your file")
        case .package(let name): tr("package \(name)")
        case .other: tr("system")
        }
    }
}

/// What was done with duplicates.
struct DuplicateResolutionReport: Report {
    var summary: SummaryReport
    /// The fonts that stay as they are.
    var left: [DuplicateResolution.Left]
    /// The groups that were left out, since another one decides otherwise, or since programs get a font outside of them.
    var skipped: [DuplicateGroup] = []
    /// The names that programs find no font by any more.
    var lost: [String] = []

    var json: JSON {
        let documents = left.map { left -> JSON in
            SkippedFiles.document(left.error).adding(("package", JSON(left.font.package)))
        }
        return summary.json.adding(
            ("left", .array(documents)), ("lost", lost.isEmpty ? nil : JSON(lost)),
            ("leftGroups", skipped.isEmpty ? nil : .array(skipped.map { JSON($0.names) })))
    }

    var text: TextOutput {
        var text = summary.text
        let moved = summary.isDryRun ? 0 : summary.summary.outcomes.count { $0.status == .movedToTrash }
        if moved > 0 { text.paragraph(tr(.filesMoved(moved)), columns: summary.terminal?.columns) }
        return text
    }

    var diagnostics: [String] {
        let groups = skipped.map { group in
            group.shown == nil
                ? tr(
                    "\(group.names.text(first: 2)): left out, since programs get none of these fonts, but another one of their name. Specify the font with --keep."
                )
                : tr(
                    "\(group.names.text(first: 2)): left out, since another group keeps or takes away one of its fonts. Run the command again, or specify the font with --keep."
                )
        }
        return summary.diagnostics + losses
            + left.map { "\($0.font.file): \($0.error.localizedMessage) (\($0.error.code.rawValue))" }
            + groups
    }

    /// The line about fonts that went with others of their file.
    var losses: [String] {
        guard !lost.isEmpty else { return [] }
        if summary.isDryRun {
            return [tr("Programs would find these fonts no more, since no other file has them: \(lost.listText).")]
        }
        return [
            tr(
                "Programs find these fonts no more, since no other file has them: \(lost.listText). `fontctl undo` brings them back."
            )
        ]
    }

    var warnings: [String] { summary.warnings + losses }
    var hint: String? { tr("Nothing was changed.") }
    var exitStatus: Int32 { summary.exitStatus }
    var changes: [String] { summary.changes }
}

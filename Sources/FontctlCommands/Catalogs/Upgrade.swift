import ArgumentParser
import FontCatalog
import FontRegistry

struct Upgrade: FontctlCommand {
    static let configuration = CommandConfiguration(
        "upgrade", abstract: "Upgrade downloaded families.",
        discussion: """
            Lists the families of which a catalogue has another version, with whether lines of text change their height, and \
            asks whether to upgrade them. Without a terminal it only prints the list, unless you pass --yes. A pinned family \
            stays at its version. A changed license asks for agreement again. Fonts that a publisher does not offer any more stay.

            Examples:
              fontctl upgrade
              fontctl upgrade --pin 'Klee One'
            """)

    @Argument(help: ArgumentHelp("Downloaded families; without one, all.", valueName: "family"))
    var families: [NameArgument] = []

    @Flag(help: "Keep the families at their versions.")
    var pin = false

    @Flag(help: "Offer upgrades of the families again.")
    var unpin = false

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !(pin && unpin) else { throw ValidationError(message: "Specify --pin or --unpin, not both.") }
        guard !(pin || unpin) || !families.isEmpty else {
            let message: Message =
                pin ? "Specify the families that --pin keeps." : "Specify the families that --unpin releases."
            throw ValidationError(message: message)
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let catalogs = try await context.fontCatalogs(allowingInsecure: consent.network.allowsInsecure)
        let chosen = try await catalogs.downloads(named: families.map(\.text))
        if pin || unpin {
            for family in chosen { try catalogs.pin(family, pin) }
            return PinReport(families: try await catalogs.downloads(named: families.map(\.text)), isPinned: pin)
        }
        let (upgrades, warnings) = try await catalogs.upgrades(of: chosen)
        var report = UpgradeReport(rows: upgrades.map { UpgradeReport.Row($0) }, warnedOf: warnings)
        let available = report.rows.indices.filter { upgrades[$0].state == .available }
        guard !available.isEmpty, isConfirmed(report, in: context) else { return report }
        let questions = DownloadQuestions(consent, isJSON: output.json, in: context)
        var progress = ProgressLine(context)
        for (count, place) in available.enumerated() {
            progress?.update(completed: count, total: available.count)
            do throws(FontError) {
                let result = try await catalogs.apply(upgrades[place]) { questions.agrees(to: $0) }
                report.rows[place].operation = result.operation
                report.rows[place].isDone = true
            } catch {
                report.rows[place].error = error
                report.rows[place].license = questions.refusedLicenses[upgrades[place].family.origin.family]
            }
        }
        progress?.clear()
        return report
    }

    /// Whether the user wants the upgrades: by --yes, or after they were shown on a terminal.
    private func isConfirmed(_ report: UpgradeReport, in context: FontctlContext) -> Bool {
        if consent.yes { return true }
        guard context.console.isErrorTerminal, !output.json else { return false }
        context.console.writeError(context.console.shown(report.text.document))
        let size = report.rows.filter { $0.upgrade.state == .available }.reduce(Int64(0)) { $0 + $1.size }
        return context.ask(tr("Download \(byteSize(Int(clamping: size))) and upgrade? [y/N] ")) == true
    }
}

/// The upgrades of downloaded families.
struct UpgradeReport: Report {
    /// A family.
    struct Row: Sendable {
        var upgrade: FontUpgrade
        var isDone = false
        /// The number of the registration.
        var operation: Int64?
        var error: FontError?
        /// The licence to which nobody agreed.
        var license: FontLicenseRequest?

        init(_ upgrade: FontUpgrade) {
            self.upgrade = upgrade
            error = upgrade.error
        }

        var size: Int64 { upgrade.plan?.downloadSize ?? 0 }

        /// The word for what became of the family.
        var status: Message { isDone ? "upgraded" : error != nil ? "failed" : upgrade.state.word }
    }

    var rows: [Row]
    var warnedOf: [FontError] = []

    var json: JSON {
        [
            "changed": .bool(rows.contains(where: \.isDone)),
            "results": .array(
                rows.map { row in
                    let origin = row.upgrade.family.origin
                    return [
                        "family": .string(origin.family), "id": .string(origin.id),
                        "catalog": .string(origin.catalog), "status": .string(row.status.description),
                        "version": .string(origin.version), "offered": JSON(row.upgrade.version),
                        "size": JSON(row.size),
                        "lineMetricsChange": row.upgrade.changesLineMetrics.map { .bool($0) } ?? .null,
                        "operation": row.operation.map { JSON($0) } ?? .null,
                        "replacement": JSON(row.upgrade.replacement), "reason": JSON(row.upgrade.reason),
                        "code": JSON(row.error?.code.rawValue), "message": JSON(row.error?.advisedMessage),
                        "cause": JSON(row.error?.cause?.word),
                        "agreement": row.license.map { JSON($0.texts.map(\.sha256)) },
                    ]
                }),
            "warnings": JSON(warnedOf.map(\.described)),
        ]
    }

    var text: TextOutput {
        TextOutput(
            rows.filter { $0.isDone || $0.upgrade.state != .current && $0.error == nil }.map { row in
                let upgrade = row.upgrade
                let remarks = [
                    upgrade.replacement.map { tr("replaced by \($0)") }, upgrade.reason,
                    upgrade.changesLineMetrics == true ? tr("lines change their height") : nil,
                ].compactMap(\.self)
                let origin = upgrade.family.origin
                return [
                    tr(row.status), origin.family,
                    upgrade.version.map { tr("\(origin.version) to \($0)") } ?? origin.version,
                    row.size > 0 ? byteCount(Int(clamping: row.size)) : "", origin.catalog,
                    remarks.joined(separator: "; "),
                ]
            })
    }

    var diagnostics: [String] {
        warnedOf.map(\.shown)
            + rows.compactMap { row in
                guard let error = row.error else { return nil }
                let hashes = row.license?.texts.map { "--accept-license \($0.sha256)" } ?? []
                let advice: Message? = hashes.isEmpty ? nil : "Pass \(hashes.joined(separator: " "))."
                let text = tr(Message([error.advised, advice].compactMap(\.self)))
                return "\(row.upgrade.family.origin.family): \(text) (\(error.code.rawValue))"
            }
            + (rows.contains { !$0.isDone && $0.error == nil && $0.upgrade.state == .available }
                ? [tr("Nothing was changed. `fontctl upgrade --yes` applies the upgrades.")] : [])
            + UndoAdvice.lines(rows.compactMap(\.operation))
    }

    var hint: String? {
        rows.isEmpty
            ? tr("There are no downloaded fonts. `fontctl download` downloads fonts by name.")
            : tr("All downloaded families are those that their catalogues offer.")
    }

    var exitStatus: Int32 { rows.contains { $0.error != nil } ? ExitStatus.failed : ExitStatus.done }
}

/// The families whose upgrades were changed.
struct PinReport: Report {
    var families: [DownloadedFamily]
    var isPinned: Bool

    var json: JSON {
        [
            "changed": .bool(!families.isEmpty),
            "results": .array(
                families.map { family in
                    [
                        "family": .string(family.origin.family), "id": .string(family.origin.id),
                        "catalog": .string(family.origin.catalog), "status": .string(isPinned ? "pinned" : "unpinned"),
                        "version": .string(family.origin.version),
                    ]
                }),
        ]
    }

    var text: TextOutput {
        TextOutput(
            families.map { family in
                let origin = family.origin
                return [isPinned ? tr("pinned") : tr("unpinned"), origin.family, origin.version, origin.catalog]
            })
    }
}

extension FontUpgrade.State {
    /// The state in a column, which documents have, too.
    fileprivate var word: Message {
        switch self {
        case .available: "available"
        case .current: "current"
        case .pinned: "pinned"
        case .withdrawn: "withdrawn"
        case .replaced: "replaced"
        case .unknown: "unknown"
        }
    }
}

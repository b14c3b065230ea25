import ArgumentParser
import FontCatalog
import FontRegistry

struct Prune: StoreCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        "prune", abstract: "Remove obsolete registrations and files.",
        discussion: """
            Removes stored files without a registration, fonts of sessions that have ended and of providers that were \
            uninstalled, files that were kept for programs that have ended, temporary files of killed programs, and copies \
            of catalogues that are not set up any more. Other registered fonts are not changed.

            With --downloads-unused it also unregisters families that programs asked for and that were not found through \
            fontd for so many days. What you downloaded yourself, and pinned families, stay.

            Examples:
              fontctl prune
              fontctl prune --downloads-unused 90d
              fontctl prune --all
            """)

    @Flag(help: "Also remove the files that are kept for `fontctl undo`.")
    var all = false

    @Option(
        name: .customLong("downloads-unused"),
        help: ArgumentHelp("Also unregister downloads of programs that were not used for so long.", valueName: "days"))
    var unused: DayCount?

    @OptionGroup var change: ChangeOptions
    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard unused == nil || !options.system else {
            throw ValidationError(message: "Downloads are those of one user. Omit --system or --downloads-unused.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.manager()
        var downloads: UnusedDownloads?
        if let unused {
            let catalogs = try await context.fontCatalogs()
            let found = try await catalogs.unusedDownloads(since: unused.limit)
            if !isDryRun { try await catalogs.remove(found) }
            downloads = UnusedDownloads(found: found)
        }
        let before = try keptFiles(in: context)
        var report = SweepReport(
            report: try await manager.prune(all: all, isDryRun: isDryRun), isDryRun: isDryRun)
        // These folders are those of one user, and of no service. If they cannot be read, the rest is reported nevertheless.
        let isOfUser = !options.system && context.service == nil
        let swept = isOfUser ? try? context.catalogFolders().sweep(isDryRun: isDryRun) : nil
        report.downloads = downloads
        report.report.removedFolders += swept?.copies ?? []
        report.removedParts = swept?.parts ?? []
        if !isDryRun { report.releasedFiles = max(0, before - (try keptFiles(in: context))) }
        return report
    }

    /// Returns the number of files that are kept for running programs; 0 if only the service knows it.
    private func keptFiles(in context: FontctlContext) throws(FontError) -> Int {
        guard context.service == nil else { return 0 }
        return try StoreState.keptFiles(in: context.registry())
    }
}

/// The result of pruning the store.
struct SweepReport: Report {
    var report: PruneReport
    /// Whether nothing was removed: the report says what would be.
    var isDryRun = false
    /// The number of files that were kept for running programs, and are removed now.
    var releasedFiles = 0
    /// The parts of downloads that nobody continued.
    var removedParts: [String] = []
    /// The downloads that nobody used; nil if they were not asked for.
    var downloads: UnusedDownloads?

    var json: JSON {
        JSON(report).adding(
            ("changed", .bool(!isDryRun && !isEmpty)),
            ("unusedDownloads", downloads?.json),
            ("removedParts", removedParts.isEmpty ? nil : .array(removedParts.map { .string($0) })),
            ("releasedFiles", releasedFiles > 0 ? JSON(releasedFiles) : nil), ("dryRun", isDryRun ? .bool(true) : nil))
    }

    /// Whether there was nothing to remove.
    private var isEmpty: Bool {
        report == PruneReport() && removedParts.isEmpty && releasedFiles == 0 && downloads?.found.isEmpty != false
    }

    var changes: [String] {
        guard !isDryRun else { return [] }
        let families = (downloads?.found ?? []).map { "unregistered \($0.family.origin.family)" }
        let files =
            report.removedObjects.isEmpty ? [] : ["removed \(counted(report.removedObjects.count, "stored file"))"]
        return families + files
            + report.goneProviderRegistrations.flatMap {
                $0.faces.prefix(1).map { "unregistered \($0.postscriptName)" }
            }
    }

    var text: TextOutput {
        var text = TextOutput()
        text.table(downloads?.rows(isDryRun: isDryRun) ?? [])
        if !report.removedObjects.isEmpty {
            let count = counted(report.removedObjects.count, "stored file")
            let size = byteCount(report.freedBytes)
            text.line(
                isDryRun
                    ? tr("would remove \(count) without registrations, \(size)")
                    : tr("removed \(count) without registrations, \(size)"))
        }
        text.table(
            report.endedSessionRegistrations.map { [tr("ended with its session"), $0.faces.namesText, $0.file] })
        text.table(
            report.goneProviderRegistrations.map {
                [tr("its provider was removed"), $0.provider, $0.faces.namesText, $0.file]
            })
        text.table(
            report.removedFolders.map {
                [isDryRun ? tr("would remove a leftover folder") : tr("removed a leftover folder"), $0]
            })
        text.table(
            removedParts.map {
                [isDryRun ? tr("would remove a part of a download") : tr("removed a part of a download"), $0]
            })
        if releasedFiles > 0 {
            let line = Message(
                for: releasedFiles, one: "removed \(releasedFiles) file that was kept for programs that have ended",
                many: "removed \(releasedFiles) files that were kept for programs that have ended")
            text.line(tr(line))
        }
        if isEmpty { text.line(tr("Nothing to prune.")) }
        return text
    }
}

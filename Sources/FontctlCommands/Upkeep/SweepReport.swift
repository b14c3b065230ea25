import FontRegistry

/// The result of pruning the store.
struct SweepReport: Report {
    var report: PruneReport
    /// Whether nothing was removed: the report says what would be.
    var isDryRun = false
    /// The number of files that were kept for running programs, and are removed now.
    var releasedFiles = 0

    var json: JSON {
        JSON(report).adding(
            ("changed", .bool(!isDryRun && !isEmpty)),
            ("releasedFiles", releasedFiles > 0 ? JSON(releasedFiles) : nil), ("dryRun", isDryRun ? .bool(true) : nil))
    }

    /// Whether there was nothing to remove.
    private var isEmpty: Bool { report == PruneReport() && releasedFiles == 0 }

    var changes: [String] {
        guard !isDryRun else { return [] }
        let files =
            report.removedObjects.isEmpty ? [] : ["removed \(counted(report.removedObjects.count, "stored file"))"]
        return files
            + report.goneProviderRegistrations.flatMap {
                $0.faces.prefix(1).map { "unregistered \($0.postscriptName)" }
            }
    }

    var text: TextOutput {
        var text = TextOutput()
        if !report.removedObjects.isEmpty {
            let count = counted(report.removedObjects.count, "stored file")
            let size = byteCount(report.freedBytes)
            text.line(
                isDryRun
                    ? "would remove \(count) without registrations, \(size)"
                    : "removed \(count) without registrations, \(size)")
        }
        text.table(
            report.endedSessionRegistrations.map { ["ended with its session", $0.faces.namesText, $0.file] })
        text.table(
            report.goneProviderRegistrations.map {
                ["its provider was removed", $0.provider, $0.faces.namesText, $0.file]
            })
        text.table(
            report.removedFolders.map {
                [isDryRun ? "would remove a leftover folder" : "removed a leftover folder", $0]
            })
        if releasedFiles > 0 {
            text.line(
                releasedFiles == 1
                    ? "removed 1 file that was kept for programs that have ended"
                    : "removed \(releasedFiles) files that were kept for programs that have ended")
        }
        if isEmpty { text.line("Nothing to prune.") }
        return text
    }
}

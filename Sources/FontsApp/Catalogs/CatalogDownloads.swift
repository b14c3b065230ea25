internal import FontModel
internal import FontsModel
internal import Gtk

/// The downloads of the window: each family's can be stopped and resumed.
@UI
final class CatalogDownloads {
    private struct Running {
        var row: CatalogRow
        var download: FontDownload
    }

    private unowned let session: AppSession
    private var running: [CatalogRow.ID: Running] = [:]
    private var statuses: [CatalogRow.ID: CatalogItem.Status] = [:]
    private let onChange: @UI (CatalogRow.ID) -> Void

    /// - Parameter onChange: Called after each change of a download's status.
    init(_ session: AppSession, onChange: @escaping @UI (CatalogRow.ID) -> Void) {
        self.session = session
        self.onChange = onChange
    }

    /// The status of a download; nil if there is none, and nothing to resume.
    func status(of id: CatalogRow.ID) -> CatalogItem.Status? { statuses[id] }

    /// Begins a download, or continues one that was stopped.
    func start(_ row: CatalogRow) {
        guard running[row.id] == nil, let catalogs = session.catalogs else { return }
        let download = FontDownload([row.family], from: catalogs, asking: DownloadDialogs.questions(in: session))
        running[row.id] = Running(row: row, download: download)
        set(.preparing, of: row.id)
        Task { @UI [weak self] in
            for await state in download.states {
                guard let self else { return download.stop() }
                if case .finished(let report) = state {
                    finish(row, report)
                } else {
                    set(CatalogItem.Status(state), of: row.id)
                }
            }
        }
    }

    /// Stops a download; what arrived is kept.
    func stop(_ id: CatalogRow.ID) { running[id]?.download.stop() }

    private func set(_ status: CatalogItem.Status?, of id: CatalogRow.ID) {
        guard statuses[id] != status else { return }
        statuses[id] = status
        onChange(id)
    }

    private func finish(_ row: CatalogRow, _ report: DownloadReport) {
        running[row.id] = nil
        set(report.wasStopped ? .stopped : nil, of: row.id)
        let session = session
        Task { @UI in
            for operation in report.operations { await session.commands?.note(operation) }
            session.tell(
                CommandResult(
                    sentence: report.sentence, operation: report.operations.first, failures: report.failures))
        }
    }
}

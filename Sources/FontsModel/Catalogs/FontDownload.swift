package import FontCatalog
import FontModel
import FontRegistry
import Synchronization

/// The questions of a download, which the user answers in dialogs.
package struct DownloadQuestions: Sendable {
    /// Asks whether a download over a metered connection begins.
    package var allowsMetered: FontCatalogs.Decision
    /// Asks whether the user agrees to a licence.
    package var agrees: FontCatalogs.Agreement

    package init(allowsMetered: @escaping FontCatalogs.Decision, agrees: @escaping FontCatalogs.Agreement) {
        self.allowsMetered = allowsMetered
        self.agrees = agrees
    }

    /// The question about a metered connection.
    package static func text(of request: FontDownloadRequest) -> (title: String, body: String) {
        text(family: request.family, size: request.downloadSize)
    }

    static func text(family: String, size: Int64) -> (title: String, body: String) {
        (
            tr("Download over a Metered Connection?"),
            tr("{family} takes {size}. Your provider may charge for it.").filled([
                "family": DisplayText.clean(family), "size": NumberText.bytes(size),
            ])
        )
    }

    /// The question about a licence, with its texts.
    package static func text(of request: FontLicenseRequest) -> (title: String, body: String) {
        (
            tr("Agree to the Licence of {family}?").filled(["family": DisplayText.clean(request.family)]),
            request.texts.map { DisplayText.lines($0.text) }.joined(separator: "\n\n")
        )
    }
}

/// A download that runs.
///
/// It can be stopped, and started again: what arrived is kept, and the next one continues.
package final class FontDownload: Sendable {
    /// The state of a download.
    package enum State: Sendable {
        case preparing
        case downloading(received: Int64, total: Int64)
        /// The server sends nothing at present.
        case stalled(received: Int64, total: Int64)
        /// The last state.
        case finished(DownloadReport)
    }

    /// The states; one reader.
    package let states: AsyncStream<State>
    private let work = Mutex<Task<Void, Never>?>(nil)

    /// Begins to download what names mean.
    package init(_ names: [String], from catalogs: any CatalogLibrary, asking questions: DownloadQuestions) {
        let (states, sink) = AsyncStream.makeStream(of: State.self)
        self.states = states
        let task = Task(executorPreference: TaskExecution.executor) {
            sink.yield(.preparing)
            var report = DownloadReport()
            let events = catalogs.download(
                names,
                deciding: { request in
                    if request.isModest { return true }
                    return await questions.allowsMetered(request)
                }, agreeing: questions.agrees)
            do {
                for try await event in events {
                    report.add(event)
                    let (received, total) = (event.totalDownloadedSize, event.totalAssetSize)
                    switch event.state {
                    case .downloading where total > 0: sink.yield(.downloading(received: received, total: total))
                    case .stalled: sink.yield(.stalled(received: received, total: total))
                    default: break
                    }
                }
            } catch let error as FontError {
                report.fail(error)
            } catch {
                report.wasStopped = true
            }
            report.wasStopped = report.wasStopped || Task.isCancelled
            sink.yield(.finished(report))
            sink.finish()
        }
        work.withLock { $0 = task }
    }

    /// Ends the download.
    package func stop() { work.withLock { $0 }?.cancel() }
}

/// What became of a download.
package struct DownloadReport: Sendable, Hashable {
    /// The families that are there now.
    package private(set) var families: [String] = []
    /// The numbers of the operations, by which it is undone.
    package private(set) var operations: [Int64] = []
    private var errors: [String: FontError] = [:]
    private var unavailable: [String] = []
    private var failure: FontError?
    package var wasStopped = false

    package init() {}

    mutating func add(_ event: FontMatchingEvent) {
        switch event.state {
        case .didMatch: families = (families + event.results.map(\.face.family)).unique
        case .didFailWithError:
            if let name = event.name, let error = event.error { errors[name] = error }
        case .didFinish:
            operations = event.operations.reversed()
            unavailable = event.unavailable.map(\.name)
        default: break
        }
    }

    mutating func fail(_ error: FontError) { failure = error }

    /// What was not downloaded, by reason; a refusal of the user is none.
    package var failures: [FailureGroup] {
        let failed = errors.filter { $0.value.code != .cancelledByUser }.sorted { $0.key < $1.key }
        return FailureGroup.groups(failed.map { ($0.key, $0.value) } + (failure.map { [("", $0)] } ?? []))
    }

    package var sentence: String {
        if wasStopped { return tr("Stopped. The next download continues where it ended.") }
        if let failure { return ErrorText(failure).title }
        if families.count == 1 { return tr("{name} was installed.").filled(["name": families[0]]) }
        if !families.isEmpty {
            return trn("{count} family was installed.", "{count} families were installed.", families.count)
        }
        if let group = failures.first { return group.text.title }
        return unavailable.isEmpty ? tr("Nothing was downloaded.") : tr("No catalogue offers it.")
    }
}

extension DisplayText {
    /// Returns a text of several lines without unsafe characters.
    fileprivate static func lines(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { harmless(String($0).replacing("\t", with: "    ")) }.joined(separator: "\n")
    }
}

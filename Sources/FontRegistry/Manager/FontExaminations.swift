public import FontModel
import Inspection
import Synchronization

/// The examinations of files, as an asynchronous sequence; see ``FontManager/examine(_:scope:options:)``.
///
/// Each iterator examines all files; its work stands still while nobody asks for the next one. Leaving the loop or
/// cancelling the task ends the processes that read.
public struct FontExaminations: AsyncSequence, Sendable {
    public typealias Element = FontExamination
    public typealias Failure = FontError

    /// Finds the files, with the outcome of each; the stop ends it early.
    let begin: @Sendable (ExaminationStop) async throws(FontError) -> ExaminationRun

    public func makeAsyncIterator() -> Iterator { Iterator(begin: begin) }

    /// An iterator that stops the work when it is released.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let begin: @Sendable (ExaminationStop) async throws(FontError) -> ExaminationRun
        private let stop = ExaminationStop()
        private var run: ExaminationRun?
        private var pending: ArraySlice<FontExamination> = []

        fileprivate init(begin: @escaping @Sendable (ExaminationStop) async throws(FontError) -> ExaminationRun) {
            self.begin = begin
        }

        /// Returns the examination of the next file; nil at the end, or if the task is cancelled.
        ///
        /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store cannot be read or
        ///   `fontd-worker` is not installed, ``FontError/Code/unsupportedScope`` (307) for process scope, or if the
        ///   manager uses the service.
        public mutating func next() async throws(FontError) -> FontExamination? {
            try await next(isolation: #isolation)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(FontError) -> FontExamination? {
            if Task.isCancelled { stop.stop() }
            if stop.isStopped { return nil }
            if let known = pending.popFirst() { return known }
            let (begin, stop, run) = (begin, stop, run)
            let result = await withTaskCancellationHandler {
                await Result { () async throws(FontError) in
                    let run = if let run { run } else { try await begin(stop) }
                    return (run, try await run.more())
                }
            } onCancel: {
                stop.stop()
            }
            if stop.isStopped { return nil }
            let (begun, examinations) = try result.get()
            self.run = begun
            pending = examinations[...]
            return pending.popFirst()
        }
    }
}

/// A stop that is pulled once: by a cancelled task, or by an iterator that is released.
final class ExaminationStop: Sendable {
    private struct State {
        var isStopped = false
        var listeners: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func stop() {
        let listeners = state.withLock { state in
            state.isStopped = true
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { listener() }
    }

    /// Registers a function that is called when the stop is pulled, or at once if it was.
    func whenStopped(_ listener: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isStopped { state.listeners.append(listener) }
            return state.isStopped
        }
        if isLate { listener() }
    }

    deinit { stop() }
}

/// The examination of files whose outcomes are known.
final class ExaminationRun: Sendable {
    /// A file to examine with its outcome.
    typealias File = (item: FontItem, outcome: FontOutcome)

    /// The number of files that are examined together, so that all cores work.
    private static let width = BlockingWork.hasSeveralCores ? 4 : 1

    private let files: [File]
    private let inspector: FileInspector
    /// Returns the fonts with which a file conflicts.
    private let conflict: @Sendable ([FontFace], FontOutcome) async throws(FontError) -> FontConflict?
    private let next = Mutex(0)

    init(
        _ files: [File], _ inspector: FileInspector, until stop: ExaminationStop,
        conflict: @escaping @Sendable ([FontFace], FontOutcome) async throws(FontError) -> FontConflict?
    ) {
        (self.files, self.inspector, self.conflict) = (files, inspector, conflict)
        stop.whenStopped { inspector.stop() }
    }

    /// Examines the next files; none at the end.
    func more() async throws(FontError) -> [FontExamination] {
        let places = next.withLock { next in
            let places = next..<min(next + Self.width, files.count)
            next = places.upperBound
            return places
        }
        guard !places.isEmpty else { return [] }
        var examinations = try await BlockingWork.perform { [self] () throws(FontError) in
            BlockingWork.results(places.count) { examine(places.lowerBound + $0) }
        }
        for place in examinations.indices {
            let examination = examinations[place]
            examinations[place].conflict = try await conflict(examination.faces.map(\.face), examination.outcome)
        }
        return examinations
    }

    private func examine(_ place: Int) -> FontExamination {
        let (item, outcome) = files[place]
        var result = FontExamination(
            file: item.name, place: place, total: files.count, outcome: outcome, item: item)
        do throws(FontError) {
            let copy = try SealedMemory(copying: try item.open())
            (result.size, result.sha256) = (copy.size, copy.sha256)
            let examination = try inspector.examine(copy, given: item.name)
            result.findings = examination.findings
            let inspection = try examination.inspection.get()
            result.format = inspection.format
            result.faces = inspection.faces.indices.map { index in
                FontExamination.Face(
                    face: inspection.faces[index], details: examination.details[index],
                    features: examination.features[index], coverage: inspection.coverages[index])
            }
            if let known = outcome.registration?.sha256, known != copy.sha256 { throw .changedFile(item.name) }
        } catch {
            if result.findings.isEmpty { result.findings = [FontFinding(error)] }
            // What registration says about a refused file is more.
            if result.outcome.status != .failed { result.outcome = .failed(item.name, error) }
        }
        return result
    }
}

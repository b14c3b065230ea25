package import FontModel
package import Inspection
import Synchronization

/// The items of a batch after reading and checking, or the errors of failed items.
package struct BatchIntake<Prepared: Sendable> {
    /// The outcomes, one per item: failed, or skipped until the registration is decided.
    package private(set) var outcomes: [FontOutcome] = []
    /// The items that passed all checks, with the index of their outcome.
    package private(set) var prepared: [(index: Int, font: Prepared)] = []
    /// Whether items were not read because the batch was stopped.
    package private(set) var wasStopped = false

    /// Whether nothing is registered because the batch is atomic and not every item passed all checks.
    package let isVoid: Bool

    /// Reads every item, until the batch is stopped or an item of an atomic batch fails.
    ///
    /// - Throws: An error of the store, as opposed to one of an item.
    package init(
        _ items: [FontItem], isAtomic: Bool, watcher: BatchWatcher,
        prepare: @escaping @Sendable (FontItem) throws(FontError) -> Prepared
    ) throws(FontError) {
        var hasFailed = false
        var ahead = ReadAhead(items, prepare)
        for item in items {
            wasStopped = wasStopped || watcher.shouldStop()
            let place = outcomes.count
            outcomes.append(FontOutcome(item: item.name, status: .skipped))
            if wasStopped || (isAtomic && hasFailed) { continue }
            do throws(FontError) {
                prepared.append((place, try ahead.next(place)))
                watcher.didPrepare(item.name, nil)
            } catch {
                if error.storeFault != nil { throw error }
                hasFailed = true
                outcomes[place] = FontOutcome(item: item.name, status: .failed, error: error)
                watcher.didPrepare(item.name, outcomes[place])
            }
        }
        isVoid = isAtomic && (wasStopped || hasFailed)
    }
}

/// Reads items of a batch on all cores, ahead of their use.
private struct ReadAhead<Prepared: Sendable> {
    /// The number of items to read at once; if the batch stops, unused ones are discarded.
    private static var width: Int { 32 }

    private let items: [FontItem]
    private let prepare: @Sendable (FontItem) throws(FontError) -> Prepared
    private var results: [Int: Result<Prepared, FontError>] = [:]

    init(_ items: [FontItem], _ prepare: @escaping @Sendable (FontItem) throws(FontError) -> Prepared) {
        self.items = items
        self.prepare = prepare
    }

    /// Returns the result of an item; each is requested once and in order.
    mutating func next(_ place: Int) throws(FontError) -> Prepared {
        // A single font does not wait for another thread.
        guard items.count > 1 else { return try prepare(items[place]) }
        if results[place] == nil { results = read(from: place) }
        guard let result = results.removeValue(forKey: place) else { preconditionFailure("an item removed twice") }
        return try result.get()
    }

    private func read(from start: Int) -> [Int: Result<Prepared, FontError>] {
        let results = Mutex<[Int: Result<Prepared, FontError>]>([:])
        BlockingWork.onAllCores(min(Self.width, items.count - start)) { [items, prepare] offset in
            let result = Result { () throws(FontError) in try prepare(items[start + offset]) }
            results.withLock { $0[start + offset] = result }
        }
        return results.withLock { $0 }
    }
}

/// The callbacks of a batch for progress and for stopping.
package struct BatchWatcher: Sendable {
    /// Called after each item, with the outcome if the item failed.
    package var didPrepare: @Sendable (_ item: String, _ failure: FontOutcome?) -> Void
    package var shouldStop: @Sendable () -> Bool
    /// Registers a function that is called once when the batch should stop, or at once if it should stop already.
    package var whenStopped: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Whether the batch is followed by a program, which may stop it.
    package let isFollowed: Bool

    package init(
        didPrepare: @escaping @Sendable (_ item: String, _ failure: FontOutcome?) -> Void = { _, _ in },
        shouldStop: @escaping @Sendable () -> Bool = { false },
        whenStopped: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }, isFollowed: Bool = false
    ) {
        self.didPrepare = didPrepare
        self.shouldStop = shouldStop
        self.whenStopped = whenStopped
        self.isFollowed = isFollowed
    }

    /// Reports a target of a change: as failed if no registration of it is in the requested state.
    package func didChange(_ target: FontTarget, _ outcomes: [FontOutcome]) {
        didPrepare(target.text, outcomes.contains(where: \.isSuccess) ? nil : outcomes.first)
    }
}

/// The files of one batch, each read once however many paths lead to it.
///
/// A second path gives the result of the first, as if both had been read at the same time.
package final class FileReads<Value: Sendable>: Sendable {
    /// A file that one thread reads while others wait.
    private final class Read: Sendable {
        let result = Mutex<Result<Value, FontError>?>(nil)
    }

    private let reads = Mutex<[Fingerprint: Read]>([:])

    package init() {}

    /// Returns the result for an item.
    ///
    /// - Throws: The error of the file, with the name of this item.
    package func value(of item: FontItem, _ read: () throws(FontError) -> Value) throws(FontError) -> Value {
        guard let fingerprint = item.fingerprint else { return try read() }
        let entry = reads.withLock { reads in
            let entry = reads[fingerprint] ?? Read()
            reads[fingerprint] = entry
            return entry
        }
        let result = entry.result.withLock { result in
            let found = result ?? Result { () throws(FontError) in try read() }
            result = found
            return found
        }
        do throws(FontError) {
            return try result.get()
        } catch {
            throw error.file == nil ? error : error.of(item.name)
        }
    }
}

extension FontItem {
    /// The identity and state of the item's file; nil if it is none, or cannot be found.
    var fingerprint: Fingerprint? {
        if case .file(let path) = kind { Fingerprint(of: path) } else { nil }
    }
}

/// Inspects the copied files of one batch, in this process or in workers of the batch.
///
/// A content on which a worker failed is refused in both cases: it could crash or block this process and every program
/// that shows the font.
package struct FileInspector: Sendable {
    private let refused: RefusedContents
    private let workers: WorkerBatch?

    package init(_ context: RegistryContext) {
        let refused = RefusedContents(context.paths)
        self.refused = refused
        workers = context.workers.map { WorkerBatch($0, refused: refused) }
    }

    /// Inspects a file.
    ///
    /// - Throws: `unrecognizedFormat` (103), `invalidFontData` (104) or `exceededResourceLimit` (106);
    ///   `registrationFailed` (301) if the file could not be inspected.
    package func inspect(_ copy: some FontCopy, given: String) throws(FontError) -> FontInspection {
        if let workers { return try workers.inspect(copy, given: given) }
        try refused.check(copy.sha256, file: given)
        return try FontInspection(
            copy.contents.bytes, sha256: copy.sha256, readableAt: copy.path, given: given)
    }

    /// Reads all of a file in a worker, and reports a failure of the worker as a refusal.
    ///
    /// - Throws: `registrationFailed` (301) if it cannot be read now; `cancelledByUser` (304) after ``stop()``.
    package func examine(_ copy: some FontCopy, given: String) throws(FontError) -> FileExamination {
        guard let workers else { throw .noWorkerInstalled("fontd-worker") }
        do throws(FontError) {
            return try workers.examine(copy, given: given)
        } catch {
            guard error.code == .invalidFontData else { throw error }
            return FileExamination(
                refusedWith: error, findings: [FontFinding(.checkBroughtDown, message: error.text)])
        }
    }

    /// Ends the workers of the batch.
    package func stop() { workers?.stop() }

    /// Checks a file deeply, and reports a failure of the worker as a finding.
    func check<Check: DeepChecking>(_ copy: some FontCopy, given: String) -> Check {
        do throws(FontError) {
            if let workers { return try workers.check(copy, given: given) }
            try refused.check(copy.sha256, file: given)
            return Check(file: given, copy.contents.bytes, sha256: copy.sha256, readableAt: copy.path)
        } catch {
            guard error.code == .invalidFontData else { return Check(file: given, error) }
            let finding = FontFinding(.checkBroughtDown, message: error.text)
            return Check(file: given, format: nil, findings: [finding])
        }
    }
}

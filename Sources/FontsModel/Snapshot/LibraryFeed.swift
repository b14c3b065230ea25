import CLinux
package import FontModel
import FontRegistry
package import Foundation

/// What a window shows of the library.
package enum LibraryState: Sendable {
    case loading
    case ready(LibrarySnapshot)
    /// The library cannot be read; the last snapshot is what was read before.
    case failed(FontError, last: LibrarySnapshot?)

    /// The snapshot, also the last one before a failure.
    package var snapshot: LibrarySnapshot? {
        switch self {
        case .loading: nil
        case .ready(let snapshot): snapshot
        case .failed(_, let snapshot): snapshot
        }
    }
}

/// The snapshots of the library, which follow its changes.
///
/// It reads on its own actor. Only the families that a change names are read again, and what changes while they are read is
/// the next snapshot.
///
/// ```swift
/// let feed = LibraryFeed(library, locale: locale)
/// await feed.start()
/// for await state in feed.states { show(state) }
/// ```
package actor LibraryFeed {
    /// The states, of which a slow reader gets the newest; one reader.
    package nonisolated let states: AsyncStream<LibraryState>

    /// What is to be read.
    private struct Pending {
        /// The families by name; nil for all.
        var families: Set<String>? = []
        /// The files that were replaced; see ``LibraryChange/replaced(_:files:)``.
        var replaced: Set<String> = []
        var hasCollections = false
        var hasProviders = false

        static let all = Pending(families: nil, hasCollections: true, hasProviders: true)

        var isEmpty: Bool { families == [] && replaced.isEmpty && !hasCollections && !hasProviders }

        mutating func add(_ other: Pending) {
            families = families.flatMap { families in other.families.map(families.union) }
            replaced.formUnion(other.replaced)
            hasCollections = hasCollections || other.hasCollections
            hasProviders = hasProviders || other.hasProviders
        }
    }

    private let library: any FontLibrary
    private let comparator: FamilyNameComparator
    private let sink: AsyncStream<LibraryState>.Continuation
    private let signals = EventCounter()
    private var builder = RowBuilder()
    private var present = LibrarySnapshot()
    private var hasSnapshot = false
    private var pending = Pending.all
    private var failure: FontError?
    private var follower: Task<Void, Never>?
    private var reader: Task<Void, Never>?
    private var trimmer: Task<Void, Never>?

    package init(_ library: any FontLibrary, locale: Locale) {
        self.library = library
        comparator = FamilyNameComparator(locale: locale)
        (states, sink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        follower?.cancel()
        reader?.cancel()
        trimmer?.cancel()
        sink.finish()
    }

    /// Begins to read and to follow changes.
    package func start() {
        guard reader == nil else { return }
        sink.yield(.loading)
        // The changes start before the families are read, so that none is missed.
        follow(library.changes())
        reader = Task(executorPreference: TaskExecution.executor) { [weak self, signals] in
            while !Task.isCancelled {
                let count = signals.count
                guard let isIdle = await self?.readPending() else { return }
                if isIdle { await signals.wait(after: count) }
            }
        }
    }

    /// Reads all again, as after a page about a store that could not be used.
    package func retry() {
        failure = nil
        pending = .all
        follow(library.changes())
        signals.advance()
    }

    /// Reads families again after a change of this window, which for fonts of the system is told only a second later.
    package func refresh(_ families: Set<String>) { add(Pending(families: families)) }

    /// Makes the dates of rows those at which fonts were installed, for a list that is sorted by date.
    package func loadDates() async {
        guard builder.dates == nil, let dates = try? await library.registrationDates() else { return }
        builder.dates = dates
        add(Pending(families: nil))
    }

    // MARK: Following

    private func follow(_ changes: AsyncStream<Result<LibraryChange, FontError>>) {
        follower?.cancel()
        follower = Task(executorPreference: TaskExecution.executor) { [weak self] in
            for await change in changes { await self?.received(change) }
        }
    }

    private func received(_ change: Result<LibraryChange, FontError>) {
        switch change {
        case .success(.families(let names)): add(Pending(families: names))
        case .success(.replaced(let names, let files)): add(Pending(families: names, replaced: files))
        case .success(.collections): add(Pending(hasCollections: true))
        case .success(.providers): add(Pending(hasProviders: true))
        case .success(.all): add(.all)
        case .failure(let error): fail(error)
        }
    }

    private func add(_ change: Pending) {
        pending.add(change)
        signals.advance()
    }

    private func fail(_ error: FontError) {
        failure = error
        sink.yield(.failed(error, last: hasSnapshot ? present : nil))
    }

    // MARK: Reading

    /// - Returns: Whether there is nothing more to do until the next signal.
    private func readPending() async -> Bool {
        guard failure == nil, !pending.isEmpty else { return true }
        let work = pending
        pending = Pending()
        do throws(FontError) {
            let isDifferent = try await read(work)
            if work.families == nil { trimLater() }
            if isDifferent || !hasSnapshot {
                present.revision += 1
                hasSnapshot = true
                sink.yield(.ready(present))
            }
        } catch {
            // Together with what has changed meanwhile.
            pending.add(work)
            fail(error)
        }
        return pending.isEmpty || failure != nil
    }

    /// Gives memory back to the system when the window shows the families.
    ///
    /// Of thousands of families the descriptors, which were read on all cores, take more than the rows.
    private func trimLater() {
        trimmer?.cancel()
        trimmer = Task(executorPreference: TaskExecution.executor) {
            guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return }
            clx_trim_heap()
        }
    }

    /// - Returns: Whether the snapshot is different.
    private func read(_ work: Pending) async throws(FontError) -> Bool {
        var isDifferent = false
        var names = work.families
        if !work.replaced.isEmpty { names?.formUnion(present.families(in: work.replaced)) }
        if names != [] {
            let families = try await library.families(names)
            if builder.dates != nil { builder.dates = try await library.registrationDates() }
            isDifferent = present.replace(names, with: families, by: &builder, in: comparator)
        }
        if work.hasCollections {
            let collections = try await library.collections()
            if collections != present.collections {
                present.collections = collections
                isDifferent = true
            }
        }
        if work.hasProviders {
            let providers = try await library.providers()
            isDifferent = isDifferent || providers != present.providers
            present.providers = providers
        }
        return isDifferent
    }
}

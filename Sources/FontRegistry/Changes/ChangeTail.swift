package import FontModel
import Glibc
import Synchronization

/// Delivers the changes of a store, operation by operation and in order, with minimal delay.
///
/// Two inotify events of one file report an operation of any process. The new generation file is written after the
/// commit: its changes are then read while the fonts are being shown. It replaces the published generation file when
/// programs can see the changes: then they are delivered, directly on the thread that receives the event, without
/// waking another thread.
///
/// - Parameter Notice: The value that a listener prepares from an operation's changes.
package final class ChangeTail<Notice: Sendable>: Sendable {
    /// Prepares the notice of one operation; `changes` is `nil` if the log cannot list them.
    package typealias Preparation = @Sendable (_ generation: Int64, _ changes: [FontChange]?) -> Notice
    package typealias Handler = @Sendable (_ generation: Int64, Notice) -> Void

    private struct Place {
        /// The generation up to which changes have been delivered, if known.
        var generation: Int64?
        /// The prepared later operations, which may not be published yet, in order.
        var ahead: [(generation: Int64, notice: Notice)] = []
    }

    private let store: RegistryStore
    private let prepare: Preparation
    private let handOver: Handler
    /// Locked during delivery, to keep the order.
    private let place: Mutex<Place>
    private let watch = Mutex<InotifyLoop.Watch?>(nil)

    /// Creates a tail that delivers nothing before ``start(didFail:)``.
    ///
    /// - Parameters:
    ///   - generation: The last known generation; `nil` if the store cannot be read, in which case its first successful
    ///     read reports that anything may have changed.
    ///   - prepare: Prepares the notice of an operation before it is published; some notices are never delivered.
    ///   - handOver: Delivers a notice. Like `prepare`, it is called on any thread and must not block.
    package init(
        _ store: RegistryStore, after generation: Int64?, prepare: @escaping Preparation, handOver: @escaping Handler
    ) {
        self.store = store
        self.prepare = prepare
        self.handOver = handOver
        place = Mutex(Place(generation: generation))
    }

    deinit {
        if let watch = watch.withLock({ $0 }) { store.processState.loop.remove(watch) }
    }

    /// Starts to listen, and delivers the changes since the initial generation.
    ///
    /// - Parameter didFail: Called if the store could not be read; ``catchUp()`` tries again.
    /// - Throws: `FontError` with code `registrationFailed` (301) if the store cannot be watched; ``catchUp()`` still
    ///   works.
    package func start(didFail: @escaping @Sendable () -> Void) throws(FontError) {
        let paths = store.registrar.paths
        try makeFolder(paths.store)
        let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)
        let watch = store.processState.loop.add(paths.store, events: events) { [weak self] name in
            // Without a name, events were lost, possibly of both kinds.
            let file = name.map { paths.store + "/" + $0 }
            if file == nil || file == paths.nextGenerationFile { self?.readAhead() }
            if file == nil || file == paths.generationFile {
                do throws(FontError) { try self?.notifyPublished() } catch { didFail() }
            }
        }
        guard let watch else { throw .store(.watch, path: paths.store) }
        self.watch.withLock { $0 = watch }
        do throws(FontError) { try catchUp() } catch { didFail() }
    }

    /// Delivers the changes published since the last delivery.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the store cannot be read.
    package func catchUp() throws(FontError) {
        // Changes that were read ahead match the published ones only if events arrive in the kernel's order.
        place.withLock { $0.ahead = [] }
        try notifyPublished()
    }

    private func notifyPublished() throws(FontError) {
        let result: Result<Void, FontError> = place.withLock { place in
            Result { () throws(FontError) in try advance(&place) }
        }
        try result.get()
    }

    private func advance(_ place: inout Place) throws(FontError) {
        let published = try GenerationFile.published(store.registrar.paths)
        if let published, published == place.generation || report(upTo: published, &place) { return }
        // Without the file, all committed changes count: the next writer publishes them.
        let changes = try read(upTo: published, place)
        place.ahead = prepared(changes.operations)
        if !report(upTo: changes.generation, &place) { place.generation = changes.generation }
    }

    /// The maximum number of unpublished operations to read ahead.
    ///
    /// With more of them, publishing is impossible at present, and each new operation would cause all others to be read
    /// again.
    private static var readAheadLimit: Int { 16 }

    /// Reads the changes that are about to be published.
    private func readAhead() {
        place.withLock { place in
            // Earlier results may belong to an interrupted operation whose database was replaced.
            place.ahead = []
            // A failed read is repeated after the publication.
            guard let operations = try? read(upTo: nil, place).operations, operations.count <= Self.readAheadLimit
            else { return }
            place.ahead = prepared(operations)
        }
    }

    private func read(upTo published: Int64?, _ place: Place) throws(FontError) -> PublishedChanges {
        // Without a known generation, the log can give the current generation only.
        try PublishedChanges(by: store.registrar, since: place.generation ?? .max, upTo: published)
    }

    private func prepared(
        _ operations: [(generation: Int64, changes: [FontChange]?)]
    ) -> [(generation: Int64, notice: Notice)] {
        operations.map { ($0, prepare($0, $1)) }
    }

    /// Delivers prepared operations up to a generation.
    ///
    /// - Returns: `false` if the prepared operations do not include that generation, so that they have to be read.
    private func report(upTo published: Int64, _ place: inout Place) -> Bool {
        guard let end = place.ahead.firstIndex(where: { $0.generation == published }) else { return false }
        let operations = place.ahead[...end]
        place = Place(generation: published, ahead: Array(place.ahead[(end + 1)...]))
        for (generation, notice) in operations { handOver(generation, notice) }
        return true
    }
}

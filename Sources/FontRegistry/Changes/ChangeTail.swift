package import FontModel
import Glibc
import Synchronization

/// Hands over what changes in a store, an operation at a time and in order, as soon as this process can know of it.
///
/// Two events of one file tell of an operation of anybody's. The next generation is written down once the operation is
/// committed: then its changes are read, while programs are being shown them. It takes the generation file's place when
/// they can see them: then all is handed over, on the thread that learns of it, so that nobody waits for another to wake.
///
/// - Parameter Notice: What a listener makes of an operation's changes.
package final class ChangeTail<Notice: Sendable>: Sendable {
    /// - Parameter changes: Of one operation; nil if they cannot be told one by one.
    package typealias Preparation = @Sendable (_ generation: Int64, _ changes: [FontChange]?) -> Notice
    package typealias Handler = @Sendable (_ generation: Int64, Notice) -> Void

    private struct Place {
        /// How far changes have been handed over, if that is known.
        var generation: Int64?
        /// Operations after that one which may not be published yet, in order.
        var ahead: [(generation: Int64, notice: Notice)] = []
    }

    private let store: RegistryStore
    private let prepare: Preparation
    private let handOver: Handler
    /// Held while changes are handed over, so that none overtakes another.
    private let place: Mutex<Place>
    private let watch = Mutex<InotifyLoop.Watch?>(nil)

    /// Nothing is handed over before ``start(didFail:)``.
    ///
    /// - Parameters:
    ///   - generation: The last one that is known; nil if the store cannot be read, and its first reading then tells that
    ///     anything may have changed.
    ///   - prepare: Makes of an operation what is handed over once it is published; some are then not needed.
    ///   - handOver: Called, as `prepare` is, on any thread; neither may wait for anybody.
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

    /// Begins to listen, with what has happened since the generation.
    ///
    /// - Parameter didFail: Called when the store could not be read; ``catchUp()`` tries again.
    /// - Throws: 301 if the store cannot be watched; ``catchUp()`` works all the same.
    package func start(didFail: @escaping @Sendable () -> Void) throws(FontError) {
        let paths = store.registrar.paths
        try makeFolder(paths.store)
        let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)
        let watch = store.processState.loop.add(paths.store, events: events) { [weak self] name in
            // Without a name events were lost: of both kinds, perhaps.
            let file = name.map { paths.store + "/" + $0 }
            if file == nil || file == paths.nextGenerationFile { self?.readAhead() }
            if file == nil || file == paths.generationFile {
                do throws(FontError) { try self?.notifyPublished() } catch { didFail() }
            }
        }
        guard let watch else { throw .store("watch for changes", path: paths.store) }
        self.watch.withLock { $0 = watch }
        do throws(FontError) { try catchUp() } catch { didFail() }
    }

    /// Hands over what has been published since.
    ///
    /// - Throws: 301 if the store cannot be read.
    package func catchUp() throws(FontError) {
        // In the kernel's order only is it sure that what was read ahead is what has been published.
        place.withLock { $0.ahead = [] }
        try notifyPublished()
    }

    private func notifyPublished() throws(FontError) {
        let result: Result<Void, FontError> = place.withLock { place in
            do throws(FontError) { return .success(try advance(&place)) } catch { return .failure(error) }
        }
        try result.get()
    }

    private func advance(_ place: inout Place) throws(FontError) {
        let published = try GenerationFile.published(store.registrar.paths)
        if let published, published == place.generation || tell(upTo: published, &place) { return }
        // Without the file all counts: the next writer publishes it.
        let changes = try read(upTo: published, place)
        place.ahead = prepared(changes.operations)
        if !tell(upTo: changes.generation, &place) { place.generation = changes.generation }
    }

    /// Operations that wait to be published beyond which none is read ahead: nothing can be published then, and each new
    /// one would have all the others read again.
    private static var readAheadLimit: Int { 16 }

    /// Reads what is about to be published.
    private func readAhead() {
        place.withLock { place in
            // What was read before may be of an operation that was cut off and has gone with its database.
            place.ahead = []
            // What fails now is tried again once it is published.
            guard let operations = try? read(upTo: nil, place).operations, operations.count <= Self.readAheadLimit
            else { return }
            place.ahead = prepared(operations)
        }
    }

    private func read(upTo published: Int64?, _ place: Place) throws(FontError) -> PublishedChanges {
        // Of what happened since a time that nobody knows the log tells nothing, but where it is now.
        try PublishedChanges(by: store.registrar, since: place.generation ?? .max, upTo: published)
    }

    private func prepared(
        _ operations: [(generation: Int64, changes: [FontChange]?)]
    ) -> [(generation: Int64, notice: Notice)] {
        operations.map { ($0, prepare($0, $1)) }
    }

    /// Hands over what was read.
    ///
    /// - Returns: False if that does not end with this generation: then it has to be read.
    private func tell(upTo published: Int64, _ place: inout Place) -> Bool {
        guard let end = place.ahead.firstIndex(where: { $0.generation == published }) else { return false }
        let operations = place.ahead[...end]
        place = Place(generation: published, ahead: Array(place.ahead[(end + 1)...]))
        for (generation, notice) in operations { handOver(generation, notice) }
        return true
    }
}

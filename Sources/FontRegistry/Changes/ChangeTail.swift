package import FontModel
import Glibc
import Synchronization

/// Hands over what changes in a store, an operation at a time and in order, as soon as this process can know of it.
///
/// The kernel tells when the generation file is replaced. What an operation of this process changed is known by then, what
/// others changed is read. All is done on the thread that learns of it: nobody waits for another one to wake.
package final class ChangeTail: Sendable {
    /// - Parameter changes: Of one operation; nil if they cannot be told one by one.
    package typealias Handler = @Sendable (_ generation: Int64, _ changes: [FontChange]?) -> Void

    private let store: RegistryStore
    private let handler: Handler
    /// How far changes have been handed over, if that is known; held while they are, so that none overtakes another.
    private let cursor: Mutex<Int64?>
    private let watch = Mutex<InotifyLoop.Watch?>(nil)
    /// What an operation of our own is about to announce.
    private let expected = Mutex<AnnouncedChanges?>(nil)

    /// Nothing is handed over before ``start()``.
    ///
    /// - Parameters:
    ///   - generation: The last one that is known; nil if the store cannot be read, and its first reading then tells that
    ///     anything may have changed.
    ///   - handler: Called on any thread; must not wait for anybody.
    package init(_ store: RegistryStore, after generation: Int64?, _ handler: @escaping Handler) {
        self.store = store
        self.handler = handler
        cursor = Mutex(generation)
    }

    deinit {
        store.registrar.onAnnouncement(nil)
        if let watch = watch.withLock({ $0 }) { store.surroundings.loop.remove(watch) }
    }

    /// Begins to listen, with what has happened since the generation; a store has one tail at a time.
    ///
    /// - Parameter didFail: Called when the store could not be read; ``catchUp()`` tries again.
    /// - Throws: 301 if the store cannot be watched; ``catchUp()`` works all the same.
    package func start(didFail: @escaping @Sendable () -> Void) throws(FontError) {
        store.registrar.onAnnouncement { [weak self] announced in self?.expected.withLock { $0 = announced } }
        let folder = store.registrar.paths.store
        try makeFolder(folder)
        let watch = store.surroundings.loop.add(folder, events: UInt32(IN_MOVED_TO)) { [weak self] name in
            guard let self, name == "generation" || name == nil else { return }
            do throws(FontError) { try catchUp() } catch { didFail() }
        }
        guard let watch else { throw .store("watch for changes", path: folder) }
        self.watch.withLock { $0 = watch }
        do throws(FontError) { try catchUp() } catch { didFail() }
    }

    /// Hands over what has been announced since.
    ///
    /// - Throws: 301 if the store cannot be read.
    package func catchUp() throws(FontError) {
        let result: Result<Void, FontError> = cursor.withLock { cursor in
            do throws(FontError) { return .success(try advance(&cursor)) } catch { return .failure(error) }
        }
        try result.get()
    }

    private func advance(_ cursor: inout Int64?) throws(FontError) {
        let announced = try GenerationFile.announced(store.registrar.paths)
        // Of what happened since a time that nobody knows the log tells nothing, but where it is now.
        let since = cursor ?? .max
        let changes: AnnouncedChanges
        if let own = takeExpected(at: announced ?? 0), own.previous == since {
            changes = own
        } else {
            changes = try AnnouncedChanges(by: store.registrar, since: since, upTo: announced)
        }
        cursor = changes.generation
        if changes.generation != since { handOver(changes) }
    }

    /// What an operation of our own has announced with a generation; nothing is kept of earlier ones.
    private func takeExpected(at generation: Int64) -> AnnouncedChanges? {
        expected.withLock { expected in
            guard let own = expected, own.generation <= generation else { return nil }
            expected = nil
            return own.generation == generation ? own : nil
        }
    }

    private func handOver(_ announced: AnnouncedChanges) {
        guard let changes = announced.changes else { return handler(announced.generation, nil) }
        var rest = changes[...]
        while let first = rest.first {
            let operation = rest.prefix { $0.generation == first.generation }
            handler(first.generation, Array(operation))
            rest = rest.dropFirst(operation.count)
        }
        if changes.last?.generation != announced.generation { handler(announced.generation, []) }
    }
}

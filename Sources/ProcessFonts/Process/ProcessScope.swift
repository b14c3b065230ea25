import CLinux
package import FontModel
import Glibc
import Inspection
import Synchronization

/// The fonts that are registered in this process only.
///
/// There is one instance per process and store, regardless of the manager: an application and its libraries see each
/// other's fonts, and each provider unregisters its own. The fonts stay until they are unregistered or the process
/// ends. Nothing is saved, and the store is neither read nor written. A file is used where it is, as with Apple's
/// functions, and is watched: its registration ends when it is removed or changes.
package final class ProcessScope: Sendable {
    typealias Entry = ProcessRegistrations.Entry

    private struct State {
        var registrations = ProcessRegistrations()
        var log: [FontChange] = []
        /// The sequence number of the first change in `log`.
        var logStart = 0
        /// The file watches by registration id.
        var watches: [String: InotifyLoop.Watch] = [:]
        var listeners: [Listener] = []
    }

    /// A callback for changes that is valid as long as its owner exists.
    private struct Listener: Sendable {
        weak var owner: (any AnyObject & Sendable)?
        var notify: @Sendable () -> Void
    }

    /// The number of changes that are kept for subscribers.
    private static let retention = 1_024

    private let state = Mutex(State())
    /// The shared loop: the kernel allows a user few inotify instances.
    private static let loop = InotifyLoop()

    /// The process scopes by the folder of the store.
    private static let scopes = Mutex<[String: ProcessScope]>([:])

    /// Returns the only process scope for a store.
    static func beside(_ paths: FontPaths) -> ProcessScope {
        scopes.withLock { scopes in
            let scope = scopes[paths.store] ?? ProcessScope()
            scopes[paths.store] = scope
            return scope
        }
    }

    private init() {}

    // MARK: Reading

    /// The registrations, after removing those whose file is gone or has changed.
    var entries: [Entry] {
        dropVanished()
        return state.withLock { $0.registrations.entries }
    }

    var registrations: [Registration] { entries.map(\.registration) }

    /// Returns the characters of the faces of a registration, without a look at its file; nil if there is none.
    func coverages(ofRegistration id: String) -> [CharacterCoverage]? {
        state.withLock { state in state.registrations.entries.first { $0.registration.id == id }?.coverages }
    }

    /// Whether there is no registration, not even of a file that is gone.
    var isEmpty: Bool { state.withLock { $0.registrations.entries.isEmpty } }

    /// The number of changes so far.
    package var sequence: Int { state.withLock { $0.logStart + $0.log.count } }

    /// Returns the changes after a sequence number, or nil if they are no longer kept.
    package func changes(since sequence: Int) -> [FontChange]? {
        state.withLock { state in
            guard sequence >= state.logStart else { return nil }
            return Array(state.log.dropFirst(sequence - state.logStart))
        }
    }

    /// Adds a callback for changes, and removes those whose owner is gone.
    package func onChange(for owner: some AnyObject & Sendable, _ notify: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.listeners.removeAll { $0.owner == nil }
            state.listeners.append(Listener(owner: owner, notify: notify))
        }
    }

    // MARK: Changing

    /// Registers items as one batch with one notification.
    ///
    /// An atomic batch changes nothing if an item fails.
    /// - Throws: `registrationFailed` (301) if there is no memory for a copy.
    func register(
        _ items: [FontItem], caller: Caller, options: RegistrationOptions, watcher: BatchWatcher,
        generation: Int64
    ) throws(FontError) -> FontSummary {
        let reads = FileReads<PreparedProcessFont>()
        let intake = try BatchIntake(items, isAtomic: options.isAtomic, watcher: watcher) { item throws(FontError) in
            // The bytes of a path with an escape are kept in memory.
            guard !PathText.hasEscape(item.name) else { return try PreparedProcessFont(item) }
            var font = try reads.value(of: item) { () throws(FontError) in try PreparedProcessFont(item) }
            (font.file, font.tag) = (item.name, item.tag)
            return font
        }
        var outcomes = intake.outcomes
        if !intake.isVoid {
            dropVanished()
            for (index, outcome) in decide(intake.prepared, caller: caller, options: options) {
                outcomes[index] = outcome
            }
        }
        return FontSummary(generation: generation, outcomes: outcomes, wasStopped: intake.wasStopped)
    }

    /// Registers fonts one after the other, each whatever becomes of the others, with one notification.
    func register(_ fonts: [PreparedProcessFont], caller: Caller) -> [FontOutcome] {
        guard !fonts.isEmpty else { return [] }
        dropVanished()
        return mutate { registrations in
            var batch: Set<String> = []
            let decided = fonts.map { font in
                let (outcome, event) = registrations.register(
                    font, caller: caller, options: RegistrationOptions(), batch: batch)
                if let id = outcome.registration?.id { batch.insert(id) }
                return (outcome, event)
            }
            return (decided.map(\.0), decided.compactMap(\.1))
        }
    }

    private func decide(
        _ fonts: [(index: Int, font: PreparedProcessFont)], caller: Caller, options: RegistrationOptions
    ) -> [(Int, FontOutcome)] {
        mutate { registrations in
            let before = registrations
            var batch: Set<String> = []
            var events: [FontChange] = []
            var decided: [(Int, FontOutcome)] = []
            var forms = FamilyForms(of: fonts.map(\.font.inspection.faces), preferring: options.preferredForm)
            for place in forms.order {
                let (index, font) = fonts[place]
                if let other = forms.taken(insteadOf: place) {
                    let outcome = FontOutcome(
                        item: font.file, status: .skipped, takenInstead: fonts[other].font.file,
                        lacking: forms.lacking[place] ?? [])
                    decided.append((index, outcome))
                    continue
                }
                let (outcome, event) = registrations.register(font, caller: caller, options: options, batch: batch)
                if options.isAtomic, outcome.status == .failed {
                    registrations = before
                    return ([(index, outcome)], [])
                }
                if outcome.status == .failed { forms.refuse(place) }
                if let id = outcome.registration?.id { batch.insert(id) }
                decided.append((index, outcome))
                if let event { events.append(event) }
            }
            decided = decided.omittingLackingNames()
            if options.isDryRun {
                registrations = before
                return (decided, [])
            }
            return (decided, events)
        }
    }

    /// Changes registrations.
    ///
    /// - Returns: The outcomes of each target; none for a target that means no registration.
    func change(
        _ change: RegistrationChange, caller: Caller, watcher: BatchWatcher = BatchWatcher()
    ) -> [[FontOutcome]] {
        dropVanished()
        return mutate { registrations in
            let before = registrations
            let (outcomes, events) = registrations.change(change, caller: caller, watcher: watcher)
            if change.isDryRun { registrations = before }
            return (outcomes, change.isDryRun ? [] : events)
        }
    }

    /// Ends registrations whose file is gone or has changed.
    private func dropVanished() {
        let suspects = state.withLock { state in
            state.registrations.entries.compactMap { entry in entry.fingerprint.map { (entry.registration, $0) } }
        }
        let vanished = suspects.filter { Fingerprint(of: $0.file) != $1 }.map(\.0)
        guard !vanished.isEmpty else { return }
        mutate { registrations in
            let present = Set(registrations.entries.map(\.registration.id))
            registrations.remove(Set(vanished.map(\.id)))
            return ((), vanished.filter { present.contains($0.id) }.map { FontChange(.removed, $0) })
        }
    }

    /// Runs a change, logs it, updates the file watches, and calls the listeners after releasing the lock.
    private func mutate<Value: Sendable>(
        _ body: (inout ProcessRegistrations) -> (Value, [FontChange])
    ) -> Value {
        let (value, listeners) = state.withLock { state -> (Value, [@Sendable () -> Void]) in
            let (value, events) = body(&state.registrations)
            guard !events.isEmpty else { return (value, []) }
            state.log += events
            let surplus = state.log.count - Self.retention
            if surplus > 0 {
                state.log.removeFirst(surplus)
                state.logStart += surplus
            }
            watch(&state)
            return (value, state.listeners.map(\.notify))
        }
        for listener in listeners { listener() }
        return value
    }

    /// Watches the files of the present registrations only.
    private func watch(_ state: inout State) {
        let files = Dictionary(
            state.registrations.entries.filter { $0.fingerprint != nil }.map {
                ($0.registration.id, $0.registration.file)
            },
            uniquingKeysWith: { first, _ in first })
        let gone = state.watches.filter { files[$0.key] == nil }
        for id in gone.keys { state.watches[id] = nil }
        // Unlinking appears as a change of attributes as long as the file is open anywhere.
        let events = UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_CLOSE_WRITE)
        for (id, file) in files where state.watches[id] == nil {
            state.watches[id] = Self.loop.add(file, events: events) { [weak self] _ in self?.dropVanished() }
        }
        for watch in gone.values { Self.loop.remove(watch) }
    }
}

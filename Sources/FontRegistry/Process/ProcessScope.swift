import CLinux
import FontModel
import Glibc
import Synchronization

/// The fonts that only this process has registered.
///
/// Nothing of it is ever written down.
///
/// A file stays where it is, as with Apple, and is watched: when it goes or changes, its registration ends.
final class ProcessScope: Sendable {
    /// One registered font.
    struct Entry: Sendable {
        var registration: Registration
        var coverages: [CharacterCoverage]
        /// Of the file when it was read; nil for data in memory, which nobody can change.
        var fingerprint: Fingerprint?
        var memory: SealedMemory?
        var watch: Int32?
    }

    private struct State {
        var entries: [Entry] = []
        var log: [FontChange] = []
        /// Sequence number of the first change in `log`.
        var logStart = 0
        var listeners: [@Sendable () -> Void] = []
    }

    /// How many changes are kept for subscribers.
    private static let retention = 1_024

    private let state = Mutex(State())
    private let loop: InotifyLoop
    private let storeGeneration: @Sendable () -> Int64

    init(loop: InotifyLoop, storeGeneration: @escaping @Sendable () -> Int64) {
        self.loop = loop
        self.storeGeneration = storeGeneration
    }

    // MARK: Reading

    /// What is registered and, where it is a file, still as it was.
    ///
    /// What is not is taken out first.
    var entries: [Entry] {
        dropVanished()
        return state.withLock { $0.entries }
    }

    var registrations: [Registration] { entries.map(\.registration) }

    /// How many changes there have been.
    var sequence: Int { state.withLock { $0.logStart + $0.log.count } }

    /// Changes after a sequence number; nil if they are no longer kept.
    func changes(since sequence: Int) -> [FontChange]? {
        state.withLock { state in
            guard sequence >= state.logStart else { return nil }
            return Array(state.log.dropFirst(sequence - state.logStart))
        }
    }

    func onChange(_ listener: @escaping @Sendable () -> Void) { state.withLock { $0.listeners.append(listener) } }

    // MARK: Changing

    /// Registers items by the same rules as the store's, each as it is read.
    func register(
        _ items: [FontItem], caller: Caller, options: RegistrationOptions, watcher: Registrar.Watcher,
        generation: Int64
    ) -> FontSummary {
        var outcomes: [FontOutcome] = []
        var batch: Set<String> = []
        var wasStopped = false
        for item in items {
            wasStopped = wasStopped || watcher.shouldStop()
            guard !wasStopped, !(options.isAtomic && outcomes.contains { $0.status == .failed }) else {
                outcomes.append(FontOutcome(item: item.name, status: .skipped))
                continue
            }
            let outcome: FontOutcome
            do throws(FontError) {
                outcome = register(
                    try PreparedProcessFont(item), caller: caller, options: options, batch: batch)
            } catch {
                outcome = FontOutcome(item: item.name, status: .failed, error: error)
            }
            if let id = outcome.registration?.id { batch.insert(id) }
            watcher.didPrepare(item.name, outcome.status == .failed ? outcome : nil)
            outcomes.append(outcome)
        }
        if options.isAtomic, wasStopped || outcomes.contains(where: { $0.status == .failed }) {
            undo(&outcomes, caller: caller)
        }
        return FontSummary(generation: generation, outcomes: outcomes, wasStopped: wasStopped)
    }

    /// Takes back what an atomic batch had registered.
    private func undo(_ outcomes: inout [FontOutcome], caller: Caller) {
        for index in outcomes.indices where outcomes[index].status == .registered {
            if let id = outcomes[index].registration?.id {
                _ = change([.id(id)], to: .unregister, caller: caller, isSystemFont: { _ in false })
            }
            outcomes[index] = FontOutcome(item: outcomes[index].item, status: .skipped)
        }
    }

    private func register(
        _ font: PreparedProcessFont, caller: Caller, options: RegistrationOptions, batch: Set<String>
    ) -> FontOutcome {
        dropVanished()
        let id = RegistrationID.make(sha256: font.inspection.sha256, scope: .process, provider: caller.provider)
        let wish = RegistrationWish(
            file: font.file, sha256: font.inspection.sha256, provider: caller.provider,
            faces: font.inspection.faces.map { .init(postscriptName: $0.postscriptName, revision: $0.revision) },
            options: options, mayReplaceOthers: true)
        return mutate { state -> (FontOutcome, [FontChange]) in
            let names = Set(wish.faces.map(\.postscriptName))
            let same = state.entries.first { $0.registration.id == id }
            let holders = state.entries.filter { entry in
                entry.registration.isEnabled && entry.registration.sha256 != wish.sha256
                    && entry.registration.faces.contains { names.contains($0.postscriptName) }
            }
            let decision = RegistrationDecision.decide(
                wish, same: same.map(Self.known), holders: holders.map(Self.known), batch: batch)
            switch decision {
            case .refuse(let error):
                return (FontOutcome(item: font.file, status: .failed, error: error), [])
            case .keep, .enable:
                guard var registration = same?.registration else {
                    preconditionFailure("kept without an earlier registration")
                }
                var changes: [FontChange] = []
                if case .enable = decision {
                    registration.isEnabled = true
                    registration.path = same?.memory?.path ?? registration.file
                    Self.update(registration, in: &state)
                    changes = [self.change(.enabled, registration)]
                }
                let error = FontError(
                    .alreadyRegistered, "The same content is registered already, as \(id). There is nothing to do.",
                    file: font.file,
                    conflict: FontError.Conflict(
                        id: id, file: registration.file, provider: registration.provider,
                        postscriptName: wish.faces.first?.postscriptName ?? ""))
                return (
                    FontOutcome(
                        item: font.file, status: .alreadyRegistered, error: error, registration: registration), changes
                )
            case .register, .replace:
                var replaced: [Entry] = []
                if case .replace(let known) = decision {
                    replaced = state.entries.filter { entry in
                        known.contains { $0.id == entry.registration.id } || entry.registration.id == id
                    }
                }
                for entry in replaced { self.drop(entry, from: &state) }
                let entry = self.entry(font, id: id, caller: caller, options: options)
                state.entries.append(entry)
                let kind: FontChange.Kind = replaced.isEmpty ? .added : .replaced
                return (
                    FontOutcome(
                        item: font.file, status: replaced.isEmpty ? .registered : .replaced,
                        registration: entry.registration), [self.change(kind, entry.registration)]
                )
            }
        }
    }

    /// Takes registrations out, or switches them; `body` tells which and how.
    func change(
        _ targets: [FontTarget], to wish: Wish, caller: Caller, isSystemFont: (FontTarget) -> Bool
    ) -> [FontOutcome] {
        dropVanished()
        return mutate { state -> ([FontOutcome], [FontChange]) in
            var changes: [FontChange] = []
            let outcomes = targets.flatMap { target -> [FontOutcome] in
                let found = state.entries.filter { entry in
                    (caller.authority == .user || entry.registration.provider == caller.provider)
                        && Self.matches(entry, target)
                }
                guard !found.isEmpty else {
                    return [
                        FontOutcome(
                            item: target.text, status: .failed,
                            error: isSystemFont(target)
                                ? FontError(
                                    .systemRequired, "This is a font of the system, which fontd does not change.",
                                    file: target.text)
                                : FontError(
                                    .notRegistered, "Nothing of that name is registered in process scope.",
                                    file: target.text))
                    ]
                }
                return found.map { self.apply(wish, to: $0, target, &state, &changes) }
            }
            return (outcomes, changes)
        }
    }

    enum Wish { case unregister, enable, disable }

    private func apply(
        _ wish: Wish, to entry: Entry, _ target: FontTarget, _ state: inout State, _ changes: inout [FontChange]
    ) -> FontOutcome {
        var registration = entry.registration
        switch wish {
        case .unregister:
            drop(entry, from: &state)
            changes.append(change(.removed, registration))
            return FontOutcome(item: target.text, status: .unregistered, registration: registration)
        case .enable where !registration.isEnabled:
            let names = Set(registration.faces.map(\.postscriptName))
            let holder = state.entries.first { other in
                other.registration.isEnabled && other.registration.id != registration.id
                    && other.registration.faces.contains { names.contains($0.postscriptName) }
            }
            if let holder {
                return FontOutcome(
                    item: target.text, status: .failed,
                    error: FontError(
                        .duplicatedName,
                        "Another enabled font has this PostScript name: \(holder.registration.file). Disable that one first.",
                        file: registration.file,
                        conflict: FontError.Conflict(
                            id: holder.registration.id, file: holder.registration.file,
                            provider: holder.registration.provider,
                            postscriptName: registration.faces.first?.postscriptName ?? "")))
            }
            registration.isEnabled = true
            registration.path = entry.memory?.path ?? registration.file
            Self.update(registration, in: &state)
            changes.append(change(.enabled, registration))
            return FontOutcome(item: target.text, status: .enabled, registration: registration)
        case .disable where registration.isEnabled:
            changes.append(change(.disabled, registration))
            registration.isEnabled = false
            registration.path = nil
            Self.update(registration, in: &state)
            return FontOutcome(item: target.text, status: .disabled, registration: registration)
        case .enable, .disable:
            return FontOutcome(item: target.text, status: .unchanged, registration: registration)
        }
    }

    private func entry(
        _ font: PreparedProcessFont, id: String, caller: Caller, options: RegistrationOptions
    ) -> Entry {
        let path = font.memory?.path ?? font.file
        let watch =
            font.memory != nil
            ? nil
            // Unlinking shows as a change of attributes as long as somebody has the file open.
            : loop.add(
                font.file,
                events: UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_CLOSE_WRITE)
            ) { [weak self] _ in self?.dropVanished() }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Entry(
            registration: Registration(
                id: id, file: font.file, path: options.isEnabled ? path : nil, sha256: font.inspection.sha256,
                scope: .process, provider: caller.provider, isEnabled: options.isEnabled,
                tag: font.tag ?? options.tag, registeredAt: Double(now.tv_sec) + Double(now.tv_nsec) / 1e9,
                faces: font.inspection.faces), coverages: font.inspection.coverages, fingerprint: font.fingerprint,
            memory: font.memory, watch: watch)
    }

    /// Ends registrations whose file is gone or has changed.
    private func dropVanished() {
        let suspects = state.withLock { state in
            state.entries.compactMap { entry in entry.fingerprint.map { (entry.registration, $0) } }
        }
        let vanished = Set(
            suspects.filter { registration, fingerprint in
                guard let now = Fingerprint(of: registration.file) else { return true }
                return now != fingerprint
            }.map(\.0.id))
        guard !vanished.isEmpty else { return }
        mutate { state -> (Void, [FontChange]) in
            let gone = state.entries.filter { vanished.contains($0.registration.id) }
            for entry in gone { self.drop(entry, from: &state) }
            return ((), gone.map { self.change(.removed, $0.registration) })
        }
    }

    private func drop(_ entry: Entry, from state: inout State) {
        state.entries.removeAll { $0.registration.id == entry.registration.id }
        if let watch = entry.watch { loop.remove(watch) }
    }

    /// Runs a change and tells the listeners of it, outside the lock.
    private func mutate<Value: Sendable>(_ body: (inout sending State) -> (Value, [FontChange])) -> Value {
        let (value, listeners) = state.withLock { state -> (Value, [@Sendable () -> Void]) in
            let (value, changes) = body(&state)
            guard !changes.isEmpty else { return (value, []) }
            state.log += changes
            let surplus = state.log.count - Self.retention
            if surplus > 0 {
                state.log.removeFirst(surplus)
                state.logStart += surplus
            }
            return (value, state.listeners)
        }
        for listener in listeners { listener() }
        return value
    }

    private func change(_ kind: FontChange.Kind, _ registration: Registration) -> FontChange {
        FontChange(
            generation: storeGeneration(), kind: kind, scope: .process, provider: registration.provider,
            faces: registration.faces.map { FontChange.Face(face: $0, path: registration.path) })
    }

    private static func update(_ registration: Registration, in state: inout State) {
        if let index = state.entries.firstIndex(where: { $0.registration.id == registration.id }) {
            state.entries[index].registration = registration
        }
    }

    private static func known(_ entry: Entry) -> KnownRegistration {
        let registration = entry.registration
        return KnownRegistration(
            id: registration.id, sha256: registration.sha256, scope: .process, provider: registration.provider,
            isEnabled: registration.isEnabled, file: registration.file,
            faces: registration.faces.map { .init(postscriptName: $0.postscriptName, revision: $0.revision) })
    }

    private static func matches(_ entry: Entry, _ target: FontTarget) -> Bool {
        let registration = entry.registration
        func hasName(_ name: String) -> Bool {
            registration.faces.contains { face in
                face.postscriptName == name || face.instances.contains { $0.postscriptName == name }
            }
        }
        switch target {
        case .id(let id): return registration.id == id
        case .file(let file): return registration.file == file
        case .name(let name): return hasName(name)
        case .any(let text): return registration.id == text || registration.file == text || hasName(text)
        }
    }
}

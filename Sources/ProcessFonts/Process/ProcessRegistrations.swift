import FontModel
import Inspection

/// The registrations of one process, as a value with the rules for changing it.
struct ProcessRegistrations: Sendable {
    /// One registered font.
    struct Entry: Sendable {
        var registration: Registration
        var coverages: [CharacterCoverage]
        /// The fingerprint of the file when it was read, or nil for data in memory, which cannot change.
        var fingerprint: Fingerprint?
        var memory: SealedMemory?

        /// The path at which this process can open the font.
        var path: String { memory?.path ?? registration.file }

        /// An item to register the font once more.
        var item: FontItem {
            memory.map { .data(Array($0.contents.bytes), name: registration.file) }
                ?? .file(registration.file)
        }
    }

    private(set) var entries: [Entry] = []

    // MARK: Registering

    /// Registers a prepared font by the same rules as the store.
    ///
    /// - Parameter batch: The ids of the registrations from the same batch.
    mutating func register(
        _ font: PreparedProcessFont, caller: Caller, options: RegistrationOptions, batch: Set<String>
    ) -> (FontOutcome, FontChange?) {
        let id = RegistrationID.make(sha256: font.inspection.sha256, scope: .process, provider: caller.provider)
        let request = RegistrationRequest(
            file: font.file, provider: caller.provider,
            faces: font.inspection.faces.map(KnownRegistration.KnownFace.init),
            options: options, mayReplaceOthers: caller.authority == .user)
        let same = entries.first { $0.registration.id == id }
        let holders = holders(of: font.inspection.faces, otherThan: font.inspection.sha256)
        switch RegistrationDecision.decide(
            request, same: same?.known, holders: holders.map(\.known), batch: batch)
        {
        case .refuse(let error):
            return (FontOutcome(item: font.file, status: .failed, error: error), nil)
        case .keep(let known):
            return (.alreadyRegistered(font.file, known, same?.registration), nil)
        case .enable(let known):
            guard let same else { preconditionFailure("enabled without an earlier registration") }
            let registration = setEnabled(true, same)
            return (.enabledAgain(font.file, known, registration), FontChange(.enabled, registration))
        case .register:
            let entry = Entry(font, id: id, caller: caller, options: options)
            entries.append(entry)
            return (
                FontOutcome(item: font.file, status: .registered, registration: entry.registration),
                FontChange(.added, entry.registration)
            )
        case .replace(let replaced):
            let gone = Set(replaced.map(\.id) + [id])
            entries.removeAll { gone.contains($0.registration.id) }
            let entry = Entry(font, id: id, caller: caller, options: options)
            entries.append(entry)
            let outcome = FontOutcome(
                item: font.file, status: .replaced, registration: entry.registration,
                lacking: replaced.names(notIn: font.inspection.faces))
            var change = FontChange(.replaced, entry.registration)
            change.replacedIDs = replaced.map(\.id)
            return (outcome, change)
        }
    }

    /// Returns the enabled entries with other content that conflict with these faces; see ``ExactNames``.
    private func holders(of faces: [FontFace], otherThan sha256: String) -> [Entry] {
        entries.filter { entry in
            entry.registration.isEnabled && entry.registration.sha256 != sha256
                && faces.conflict(with: entry.registration.faces)
        }
    }

    // MARK: Changing

    /// Applies a change to every registration of the caller that a target means, possibly none.
    ///
    /// A registration that several targets mean is changed once and is an outcome of each.
    ///
    /// - Returns: The outcomes of each target, and the changes.
    mutating func change(
        _ change: RegistrationChange, caller: Caller, watcher: BatchWatcher
    ) -> (outcomes: [[FontOutcome]], events: [FontChange]) {
        let visible = entries.filter { caller.maySee($0.registration.provider) }
        var results: [String: FontOutcome] = [:]
        var events: [FontChange] = []
        let outcomes = change.targets.map { target in
            if watcher.shouldStop() { return [FontOutcome(item: target.text, status: .skipped)] }
            let outcomes = Self.meant(by: target, of: visible).map { entry in
                let id = entry.registration.id
                var outcome =
                    results[id]
                    ?? {
                        let (outcome, event) = apply(change.verb, to: entry, target)
                        if let event { events.append(event) }
                        results[id] = outcome
                        return outcome
                    }()
                outcome.item = target.text
                return outcome
            }
            if !outcomes.isEmpty { watcher.didChange(target, outcomes) }
            return outcomes
        }
        return (outcomes, events)
    }

    /// Returns the entries that a target means; a name means the entries that match by the best kind of name, see
    /// ``ExactNames``.
    private static func meant(by target: FontTarget, of entries: [Entry]) -> [Entry] {
        switch target.kind {
        case .id(let id): return entries.filter { $0.registration.id == id }
        case .file(let file): return entries.filter { $0.registration.file == file }
        case .name(let name):
            let kinds = entries.map { LookupName.kind(of: $0.registration.faces, for: name, isExact: true) }
            guard let best = kinds.compactMap(\.self).min() else { return [] }
            return zip(entries, kinds).filter { $1 == best }.map(\.0)
        case .family(let name): return entries.filter { RegistrationSelection.hasFamily(name, $0.registration) }
        case .any(let text):
            return [FontTarget.id(text), .file(text), .name(text), .family(text)].lazy.map {
                meant(by: $0, of: entries)
            }
            .first { !$0.isEmpty } ?? []
        }
    }

    private mutating func apply(_ verb: RegistrationVerb, to entry: Entry, _ target: FontTarget) -> (
        FontOutcome, FontChange?
    ) {
        let registration = entry.registration
        func outcome(_ status: FontOutcome.Status, _ registration: Registration) -> FontOutcome {
            FontOutcome(item: target.text, status: status, registration: registration)
        }
        switch verb {
        case .unregister:
            remove([registration.id])
            return (outcome(.unregistered, registration), FontChange(.removed, registration))
        case .enable where !registration.isEnabled:
            let holders = holders(of: registration.faces, otherThan: registration.sha256)
            if let error = RegistrationDecision.obstacle(
                toEnabling: entry.known.faces, of: registration.file, holders: holders.map(\.known))
            {
                return (FontOutcome(item: target.text, status: .failed, error: error), nil)
            }
            let enabled = setEnabled(true, entry)
            return (outcome(.enabled, enabled), FontChange(.enabled, enabled))
        case .disable where registration.isEnabled:
            // The event names the path that the font had.
            return (outcome(.disabled, setEnabled(false, entry)), FontChange(.disabled, registration))
        case .tag(let added, let removed):
            var tagged = registration
            do throws(FontError) {
                tagged.tags = try registration.tags.tags(adding: added, removing: removed)
            } catch {
                return (.failed(target.text, error), nil)
            }
            guard tagged != registration else { return (outcome(.unchanged, registration), nil) }
            update(tagged)
            return (outcome(.tagged, tagged), FontChange(.tagged, tagged))
        case .enable, .disable: return (outcome(.unchanged, registration), nil)
        }
    }

    private mutating func setEnabled(_ isEnabled: Bool, _ entry: Entry) -> Registration {
        var registration = entry.registration
        registration.isEnabled = isEnabled
        registration.path = isEnabled ? entry.path : nil
        update(registration)
        return registration
    }

    private mutating func update(_ registration: Registration) {
        guard let index = entries.firstIndex(where: { $0.registration.id == registration.id }) else { return }
        entries[index].registration = registration
    }

    /// Removes registrations.
    mutating func remove(_ ids: Set<String>) { entries.removeAll { ids.contains($0.registration.id) } }
}

extension ProcessRegistrations.Entry {
    fileprivate init(_ font: PreparedProcessFont, id: String, caller: Caller, options: RegistrationOptions) {
        registration = Registration(
            id: id, sha256: font.inspection.sha256,
            record: RegistrationRecord(
                file: font.file, scope: .process, provider: caller.provider, isEnabled: options.isEnabled,
                tags: [font.tag ?? options.tag].compactMap(\.self).filter { !$0.isEmpty },
                registeredAt: WallClock.now()),
            faces: font.inspection.faces)
        coverages = font.inspection.coverages
        fingerprint = font.fingerprint
        memory = font.memory
        if options.isEnabled { registration.path = path }
    }

    /// The entry in the form that the rules take.
    var known: KnownRegistration {
        KnownRegistration(
            id: registration.id, sha256: registration.sha256, record: registration.record,
            faces: registration.faces.map(KnownRegistration.KnownFace.init))
    }
}

extension FontChange {
    /// Creates a change without a generation, since generations belong to the store.
    init(_ kind: Kind, _ registration: Registration) {
        self.init(
            generation: 0, kind: kind, scope: .process, provider: registration.provider,
            faces: registration.faces.map { Face(face: $0, path: registration.path, id: registration.id) })
    }
}

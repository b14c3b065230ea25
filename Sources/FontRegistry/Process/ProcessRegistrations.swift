import FontModel
import Inspection

/// The registrations of one process as a value: what is there, and how wishes change it.
struct ProcessRegistrations: Sendable {
    /// One registered font.
    struct Entry: Sendable {
        var registration: Registration
        var coverages: [CharacterCoverage]
        /// Of the file when it was read; nil for data in memory, which nobody can change.
        var fingerprint: Fingerprint?
        var memory: SealedMemory?

        /// Where this process can open the font.
        var path: String { memory?.path ?? registration.file }
    }

    /// One thing that happened.
    struct Event: Sendable {
        var kind: FontChange.Kind
        var registration: Registration
    }

    private(set) var entries: [Entry] = []

    // MARK: Registering

    /// Registers a prepared font by the same rules as the store's.
    ///
    /// - Parameter batch: Ids of what came with the same batch.
    mutating func register(
        _ font: PreparedProcessFont, caller: Caller, options: RegistrationOptions, batch: Set<String>
    ) -> (FontOutcome, Event?) {
        let id = RegistrationID.make(sha256: font.inspection.sha256, scope: .process, provider: caller.provider)
        let wish = RegistrationWish(
            file: font.file, sha256: font.inspection.sha256, provider: caller.provider,
            faces: font.inspection.faces.map { .init(postscriptName: $0.postscriptName, revision: $0.revision) },
            options: options, mayReplaceOthers: true)
        let same = entries.first { $0.registration.id == id }
        let holders = holders(of: font.inspection.faces, otherThan: wish.sha256)
        switch RegistrationDecision.decide(
            wish, same: same?.known, holders: holders.map(\.known), batch: batch)
        {
        case .refuse(let error):
            return (FontOutcome(item: font.file, status: .failed, error: error), nil)
        case .keep(let known):
            return (.alreadyRegistered(font.file, known, same?.registration), nil)
        case .enable(let known):
            guard let same else { preconditionFailure("enabled without an earlier registration") }
            let registration = setEnabled(true, same)
            return (
                .alreadyRegistered(font.file, known, registration), Event(kind: .enabled, registration: registration)
            )
        case .register:
            let entry = Entry(font, id: id, caller: caller, options: options)
            entries.append(entry)
            return (
                FontOutcome(item: font.file, status: .registered, registration: entry.registration),
                Event(kind: .added, registration: entry.registration)
            )
        case .replace(let replaced):
            let gone = Set(replaced.map(\.id) + [id])
            entries.removeAll { gone.contains($0.registration.id) }
            let entry = Entry(font, id: id, caller: caller, options: options)
            entries.append(entry)
            return (
                FontOutcome(item: font.file, status: .replaced, registration: entry.registration),
                Event(kind: .replaced, registration: entry.registration)
            )
        }
    }

    /// Enabled entries of other content that have a PostScript name of these faces.
    private func holders(of faces: [FontFace], otherThan sha256: String) -> [Entry] {
        let names = Set(faces.map(\.postscriptName))
        return entries.filter { entry in
            entry.registration.isEnabled && entry.registration.sha256 != sha256
                && entry.registration.faces.contains { names.contains($0.postscriptName) }
        }
    }

    // MARK: Changing

    /// Does to everything a target means what is wished for; nothing if it means nothing of the caller's.
    mutating func change(_ target: FontTarget, to wish: FontWish, caller: Caller) -> [(FontOutcome, Event?)] {
        let found = entries.filter { entry in
            caller.maySee(entry.registration.provider) && entry.is(target)
        }
        return found.map { apply(wish, to: $0, target) }
    }

    private mutating func apply(_ wish: FontWish, to entry: Entry, _ target: FontTarget) -> (FontOutcome, Event?) {
        let registration = entry.registration
        func outcome(_ status: FontOutcome.Status, _ registration: Registration) -> FontOutcome {
            FontOutcome(item: target.text, status: status, registration: registration)
        }
        switch wish {
        case .unregister:
            remove([registration.id])
            return (outcome(.unregistered, registration), Event(kind: .removed, registration: registration))
        case .enable where !registration.isEnabled:
            let holders = holders(of: registration.faces, otherThan: registration.sha256)
            let wish = RegistrationWish(
                file: registration.file, sha256: registration.sha256, provider: registration.provider,
                faces: entry.known.faces, options: RegistrationOptions(), mayReplaceOthers: false)
            if case .refuse(let error) = RegistrationDecision.decide(wish, same: nil, holders: holders.map(\.known)) {
                return (FontOutcome(item: target.text, status: .failed, error: error), nil)
            }
            let enabled = setEnabled(true, entry)
            return (outcome(.enabled, enabled), Event(kind: .enabled, registration: enabled))
        case .disable where registration.isEnabled:
            // The event names the path that the font had.
            return (
                outcome(.disabled, setEnabled(false, entry)), Event(kind: .disabled, registration: registration)
            )
        case .enable, .disable: return (outcome(.unchanged, registration), nil)
        }
    }

    private mutating func setEnabled(_ isEnabled: Bool, _ entry: Entry) -> Registration {
        var registration = entry.registration
        registration.isEnabled = isEnabled
        registration.path = isEnabled ? entry.path : nil
        if let index = entries.firstIndex(where: { $0.registration.id == registration.id }) {
            entries[index].registration = registration
        }
        return registration
    }

    /// Takes registrations out.
    mutating func remove(_ ids: Set<String>) { entries.removeAll { ids.contains($0.registration.id) } }
}

extension ProcessRegistrations.Entry {
    fileprivate init(_ font: PreparedProcessFont, id: String, caller: Caller, options: RegistrationOptions) {
        registration = Registration(
            id: id, file: font.file, path: nil, sha256: font.inspection.sha256, scope: .process,
            provider: caller.provider, isEnabled: options.isEnabled, tag: font.tag ?? options.tag,
            registeredAt: WallClock.now(), faces: font.inspection.faces)
        coverages = font.inspection.coverages
        fingerprint = font.fingerprint
        memory = font.memory
        if options.isEnabled { registration.path = path }
    }

    /// As the rules see it.
    var known: KnownRegistration {
        KnownRegistration(
            id: registration.id, sha256: registration.sha256, scope: .process, provider: registration.provider,
            isEnabled: registration.isEnabled, file: registration.file,
            faces: registration.faces.map { .init(postscriptName: $0.postscriptName, revision: $0.revision) })
    }

    fileprivate func `is`(_ target: FontTarget) -> Bool {
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

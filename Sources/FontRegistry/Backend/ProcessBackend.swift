import FontModel

/// The backend of process scope.
struct ProcessBackend: FontBackend {
    let state: ProcessFontState
    let caller: Caller
    private let queue = WorkQueue()

    init(_ state: ProcessFontState, _ caller: Caller) {
        self.state = state
        self.caller = caller
    }

    private var scope: ProcessScope { state.process }

    func register(
        _ items: [FontItem], scope: FontScope, options: RegistrationOptions, watcher: BatchWatcher
    ) async throws(FontError) -> FontSummary {
        try await queue.perform { () throws(FontError) in try register(items, options: options, watcher: watcher) }
    }

    /// Registers items on the calling thread.
    func register(
        _ items: [FontItem], options: RegistrationOptions, watcher: BatchWatcher
    ) throws(FontError) -> FontSummary {
        try scope.register(
            items, caller: caller, options: options, watcher: watcher, generation: state.knownGeneration())
    }

    func change(
        _ targets: [FontTarget], to change: RegistrationChange, scope: FontScope?, watcher: BatchWatcher
    ) async throws(FontError) -> FontSummary {
        let (generation, outcomes) = try await self.change(targets, to: change, watcher: watcher)
        return try await queue.perform { () throws(FontError) in
            FontSummary(
                generation: generation,
                outcomes: zip(targets, outcomes).flatMap { target, outcomes in
                    if !outcomes.isEmpty { return outcomes }
                    let missing = notFound(target)
                    watcher.didPrepare(target.text, missing)
                    return [missing]
                }, wasStopped: outcomes.joined().contains { $0.status == .skipped })
        }
    }

    /// Changes registrations.
    ///
    /// - Returns: The outcomes of each target; none for a target that means no registration.
    func change(
        _ targets: [FontTarget], to change: RegistrationChange, watcher: BatchWatcher = BatchWatcher()
    ) async throws(FontError) -> (generation: Int64, outcomes: [[FontOutcome]]) {
        try await queue.perform { () throws(FontError) in
            let outcomes = scope.change(targets, to: change, caller: caller, watcher: watcher)
            return (state.knownGeneration(), outcomes)
        }
    }

    private func notFound(_ target: FontTarget) -> FontOutcome {
        let error =
            state.system.foreignFont(target)?.error(for: target)
            ?? FontError(
                .notRegistered, "No font with that name is registered in process scope.", file: target.text)
        return FontOutcome(item: target.text, status: .failed, error: error)
    }

    func registered(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) -> [Registration] {
        self.scope.registrations.filter {
            state.includes($0.isEnabled) && (provider == nil || $0.provider == provider)
        }
    }

    func registered(named text: String) -> [Registration] {
        scope.registrations.filter {
            $0.id == text || $0.file == text || LookupName.kind(of: $0.faces, for: text) != nil
        }
    }

    func fonts(matching set: FontQuerySet) async throws(FontError) -> [FontDescriptor] {
        try await queue.perform { () throws(FontError) in
            var candidates = FontCandidates(set.options)
            for entry in scope.entries {
                guard let registration = caller.view(of: entry.registration),
                    candidates.state.includes(registration.isEnabled)
                else { continue }
                candidates.add(registration) { entry.coverages[$0].covers($1) }
            }
            return try candidates.matching(set)
        }
    }

    func find(_ name: String) async throws(FontError) -> RegisteredMatch? {
        if scope.isEmpty { return nil }
        return try await queue.perform { () throws(FontError) in
            let fonts = scope.registrations.filter(\.isEnabled).flatMap { registration in
                registration.faces.map { registration.descriptor(of: $0) }
            }
            return RegisteredMatch(name, among: fonts)
        }
    }

    func storedFile(of font: FontDescriptor) -> String? {
        guard case .registered(let id, _, _, _, _) = font.origin else { return nil }
        return scope.entries.first { $0.registration.id == id && caller.maySee($0.registration.provider) }?.path
    }

    func coverage(of font: FontDescriptor) -> CharacterCoverage? {
        guard case .registered(let id, _, _, _, _) = font.origin else { return nil }
        return scope.coverages(ofRegistration: id)?[font.face.index]
    }

    func unusable(_ name: String) async throws(FontError) -> UnusableFont? {
        try await queue.perform { () throws(FontError) in
            let disabled = scope.registrations.first {
                !$0.isEnabled && caller.maySee($0.provider) && LookupName.kind(of: $0.faces, for: name) != nil
            }
            return disabled.map { UnusableFont(reason: .disabled, registration: $0, disabledBy: .provider) }
        }
    }
}

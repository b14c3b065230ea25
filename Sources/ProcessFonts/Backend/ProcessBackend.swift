import FontModel

/// The backend of process scope.
package struct ProcessBackend: FontBackend {
    package let areArchivesUnpackedHere = true
    package let state: ProcessFontState
    let caller: Caller
    private let queue = WorkQueue()

    package func register(
        _ items: [FontItem], scope: FontScope, options: RegistrationOptions, watcher: BatchWatcher
    ) async throws(FontError) -> FontSummary {
        try await queue.perform { () throws(FontError) in try register(items, options: options, watcher: watcher) }
    }

    /// Registers items on the calling thread.
    package func register(
        _ items: [FontItem], options: RegistrationOptions, watcher: BatchWatcher
    ) throws(FontError) -> FontSummary {
        try state.process.register(
            items, caller: caller, options: options, watcher: watcher, generation: state.knownGeneration())
    }

    package func change(
        _ change: RegistrationChange, watcher: BatchWatcher
    ) async throws(FontError) -> FontSummary {
        try await queue.perform { () throws(FontError) in changeNow(change, watcher: watcher) }
    }

    /// Changes registrations on the calling thread, with an error for each target that means none.
    func changeNow(_ change: RegistrationChange, watcher: BatchWatcher = BatchWatcher()) -> FontSummary {
        let outcomes = state.process.change(change, caller: caller, watcher: watcher)
        return FontSummary(
            generation: state.knownGeneration(),
            outcomes: zip(change.targets, outcomes).flatMap { target, outcomes in
                if !outcomes.isEmpty { return outcomes }
                let missing = notFound(target)
                watcher.didPrepare(target.text, missing)
                return [missing]
            }, wasStopped: outcomes.joined().contains { $0.status == .skipped })
    }

    /// Changes registrations.
    ///
    /// - Returns: The outcomes of each target; none for a target that means no registration.
    package func outcomes(
        of change: RegistrationChange, watcher: BatchWatcher
    ) async throws(FontError) -> (generation: Int64, outcomes: [[FontOutcome]]) {
        try await queue.perform { () throws(FontError) in
            (state.knownGeneration(), state.process.change(change, caller: caller, watcher: watcher))
        }
    }

    private func notFound(_ target: FontTarget) -> FontOutcome {
        let error =
            state.system.foreignFont(target)?.error(for: target)
            ?? FontError(.notRegistered, "No font with that name is registered in process scope.", file: target.text)
        return FontOutcome(item: target.text, status: .failed, error: error)
    }

    package func registered(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) -> [Registration] {
        self.state.process.registrations.filter {
            state.includes($0.isEnabled) && (provider == nil || $0.provider == provider)
        }
    }

    package func registered(named text: String) -> [Registration] {
        state.process.registrations.filter {
            $0.id == text || $0.file == text || LookupName.kind(of: $0.faces, for: text) != nil
        }
    }

    /// Returns the fonts that match, in any order, on the calling thread.
    package func fonts(matching set: FontQuerySet) throws(FontError) -> [FontDescriptor] {
        var candidates = FontCandidates(set.options)
        for entry in state.process.entries {
            guard let registration = caller.view(of: entry.registration),
                candidates.state.includes(registration.isEnabled)
            else { continue }
            candidates.add(registration) { entry.coverages[$0].covers($1) }
        }
        return try candidates.matching(set)
    }

    package func find(_ name: String) async throws(FontError) -> FontResolution? {
        if state.process.isEmpty { return nil }
        return try await queue.perform { () throws(FontError) in find(name) }
    }

    /// Returns the enabled font that a name means, on the calling thread; nil if there is none.
    func find(_ name: String) -> FontResolution? {
        let fonts = state.process.registrations.filter(\.isEnabled).flatMap { registration in
            registration.faces.map { registration.descriptor(of: $0) }
        }
        return RegisteredMatch(name, among: fonts)?.resolution(of: name)
    }

    package func storedFile(of font: FontDescriptor) -> String? {
        state.process.entries.first {
            $0.registration.id == font.registrationID && caller.maySee($0.registration.provider)
        }?.path
    }

    package func openBytes(ofRegistration id: String) async throws(FontError) -> OpenedFile? {
        let found = state.process.entries.first {
            $0.registration.id == id && (caller.maySee($0.registration.provider) || $0.registration.isEnabled)
        }
        guard let entry = found else { return nil }
        if let memory = entry.memory { return try memory.openedFile }
        return try await queue.perform { () throws(FontError) in try SourceFile(opening: entry.path).file }
    }

    package func coverage(of font: FontDescriptor) -> CharacterCoverage? {
        guard let id = font.registrationID else { return nil }
        return state.process.coverages(ofRegistration: id)?[font.face.index]
    }

    package func unusable(_ name: String) -> UnusableFont? {
        let disabled = state.process.registrations.first {
            !$0.isEnabled && caller.maySee($0.provider) && LookupName.kind(of: $0.faces, for: name) != nil
        }
        return disabled.map { UnusableFont(reason: .disabled, registration: $0, disabledBy: .provider) }
    }
}

public import FontModel

extension FontManager {
    /// Examines files before they are registered: what they hold, what is wrong with them, and what registering them
    /// would do now.
    ///
    /// The sources are those of ``register(_:scope:options:)-([FontSource],_,_)``: folders are searched, archives are
    /// unpacked. Each font file has one examination, also a damaged one; an archive that cannot be read has one with its
    /// error. Bytes of fonts are read by workers alone (`fontd-worker`), whatever the context; only
    /// ``FontSource/asset(_:in:)`` looks for its name in this process, in files of the program. The check is that of
    /// `fontctl validate`, and takes a few milliseconds to seconds a file.
    ///
    /// Nothing is registered or stored, except that a content on which a worker failed is remembered as refused.
    ///
    /// ```swift
    /// for try await file in fonts.examine([.url(folder)]) {
    ///     print(file.file, file.outcome.status, file.findings.count)
    /// }
    /// ```
    /// - Parameters:
    ///   - sources: The files, folders, archives, data.
    ///   - scope: The scope in which they would be registered, persistent or session.
    ///   - options: The options with which they would be registered, always as a dry run.
    /// - Returns: The examinations in the order of the files.
    public func examine(
        _ sources: [FontSource], scope: FontScope = .persistent,
        options: RegistrationOptions = RegistrationOptions()
    ) -> FontExaminations {
        FontExaminations { stop throws(FontError) in
            try await self.examination(of: sources, scope: scope, options: options, until: stop)
        }
    }

    private func examination(
        of sources: [FontSource], scope: FontScope, options: RegistrationOptions, until stop: ExaminationStop
    ) async throws(FontError) -> ExaminationRun {
        guard scope != .process else {
            throw FontError(
                .unsupportedScope,
                "Process scope reads files in the process itself. Examine the files for persistent or session scope.")
        }
        let (backend, inspector) = try backend.isolated()
        var options = options
        options.isDryRun = true
        let found = try await found(in: sources, for: backend, scope: scope, options: options)
        let watcher = BatchWatcher(shouldStop: { stop.isStopped }, whenStopped: stop.whenStopped)
        let summary = try await backend.register(found.items, scope: scope, options: options, watcher: watcher)
        let files =
            zip(found.items, summary.outcomes).map { (item: $0, outcome: $1) }
            + found.unread.map { error in
                (item: FontItem.failure(error), outcome: FontOutcome.failed(error.file ?? "", error))
            }
        return ExaminationRun(files, inspector, until: stop) { [caller] (faces, outcome) throws(FontError) in
            try await Self.conflict(of: faces, outcome, scope: scope, to: caller, in: backend)
        }
    }

    /// Returns the font with which a file conflicts, or which it would replace.
    private static func conflict(
        of faces: [FontFace], _ outcome: FontOutcome, scope: FontScope, to caller: Caller,
        in backend: any RegistryBackend
    ) async throws(FontError) -> FontConflict? {
        func shown(_ text: String) async throws(FontError) -> [Registration] {
            try await backend.registered(named: text).filter { $0.scope == scope }.compactMap(caller.view)
        }
        if outcome.status == .replaced {
            for name in faces.map(\.postscriptName) {
                let holders = try await shown(name).filter { $0.isEnabled && $0.sha256 != outcome.registration?.sha256 }
                for holder in holders { if let conflict = FontConflict(offered: faces, holder) { return conflict } }
            }
            return nil
        }
        guard outcome.status == .failed, let error = outcome.error, let other = error.conflict else { return nil }
        let holder = try await shown(other.id).first { $0.id == other.id }
        return holder.flatMap { FontConflict(offered: faces, $0) } ?? FontConflict(offered: faces, error)
    }
}

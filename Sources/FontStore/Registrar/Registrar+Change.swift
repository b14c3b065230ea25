import FontModel

extension Registrar {
    /// Changes registrations as one batch.
    ///
    /// A target of `enable` or `disable` that no registration has means fonts outside of fontd's folders, which the user
    /// can hide and show again; so does a path whose registrations are already enabled or disabled as requested. A family
    /// means its registered fonts and those outside of fontd's folders.
    ///
    /// - Parameters:
    ///   - watcher: The callbacks for progress and for stopping; changes until then are kept.
    ///   - foreign: The fonts outside fontd's folders, to choose between `notRegistered` (201) and `systemRequired` (203).
    package func change(
        _ change: RegistrationChange, caller: Caller, watcher: BatchWatcher, foreign: SystemFontCache
    ) throws(FontError) -> FontSummary {
        let (targets, scope, hides) = (change.targets, change.scope, change.verb.hides)
        func isMeant(_ row: RegistrationRow) -> Bool {
            (scope == nil || row.scope == scope) && caller.maySee(row.provider)
        }
        let found = try read { database, session in
            try database.map { database in
                try targets.map { target -> (isFound: Bool, isForeign: Bool) in
                    let found = try database.meaning(of: target, sha256: nil, session: session, where: isMeant)
                    let isForeign = try hides.map { hides in
                        try Hiding.isMeant(by: found.target, besides: found.rows, hides: hides, in: database)
                    }
                    return (!found.rows.isEmpty, isForeign ?? false)
                }
            }
        }
        // Only the user's changes concern fonts of the system.
        let meaning = caller.authority == .user ? hides : nil
        var hiding: Hiding?
        // fontconfig scans the folders before the lock is taken.
        if let hides = meaning, scope != .session,
            found?.contains(where: { !$0.isFound || $0.isForeign }) ?? true
        {
            hiding = Hiding(hides, foreign)
        }
        // A change of nothing makes no store.
        let hidesAny = hiding.map { hiding in targets.contains { hiding.concerns($0) } } ?? false
        guard let isFound = found?.map({ $0.isFound }) ?? (hidesAny ? targets.map { _ in false } : nil) else {
            let outcomes = targets.map {
                Self.notFound($0, scope: scope, elsewhere: [], hides: meaning, foreign: foreign)
            }
            for (target, outcome) in zip(targets, outcomes) { watcher.didChange(target, [outcome]) }
            return FontSummary(generation: 0, outcomes: outcomes)
        }
        FontConfigurationCache.shared.prefetch(context.fontconfigFile)
        // Hashing is slow, so it is done without the lock, and only for targets that no path matches. Others would learn
        // which files have the contents of their fonts.
        let looked = zip(targets, isFound).map { target, isFound in
            (target: target, sha256: isFound || !caller.readsFiles ? nil : Self.contentHash(of: target))
        }
        let committed = try commit(scopes: hidesAny ? [.persistent] : [], isDryRun: change.isDryRun) { operation in
            operation.isUndoable = change.isUndoable && caller.isOfUser
            operation.removesAtOnce = change.removesAtOnce
            let database = operation.database
            // All targets are found before the first change: the names of two faces of a file mean one registration,
            // which is changed once and is an outcome of each.
            let found = try looked.map { target, sha256 -> (target: FontTarget, rows: [RegistrationRow]) in
                // A file of the system means itself, also if a registered font has its contents.
                let isForeign = try hiding?.isFile(target, operation) ?? false
                return try database.meaning(
                    of: target, sha256: isForeign ? nil : sha256, session: operation.session, where: isMeant)
            }
            var results: [String: FontOutcome] = [:]
            return try zip(looked, found).flatMap { looked, found -> [FontOutcome] in
                if watcher.shouldStop() { return [FontOutcome(item: looked.target.text, status: .skipped)] }
                var outcomes: [FontOutcome]
                if !found.rows.isEmpty {
                    outcomes = try found.rows.map { row in
                        var outcome = try results[row.id] ?? apply(change, to: row, operation, caller)
                        results[row.id] = outcome
                        outcome.item = looked.target.text
                        return outcome
                    }
                    if let hiding, let outcome = try hiding.carryOut(found.target, besides: outcomes, operation) {
                        outcomes = outcomes.filter { $0.status != .unchanged } + [outcome]
                    }
                } else if let outcome = try hiding?.carryOut(looked.target, operation) {
                    outcomes = [outcome]
                } else {
                    let visible = try database.find(looked.target, sha256: looked.sha256, session: operation.session) {
                        caller.maySee($0.provider)
                    }
                    var missing = Self.notFound(
                        looked.target, scope: scope, elsewhere: visible, hides: meaning, foreign: foreign)
                    // A registered font precedes one of the system with the same name.
                    if visible.isEmpty, let owned = try self.owned(by: looked.target, operation, caller) {
                        missing.error = owned
                    }
                    outcomes = [missing]
                }
                watcher.didChange(looked.target, outcomes)
                return outcomes
            }
        }
        return FontSummary(
            generation: committed.generation, outcomes: withUsers(committed.value, committed),
            wasStopped: committed.value.contains { $0.status == .skipped }, operation: committed.operation)
    }

    /// Applies a change to one registration.
    ///
    /// Only the user can enable a font disabled by the user. Such a font stays disabled when its provider registers it
    /// again, unless the user unregisters it.
    private func apply(
        _ change: RegistrationChange, to row: RegistrationRow, _ operation: StoreOperation, _ caller: Caller
    ) throws -> FontOutcome {
        let isUser = caller.authority == .user
        let faces = try operation.database.faces(contentID: row.contentID)
        func outcome(_ status: FontOutcome.Status, _ row: RegistrationRow) -> FontOutcome {
            FontOutcome(item: row.file, status: status, registration: row.registration(faces: faces, paths: paths))
        }
        switch change.verb {
        case .unregister:
            let unregistered = outcome(.unregistered, row)
            try operation.remove(row)
            // The decision of the user stays for another, disabled registration of the content by the provider.
            let filter = RegistrationFilter.disabled(sha256: row.sha256, provider: row.provider)
            if isUser, try operation.database.registrations(filter, session: operation.session).isEmpty {
                try operation.setDisabledByUser(false, row)
            }
            return unregistered
        case .enable where row.isEnabled, .disable where !row.isEnabled:
            if isUser { try operation.setDisabledByUser(!row.isEnabled, row) }
            if change.removesAtOnce { try operation.removeHidden(row) }
            return outcome(.unchanged, row)
        case .enable:
            if !isUser, try operation.database.isDisabledByUser(row) { return .failed(row.file, .disabledByUser(row)) }
            if let obstacle = try operation.obstacle(toEnabling: faces, as: row.record, row.sha256) {
                return .failed(row.file, obstacle)
            }
            if isUser { try operation.setDisabledByUser(false, row) }
            return outcome(.enabled, try operation.setEnabled(true, row))
        case .disable:
            if isUser { try operation.setDisabledByUser(true, row) }
            return outcome(.disabled, try operation.setEnabled(false, row))
        case .tag(let added, let removed):
            let tags: [String]
            do throws(FontError) {
                tags = try row.tags.tags(adding: added, removing: removed)
            } catch {
                return .failed(row.file, error)
            }
            return tags == row.tags ? outcome(.unchanged, row) : outcome(.tagged, try operation.setTags(tags, row))
        }
    }

    /// Adds the programs that have files open that are no longer shown, and those for which the files are kept.
    func withUsers(_ outcomes: [FontOutcome], _ committed: Committed<some Any>) -> [FontOutcome] {
        let open = OpenFonts(Set(committed.withdrawn.values), of: paths)
        return outcomes.map { outcome in
            guard let id = outcome.registration?.id else { return outcome }
            var outcome = outcome
            if let file = committed.withdrawn[id] { outcome.inUseBy = open.users(of: file) }
            outcome.keptFor = Set(committed.keptFor[id] ?? []).named
            return outcome
        }
    }

    /// Returns the error `notRegistered` (201) for a target that another provider registered and every program sees; nil
    /// for others.
    ///
    /// The paths of other providers' original files are not told.
    private func owned(by target: FontTarget, _ operation: StoreOperation, _ caller: Caller) throws -> FontError? {
        let ways: [FontTarget] =
            switch target.kind {
            case .any(let text): [.id(text), .name(text), .family(text)]
            case .id, .name, .family: [target]
            case .file: []
            }
        for way in ways {
            let rows = try operation.database.find(way, sha256: nil, session: operation.session) { $0.isEnabled }
            guard let row = rows.first else { continue }
            let faces = try operation.database.faces(contentID: row.contentID)
            return FontError(
                .notRegistered,
                "\(caller.provider) has not registered this font; it belongs to \(row.provider). Only \(row.provider) or the user can change it.",
                file: target.text,
                conflict: FontError.Conflict(
                    id: row.id, file: row.path(paths) ?? "", provider: row.provider,
                    postscriptName: faces.first?.postscriptName ?? ""))
        }
        return nil
    }

    /// - Parameter hides: Whether the user hides or shows fonts of the system, too.
    private static func notFound(
        _ target: FontTarget, scope: FontScope?, elsewhere: [RegistrationRow], hides: Bool?, foreign: SystemFontCache
    ) -> FontOutcome {
        let error: FontError
        if let scope, let other = elsewhere.first {
            error = FontError(
                .notRegistered,
                "The font is registered in \(other.scope.rawValue) scope, not in \(scope.rawValue) scope. Specify \(other.scope.rawValue) scope.",
                file: target.text)
        } else if let foreign = foreign.foreignFont(target) {
            error = foreign.error(for: target)
        } else {
            let message: Message =
                switch hides {
                case true?: "No registered font and no system font has that name."
                case false?: "No registered or hidden font has that name."
                case nil: "No registered font has that name."
                }
            error = FontError(.notRegistered, message, file: target.text)
        }
        return FontOutcome(item: target.text, status: .failed, error: error)
    }

    /// Returns the content hash of a target that is an existing file, to find the registration of a moved file.
    private static func contentHash(of target: FontTarget) -> String? {
        guard let path = target.path, path.contains("/") else { return nil }
        return ByteCopy.sha256(ofFile: path)
    }
}

extension RegistrationVerb {
    /// Whether fonts of the system are hidden by the change, or shown; nil if it does not concern them.
    fileprivate var hides: Bool? {
        switch self {
        case .enable: false
        case .disable: true
        case .unregister, .tag: nil
        }
    }
}

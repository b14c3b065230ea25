import FontModel
import GRDB

extension Registrar {
    /// Takes registrations out of the store, as one batch.
    ///
    /// What the user has switched off stays so for when its provider comes again, unless the user takes it out.
    /// - Parameter foreignFont: The font outside fontd's folders that a target means, for the choice between 201 and 203.
    func unregister(
        _ targets: [FontTarget], scope: FontScope?, caller: Caller,
        foreignFont: @Sendable (FontTarget) -> ForeignFont?
    ) throws(FontError) -> FontSummary {
        try change(targets, scope: scope, caller: caller, foreignFont: foreignFont) { row, operation, faces in
            let registration = row.registration(faces: faces, paths: self.paths)
            try operation.remove(row)
            if caller.authority == .user, try !operation.isDisabledElsewhere(row) {
                try operation.setDisabledByUser(false, row)
            }
            return FontOutcome(item: row.file, status: .unregistered, registration: registration)
        }
    }

    /// Switches whether registrations can be matched, as one batch.
    ///
    /// What the user switches off only the user switches on.
    func setEnabled(
        _ isEnabled: Bool, _ targets: [FontTarget], scope: FontScope?, caller: Caller,
        foreignFont: @Sendable (FontTarget) -> ForeignFont?
    ) throws(FontError) -> FontSummary {
        try change(targets, scope: scope, caller: caller, foreignFont: foreignFont) { row, operation, faces in
            let isUser = caller.authority == .user
            guard row.isEnabled != isEnabled else {
                if isUser { try operation.setDisabledByUser(!isEnabled, row) }
                return FontOutcome(
                    item: row.file, status: .unchanged, registration: row.registration(faces: faces, paths: self.paths))
            }
            if isEnabled, !isUser, try operation.database.isDisabledByUser(row) {
                return FontOutcome(item: row.file, status: .failed, error: .disabledByUser(row))
            }
            if isEnabled, let holder = try self.holder(inTheWayOf: row, faces: faces, operation) {
                return FontOutcome(item: row.file, status: .failed, error: holder)
            }
            if isUser { try operation.setDisabledByUser(!isEnabled, row) }
            let changed = try operation.setEnabled(isEnabled, row)
            return FontOutcome(
                item: row.file, status: isEnabled ? .enabled : .disabled,
                registration: changed.registration(faces: faces, paths: self.paths))
        }
    }

    /// The 305 that enabling would be.
    private func holder(
        inTheWayOf row: RegistrationRow, faces: [FontFace], _ operation: StoreOperation
    ) throws -> FontError? {
        let database = operation.database
        let holders = try database.holders(
            of: faces, scope: row.scope, otherThan: row.sha256, session: operation.session)
        let request = RegistrationRequest(
            file: row.file, sha256: row.sha256, provider: row.provider, faces: try database.known(row).faces,
            options: RegistrationOptions(), mayReplaceOthers: false)
        return RegistrationDecision.obstacle(toEnabling: request, holders: try holders.map(database.known))
    }

    private func change(
        _ targets: [FontTarget], scope: FontScope?, caller: Caller, foreignFont: @Sendable (FontTarget) -> ForeignFont?,
        _ body: (RegistrationRow, StoreOperation, [FontFace]) throws -> FontOutcome
    ) throws(FontError) -> FontSummary {
        guard
            let isFound = try read({ database, session in
                try database.map { database in
                    try targets.map { target in
                        try !database.find(target, sha256: nil, session: session) {
                            (scope == nil || $0.scope == scope) && caller.maySee($0.provider)
                        }.isEmpty
                    }
                }
            })
        else {
            return FontSummary(
                generation: 0,
                outcomes: targets.map { Self.notFound($0, scope: scope, elsewhere: [], foreignFont: foreignFont) })
        }
        FontConfigurationCache.shared.prefetch(context.fontconfigFile)
        // Hashing takes time that nobody need wait for with the lock held, and is needed only for files that moved.
        let looked = zip(targets, isFound).map { target, isFound in
            (target: target, sha256: isFound ? nil : Self.contentHash(of: target))
        }
        let committed = try commit { operation in
            try looked.flatMap { target, sha256 -> [FontOutcome] in
                let database = operation.database
                let rows = try database.find(target, sha256: sha256, session: operation.session) {
                    (scope == nil || $0.scope == scope) && caller.maySee($0.provider)
                }
                guard !rows.isEmpty else {
                    let visible = try database.find(target, sha256: sha256, session: operation.session) {
                        caller.maySee($0.provider)
                    }
                    return [Self.notFound(target, scope: scope, elsewhere: visible, foreignFont: foreignFont)]
                }
                return try rows.map { row in
                    var outcome = try body(row, operation, try database.faces(contentID: row.contentID))
                    outcome.item = target.text
                    return outcome
                }
            }
        }
        let open = OpenFonts(Set(committed.withdrawn.values))
        let outcomes = committed.value.map { outcome in
            var outcome = outcome
            if let file = (outcome.registration?.id).flatMap({ committed.withdrawn[$0] }) {
                outcome.inUseBy = open.users(of: file)
            }
            return outcome
        }
        return FontSummary(generation: committed.generation, outcomes: outcomes)
    }

    private static func notFound(
        _ target: FontTarget, scope: FontScope?, elsewhere: [RegistrationRow],
        foreignFont: (FontTarget) -> ForeignFont?
    ) -> FontOutcome {
        let error: FontError
        if let scope, let other = elsewhere.first {
            error = FontError(
                .notRegistered,
                "This is registered in \(other.scope.rawValue) scope, not in \(scope.rawValue) scope. Give that scope.",
                file: target.text)
        } else if let foreign = foreignFont(target) {
            error = foreign.error(for: target)
        } else {
            error = FontError(
                .notRegistered, "Nothing of that name is registered here.", file: target.text)
        }
        return FontOutcome(item: target.text, status: .failed, error: error)
    }

    /// The content hash of a target that is a file which exists: it finds the registration of a file that was moved.
    private static func contentHash(of target: FontTarget) -> String? {
        switch target {
        case .file(let path), .any(let path):
            guard path.contains("/"), let source = try? SourceFile(opening: path) else { return nil }
            return try? ByteCopy.hash(descriptor: source.descriptor, path: path).sha256
        case .name, .id: return nil
        }
    }
}

extension StoreOperation {
    /// Whether the provider of a registration has a disabled one of the same content, too.
    fileprivate func isDisabledElsewhere(_ row: RegistrationRow) throws -> Bool {
        try !database.registrations(
            where: "c.sha256 = ? AND r.provider = ? AND NOT r.isEnabled", [row.sha256, row.provider], session: session
        ).isEmpty
    }
}

extension Database {
    /// The registrations that a target means, of those that the caller may mean.
    ///
    /// A name means what answers to it by the best kind of name; see ``ExactNames``.
    func find(
        _ target: FontTarget, sha256: String?, session: String?,
        where isAllowed: (RegistrationRow) -> Bool = { _ in true }
    ) throws -> [RegistrationRow] {
        switch target {
        case .id(let id): return try registrations(where: "r.id = ?", [id], session: session).filter(isAllowed)
        case .name(let name):
            for kind in NameKind.allCases where kind.isExact {
                let found = try registrations(
                    where: "r.contentID IN (SELECT contentID FROM lookup WHERE name = ? AND kind = ?)",
                    [name, kind.rawValue], session: session
                ).filter(isAllowed)
                if !found.isEmpty { return found }
            }
            return []
        case .file(let path):
            // The hash is there when the path alone did not lead to anything of the caller's.
            guard let sha256 else {
                return try registrations(where: "r.file = ?", [path], session: session).filter(isAllowed)
            }
            return try registrations(
                where: "r.file = ? OR c.sha256 = ?", [path, sha256], session: session
            ).filter(isAllowed)
        case .any(let text):
            for way in [FontTarget.id(text), .file(text), .name(text)] {
                let found = try find(way, sha256: sha256, session: session, where: isAllowed)
                if !found.isEmpty { return found }
            }
            return []
        }
    }
}

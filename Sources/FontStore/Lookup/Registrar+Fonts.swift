import FontModel

extension Registrar {
    /// Evaluates a set of queries over the stored registrations.
    ///
    /// Of other providers' fonts, a provider sees what every program sees: the enabled ones, without their tags.
    package func fonts(matching set: FontQuerySet, for caller: Caller) throws(FontError) -> [FontDescriptor] {
        var candidates = FontCandidates(set.options)
        let registrations = try registered(
            scope: nil, state: candidates.state, provider: nil, families: set.families)
        for registration in registrations {
            guard let registration = caller.view(of: registration) else { continue }
            candidates.add(registration) { index, text throws(FontError) in
                try self.read { database, _ in
                    guard let database, let content = try database.content(sha256: registration.sha256) else {
                        return false
                    }
                    return try database.coverage(contentID: content.id, faceIndex: index)?.covers(text) ?? false
                }
            }
        }
        return try candidates.matching(set)
    }

    /// Returns the stored registrations that match the filters, oldest first.
    ///
    /// - Parameter families: The folded names of families of which one must be in the file; nil for any family.
    package func registered(
        scope: FontScope?, state: RegistrationState, provider: String?, families: [String]? = nil
    ) throws(FontError) -> [Registration] {
        try registered(
            .listed(scope: scope, state: state, provider: provider, families: families),
            areMany: state != .disabled && provider == nil && families == nil)
    }

    /// Returns the stored registrations that fulfil a condition, oldest first.
    ///
    /// - Parameter areMany: Whether so many are expected that two threads read them.
    func registered(
        _ filter: RegistrationFilter, areMany: Bool = false
    ) throws(FontError) -> [Registration] {
        let read = try readInParts(
            atOnce: areMany, { database, session in try database.registrations(filter, session: session) },
            { database in try database.faces(ofRegistrations: filter) })
        guard let (rows, faces) = read else { return [] }
        return rows.map { $0.registration(faces: faces[$0.contentID] ?? [], paths: paths) }
    }

    /// Returns the enabled fonts with the facts of a menu, and the paths of the folders in which they are.
    package func familyMembers(isLocalized: Bool) throws(FontError) -> (members: [FamilyMember], folders: [String]) {
        return try read { database, session in
            guard let database else { return ([], []) }
            let found = try database.familyMembers(isLocalized: isLocalized, session: session)
            return (
                found.members,
                found.folders.compactMap { folder in
                    paths.projection(of: folder.scope).map { "\($0)/\(folder.name)" }
                }
            )
        }
    }

    /// Returns the faces of the stored registrations that match the filters, in the order of the registrations.
    package func listedFaces(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) throws(FontError) -> [ListedFace] {
        try read { database, session in
            try database?.listedFaces(
                .listed(scope: scope, state: state, provider: provider), session: session, paths: paths) ?? []
        }
    }
}

extension FontQuerySet {
    /// The folded names of families of which a matching font must have one; nil if a font of any family may match, or
    /// if there are more of them than one SQL statement should have.
    fileprivate var families: [String]? {
        let families = including.map { $0.family.map(LookupName.fold) ?? "" }
        return families.contains("") || families.count > 100 ? nil : families
    }
}

import FontModel

/// The files of an operation that are no longer shown: those that stay hidden for running programs, and those that no
/// program needs any more.
extension StoreOperation {
    /// Returns the decision whether the file of a registration stays hidden at its place when it is no longer shown.
    func keep(_ row: RegistrationRow) -> PlacementPlanner.Keep {
        { [self] scope, place in
            guard !removesAtOnce, let programs, let root = paths.projection(of: scope) else { return nil }
            let users = programs.users(of: root + "/" + place)
            guard !users.isEmpty else { return nil }
            keptFor[row.id] = users
            return .now()
        }
    }

    /// Removes the hidden file of a registration's content, unless the content is shown.
    func removeHidden(_ row: RegistrationRow) throws {
        guard let hidden = try database.hiddenFile(contentID: row.contentID, scope: row.scope) else { return }
        try removeHidden(hidden)
    }

    private func removeHidden(_ hidden: HiddenFile) throws {
        try placements.removeHidden(hidden)
        touched.insert(hidden.contentID)
        swept.insert(hidden.sha256)
    }

    /// Removes the hidden files that no running program may open again.
    func sweepHiddenFiles() throws {
        for file in try database.hiddenFiles() {
            if let owner = file.session, owner != session {
                // Only a session of this runtime directory has ended: the state of others is unknown.
                let isEnded = SessionMarker.runtimeDirectory(of: owner) == paths.runtimeDirectory
                if isEnded { try removeHidden(file) }
                continue
            }
            let users = file.path(paths).flatMap { programs?.users(of: $0, since: file.since) } ?? []
            if users.isEmpty { try removeHidden(file) }
        }
    }

    /// Restores the records of hidden files of a content.
    func restoreHidden(_ files: [Sidecar.HiddenPlace], contentID: Int64, sha256: String) throws {
        for file in files where file.session == nil || file.session == session {
            try placements.restoreHidden(file, contentID: contentID)
        }
        touched.insert(contentID)
        swept.insert(sha256)
    }

    /// Removes the files that have too many rules; the programs for which this operation kept them are not reported.
    func limitHiddenFiles() throws {
        let files = try database.hiddenFiles()
        guard files.count > RejectRules.mostFiles else { return }
        for file in RejectRules.surplus(files) {
            try removeHidden(file)
            for row in steps.compactMap(\.row) where row.contentID == file.contentID && row.scope == file.scope {
                keptFor[row.id] = nil
            }
        }
    }
}

import FontModel
import Glibc
import Inspection

extension Registrar {
    /// Registers, enables, disables and tags fonts as an export says, as one operation of the user.
    ///
    /// A registration that is there already gets the switch of the export, and its tags in addition to those it has; so
    /// does a collection that is kept with its families, and registered fonts of a family are in its collections, unless the
    /// import is exact. New collections follow the others. An export without the member
    /// `collections` changes none, also if it is exact.
    /// - Parameters:
    ///   - folders: The folders in which fonts are searched for that are not in the export.
    ///   - isExact: Whether other registrations in persistent scope, and other collections, are removed; nothing is changed
    ///     if a font fails then.
    /// - Returns: One outcome for each registration in the export, after those of the removed ones, one for each font of the
    ///   system that it hides, and one for each collection that changes and each other registration that
    ///   gets its tag.
    package func importFonts(
        _ export: FontExport, searching folders: [String], isExact: Bool, isDryRun: Bool,
        foreign: SystemFontCache
    ) throws(FontError) -> FontSummary {
        FontConfigurationCache.shared.prefetch(context.fontconfigFile)
        let entries = export.manifest.fonts.map { $0.local(home: paths.home) }
        let present = try read { database, session in
            guard let database else { return Set<String>() }
            return try Set(database.registrations(.all, session: session).map(\.id))
        }
        let missing = entries.filter { !present.contains($0.id) }
        let items = try items(of: missing, in: export, searching: folders)
        let staging = isDryRun || items.isEmpty ? nil : try StagingArea(paths: paths)
        let (fonts, errors) = try prepare(items, of: export, in: staging)
        let hiding = export.manifest.hidden.map { (hidden: $0, fonts: Hiding(true, foreign)) }
        guard
            !fonts.isEmpty || missing.count < entries.count || isExact && entries.isEmpty || hiding != nil
                || export.manifest.collections?.isEmpty == false
        else {
            let outcomes = missing.map { FontOutcome.failed($0.file, errors[$0.sha256] ?? .noBytes) }
            return FontSummary(generation: try presentGeneration(), outcomes: outcomes)
        }
        try staging?.intend(fonts.keys.sorted())
        do {
            let committed = try commit(
                scopes: [.persistent], isLarge: fonts.count >= Self.largeBatch, isDryRun: isDryRun
            ) { current in
                current.isUndoable = true
                // Registered fonts are then in the collections of their families.
                let collected = try export.manifest.collections.map {
                    try current.importCollections($0, isExact: isExact)
                }
                let outcomes = try ImportedRegistrations(
                    entries: entries, fonts: fonts, errors: errors, isExact: isExact, current: current
                ).carryOut()
                let hidden = try hiding.map { try $0.fonts.carryOut($0.hidden, current) } ?? []
                if isExact, let failed = hidden.first(where: { $0.error != nil }), let error = failed.error {
                    throw error.of(failed.item)
                }
                return outcomes + hidden + (collected ?? [])
            }
            withExtendedLifetime(staging) {}
            return FontSummary(
                generation: committed.generation, outcomes: withUsers(committed.value, committed),
                operation: committed.operation)
        } catch let error where isExact && error.storeFault == nil {
            let outcomes = entries.map { entry in
                error.file.hasBytes(of: entry.file)
                    ? FontOutcome.failed(entry.file, error) : FontOutcome(item: entry.file, status: .skipped)
            }
            // Otherwise it is the error of a font of the system that would be hidden.
            let isOfEntry = entries.contains { error.file.hasBytes(of: $0.file) }
            let others = isOfEntry ? [] : [FontOutcome.failed(error.file ?? "", error)]
            return FontSummary(generation: try presentGeneration(), outcomes: outcomes + others)
        }
    }

    /// A font of an export, by its hash.
    private typealias Item = (sha256: String, item: FontItem)

    /// Returns where the bytes of fonts are, if they are anywhere.
    ///
    /// - Throws: `invalidFontData` (104) if the export is damaged, or `fileNotFound` (101) if a folder has no fonts.
    private func items(
        of entries: [FontManifest.Entry], in export: FontExport, searching folders: [String]
    ) throws(FontError) -> [Item] {
        var items: [String: FontItem] = [:]
        var texts: [String: LicenseText] = [:]
        var licenses = FolderLicenses()
        // A manifest may name one file for thousands of fonts.
        var hashes: [ExactText: String] = [:]
        func hash(_ path: String) -> String {
            let hash = hashes[ExactText(path)] ?? Self.contentHash(ofFile: path) ?? ""
            hashes[ExactText(path)] = hash
            return hash
        }
        for entry in entries where items[entry.sha256] == nil {
            if let font = try export.font(entry, &texts) {
                items[entry.sha256] = font
                continue
            }
            let stored = [RemovedFonts(paths).path(entry.sha256), paths.object(entry.sha256)]
            if let path = stored.first(where: { Self.contentHash(ofFile: $0) == entry.sha256 }) {
                items[entry.sha256] = .file(path)
            } else if hash(entry.file) == entry.sha256 {
                items[entry.sha256] = .file(entry.file, licenses: licenses.texts(besides: entry.file))
            }
        }
        var rest = Set(entries.map(\.sha256)).subtracting(items.keys)
        // The file of a font that came from an archive is the archive's path and the font's path in it.
        let archives = Set(entries.filter { rest.contains($0.sha256) }.compactMap { Self.archive(of: $0.file) })
            .sorted()
        for place in archives + folders where !rest.isEmpty {
            var found = FoundFonts(unwrapping: false, unpacking: true, keepingLicenses: true)
            found.add(.path(place)) { _ in [] }
            if !archives.contains(place), let error = Self.error(of: found, place) { throw error }
            for item in found.items {
                guard let hash = Self.contentHash(of: item), rest.remove(hash) != nil else { continue }
                items[hash] = item
            }
        }
        return items.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Copies fonts to the staging area, or to memory if there is none, and checks the copies.
    ///
    /// - Returns: The fonts that passed all checks, and the errors of the others, by hash.
    /// - Throws: `invalidFontData` (104) if the export is damaged, or an error of the store.
    private func prepare(
        _ items: [Item], of export: FontExport, in staging: StagingArea?
    ) throws(FontError) -> (fonts: [String: PreparedFont], errors: [String: FontError]) {
        let inspector = FileInspector(context)
        let expected = Dictionary(items.map { (ExactText($0.item.name), $0.sha256) }) { first, _ in first }
        let intake = try BatchIntake(
            items.map(\.item), isAtomic: false, watcher: BatchWatcher()
        ) { item throws(FontError) in
            try Self.prepare(item, in: staging, inspector, expecting: expected[ExactText(item.name)])
        }
        var errors: [String: FontError] = [:]
        for (item, outcome) in zip(items, intake.outcomes) where outcome.status == .failed {
            // Other bytes than those of the manifest mean that nothing of the export can be trusted.
            try export.check(item.sha256)
            errors[item.sha256] = outcome.error
        }
        let fonts = intake.prepared.map { (items[$0.index].sha256, $0.font) }
        return (Dictionary(uniqueKeysWithValues: fonts), errors)
    }

    /// Returns the error of a place in which there is no font.
    private static func error(of found: FoundFonts, _ place: String) -> FontError? {
        switch found.items.first?.kind {
        case .failure(let error) where found.items.count == 1: error
        case .file(let path) where path == place:
            FontError(.fileNotFound, "There is no such folder. Check the path.", file: place)
        default: nil
        }
    }

    /// Returns the file that a path leads through, such as an archive.
    private static func archive(of path: String) -> String? {
        var above = PathText.folder(of: path)
        while above.count > 1 {
            if Fingerprint(ofFile: above) != nil { return above }
            if access(above, F_OK) == 0 { return nil }
            above = PathText.folder(of: above)
        }
        return nil
    }

    private static func contentHash(of item: FontItem) -> String? {
        if case .file(let path) = item.kind { contentHash(ofFile: path) } else { try? item.open().sha256() }
    }

    private static func contentHash(ofFile path: String) -> String? {
        path.hasPrefix("/") ? ByteCopy.sha256(ofFile: path) : nil
    }
}

/// The registrations of an export within the transaction of an operation.
private struct ImportedRegistrations {
    let entries: [FontManifest.Entry]
    /// The fonts to register, by hash.
    let fonts: [String: PreparedFont]
    /// The errors of fonts that cannot be registered, by hash.
    let errors: [String: FontError]
    let isExact: Bool
    let current: StoreOperation

    /// Returns the outcomes of removed registrations, and one for each entry.
    ///
    /// - Throws: The error of the first entry that fails, if the import is exact.
    func carryOut() throws -> [FontOutcome] {
        let removed = isExact ? try removeOthers() : []
        var outcomes: [Int: FontOutcome] = [:]
        // Names are freed before others take them.
        for isEnabled in [false, true] {
            for (place, entry) in entries.enumerated() where entry.isEnabled == isEnabled {
                let outcome = try carryOut(entry)
                if isExact, outcome.status == .failed, let error = outcome.error { throw error }
                outcomes[place] = outcome
            }
        }
        return removed + outcomes.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Removes the registrations in persistent scope that the export does not list.
    private func removeOthers() throws -> [FontOutcome] {
        let wanted = Set(entries.map(\.id))
        let rows = try current.database.registrations(.all, session: current.session).filter {
            $0.scope == .persistent && !wanted.contains($0.id)
        }
        return try rows.map { row in
            let registration = try current.registration(row)
            try current.remove(row)
            try current.setDisabledByUser(false, row)
            return FontOutcome(item: row.file, status: .unregistered, registration: registration)
        }
    }

    private func carryOut(_ entry: FontManifest.Entry) throws -> FontOutcome {
        if let row = try current.row(entry.id) { return try change(row, entry) }
        guard let font = fonts[entry.sha256] else { return .failed(entry.file, errors[entry.sha256] ?? .noBytes) }
        let faces = font.inspection.faces
        if entry.isEnabled, let error = try current.obstacle(toEnabling: faces, as: entry.record, entry.sha256) {
            return .failed(entry.file, error)
        }
        var record = entry.record
        if !isExact, record.provider == Caller.userProvider { record.tags = try current.tags(record.tags, of: faces) }
        return try outcome(.registered, current.add(font, record), entry, faces)
    }

    /// Enables or disables a registration, and adds tags to it.
    private func change(_ row: RegistrationRow, _ entry: FontManifest.Entry) throws -> FontOutcome {
        let tags: [String]
        do throws(FontError) {
            let others = isExact ? Set(row.tags).subtracting(entry.tags).sorted() : []
            tags = try row.tags.tags(adding: entry.tags, removing: others)
        } catch {
            return .failed(entry.file, error)
        }
        let faces = try current.database.faces(contentID: row.contentID)
        if entry.isEnabled, !row.isEnabled,
            let error = try current.obstacle(toEnabling: faces, as: entry.record, entry.sha256)
        {
            return .failed(entry.file, error)
        }
        let (row, status) = try current.set(isEnabled: entry.isEnabled, tags: tags, row)
        let outcome = try outcome(status ?? .unchanged, row, entry, faces)
        guard status == nil else { return outcome }
        return .alreadyRegistered(entry.file, try current.database.known(row), outcome.registration)
    }

    private func outcome(
        _ status: FontOutcome.Status, _ row: RegistrationRow, _ entry: FontManifest.Entry, _ faces: [FontFace]
    ) throws -> FontOutcome {
        try current.setDisabledByUser(entry.isDisabledByUser && !entry.isEnabled, row)
        return FontOutcome(
            item: entry.file, status: status, registration: row.registration(faces: faces, paths: current.paths))
    }
}

extension FontError {
    /// The error for a font of an export of which there are no bytes.
    fileprivate static var noBytes: FontError {
        FontError(
            .fileNotFound,
            "The export, the store and this path do not contain this font. Put the file at this path, or import again with a folder that contains it."
        )
    }
}

import FontModel
import GRDB
import Inspection

/// The changes of one operation inside its transaction; all have the same generation.
///
/// An instance exists only within ``Registrar/commit(scopes:isLarge:_:)``, on the thread that runs the transaction.
final class StoreOperation {
    let database: Database
    let paths: FontPaths
    let objects: ObjectStore
    /// The generation before the operation.
    private let present: Int64
    /// The generation of the changes.
    let generation: Int64
    let session: String?
    let now: Double
    let placements: PlacementPlanner
    var touched: Set<Int64> = []
    /// The objects that this operation stored, which are removed if it fails.
    private(set) var storedObjects: [String] = []
    /// The contents of removed registrations.
    private var takenOut: Set<String> = []
    /// The running programs, which decide whether a file that is no longer shown is hidden or removed; nil in a
    /// rehearsal, where all are removed.
    let programs: ReopeningPrograms?
    /// Whether files that are no longer shown are removed although programs may open them again.
    var removesAtOnce = false
    /// The programs for which files are hidden, and not removed, by registration id.
    var keptFor: [String: [FontUser]] = [:]
    /// The contents of files that are no longer hidden, but removed.
    var swept: Set<String> = []
    /// The changes, in order.
    private(set) var steps: [Step] = []

    /// Whether the user can undo the operation.
    var isUndoable = false
    /// The files to move to the trash once the operation is visible.
    var moved: [RecordedOperation.MovedFile] = []
    /// Whether the operation resolves duplicates.
    var resolvesDuplicates = false
    /// The change to the record of such operations.
    private(set) var history: History?
    /// The families of the collections; nil until they are needed.
    private var collected: CollectedFamilies?
    /// The number of steps that are not part of the caller's request.
    private var inheritedSteps = 0

    /// Whether programs are notified of the operation, by a generation.
    var isPublished: Bool {
        !swept.isEmpty || steps.contains { if case .disabledByUser = $0 { false } else { true } }
    }

    /// The generation of the store after the operation.
    var reached: Int64 { isPublished ? generation : present }

    /// The sidecars of the changed contents; see ``readSidecars()``.
    private(set) var sidecars: [Sidecar] = []

    /// The provider records that have changed.
    private(set) var recordedProviders: [ProviderRecord] = []

    /// The registrations that ``sweepEndedSessions()`` removed.
    private(set) var endedSessions: [RegistrationRow] = []

    init(
        _ database: Database, paths: FontPaths, published: Int64, session: String?, programs: ReopeningPrograms? = nil
    ) throws {
        self.database = database
        self.programs = programs
        self.paths = paths
        objects = ObjectStore(paths)
        present = try database.generation()
        // Never below the published generation: a database from a backup must not reuse old numbers.
        generation = max(present, published) + 1
        self.session = session
        now = WallClock.now()
        placements = PlacementPlanner(database, paths, generation: generation, session: session)
    }

    /// Registers a prepared file.
    ///
    /// - Parameters:
    ///   - ended: The ids of the registrations that it replaces.
    ///   - place: The earlier place of the content, as folder and file name.
    ///   - replaced: The place of a font of the same revision that it replaces.
    func add(
        _ font: PreparedFont, _ record: RegistrationRecord, as kind: FontChange.Kind = .added,
        replacing ended: [String] = [], shownAt place: String? = nil, before replaced: String? = nil
    ) throws -> RegistrationRow {
        // If the operation fails, the registrations that it removed are valid again, so their objects count as known.
        let sha256 = font.inspection.sha256
        if let staged = font.staged {
            let isKnown = try takenOut.contains(sha256) || database.isRegistered(sha256: sha256)
            // The file of several registrations is moved with the first one.
            let isStored = isKnown && storedObjects.contains(sha256)
            if try !isStored && objects.store(staged, isKnown: isKnown) { storedObjects.append(sha256) }
        }
        try keepLicenses(font)
        let contentID = try database.insertContent(font.inspection, generation: generation)
        return try add(
            record, contentID: contentID, Database.ContentRow(id: contentID, font.inspection), sha256: sha256,
            as: kind, replacing: ended, shownAt: place, before: replaced)
    }

    /// Keeps the texts that come with a font, which may be registered already.
    func keepLicenses(_ font: PreparedFont) throws(FontError) {
        guard font.staged != nil else { return }
        try LicenseStore(paths).keep(font.licenses, of: font.inspection.sha256)
    }

    /// Registers content that is already in the store.
    ///
    /// - Parameter content: The content, if it is known.
    func add(
        _ record: RegistrationRecord, contentID: Int64, _ content: Database.ContentRow? = nil, sha256: String,
        as kind: FontChange.Kind = .added, replacing ended: [String] = [], shownAt place: String? = nil,
        before replaced: String? = nil
    ) throws -> RegistrationRow {
        var row = RegistrationRow(id: record.id(of: sha256), contentID: contentID, sha256: sha256, record: record)
        row.session = row.scope == .session ? session : nil
        try database.insertRegistration(row)
        row.placement = try placements.update(
            contentID: contentID, content, scope: row.scope, file: row.file, preferring: place, before: replaced)
        // An earlier step of this operation may have hidden the file.
        if row.isEnabled { keptFor[row.id] = nil }
        steps.append(.added(row))
        try note(kind, row, replacing: ended)
        return row
    }

    /// Removes a registration.
    ///
    /// - Parameters:
    ///   - isLogged: Whether to log the removal; `false` if a `replaced` change covers it.
    ///   - keeps: Whether its file may stay at its path for programs that may open it again.
    func remove(_ row: RegistrationRow, isLogged: Bool = true, keeps: Bool = true) throws {
        try database.deleteRegistration(id: row.id)
        takenOut.insert(row.sha256)
        try placements.update(
            contentID: row.contentID, scope: row.scope, file: row.file, keep: keeps ? keep(row) : { _, _ in nil })
        if removesAtOnce || !keeps { try removeHidden(row) }
        steps.append(.removed(row))
        try note(isLogged ? .removed : nil, row)
    }

    /// Enables or disables a registration.
    func setEnabled(_ isEnabled: Bool, _ row: RegistrationRow) throws -> RegistrationRow {
        let before = row
        var row = row
        row.isEnabled = isEnabled
        try database.updateRegistration(row)
        let placement = try placements.update(
            contentID: row.contentID, scope: row.scope, file: row.file, preferring: before.placement, keep: keep(row))
        row.placement = isEnabled ? placement : before.placement
        if isEnabled { keptFor[row.id] = nil }
        steps.append(.switched(from: before, to: row))
        try note(isEnabled ? .enabled : .disabled, row)
        return row
    }

    /// Gives enabled registrations without a place a new one, preferably the place where they are still shown.
    func placeAgain() throws {
        try database.recountFolders()
        let shown = try paths.shownFonts().map { (place: $0.place, file: Fingerprint.Identity(of: $0.file)) }
        for row in try database.registrations(.enabledWithoutPlace, session: session) {
            let object = Fingerprint.Identity(of: objects.path(row.sha256))
            let earlier = object.flatMap { object in shown.first { $0.file == object }?.place }
            var placed = row
            placed.placement = try placements.update(
                contentID: row.contentID, scope: row.scope, file: row.file, preferring: earlier)
            steps.append(.switched(from: row, to: placed))
            try note(.enabled, placed)
        }
    }

    /// Changes the tags of a registration.
    func setTags(_ tags: [String], _ row: RegistrationRow) throws -> RegistrationRow {
        let before = row
        var row = row
        row.tags = tags
        try database.updateRegistration(row)
        steps.append(.tagged(from: before, to: row))
        // Fonts are unchanged for programs, but clients that list registrations are notified.
        try note(.tagged, row)
        return row
    }

    /// Records or clears that the user has disabled the content of a registration.
    func setDisabledByUser(_ isDisabledByUser: Bool, _ row: RegistrationRow) throws {
        guard try database.isDisabledByUser(sha256: row.sha256, provider: row.provider) != isDisabledByUser else {
            return
        }
        try database.setDisabledByUser(isDisabledByUser, sha256: row.sha256, provider: row.provider)
        touched.insert(row.contentID)
        steps.append(.disabledByUser(row, isDisabledByUser))
    }

    /// Hides fonts outside of fontd's folders from programs, or shows hidden ones again.
    func setHidden(_ isHidden: Bool, _ fonts: [HiddenFont]) throws {
        let before = try database.hiddenFonts().hiddenFonts
        let places = Set(fonts.map(\.place))
        let after = before.filter { !places.contains($0.place) } + (isHidden ? fonts : [])
        guard Set(after.map(\.decision)) != Set(before.map(\.decision)) else { return }
        try database.setHiddenFonts(HiddenFonts(generation: generation, hiddenFonts: after))
        steps.append(.hidden(from: before, to: after))
    }

    /// Changes the collections that are kept.
    func setCollections(_ after: [StoredCollection]) throws {
        let before = try database.storedCollections().collections
        guard after != before else { return }
        try database.setStoredCollections(StoredCollections(generation: generation, collections: after))
        collected = nil
        steps.append(.collected(from: before, to: after))
    }

    /// Returns the families of the collections, which are read once for all fonts of an operation.
    func collectedFamilies() throws -> CollectedFamilies {
        if let collected { return collected }
        let families = CollectedFamilies(try database.storedCollections().collections)
        collected = families
        return families
    }

    private func note(_ kind: FontChange.Kind?, _ row: RegistrationRow, replacing ended: [String] = []) throws {
        touched.insert(row.contentID)
        guard let kind else { return }
        let path = row.placement.flatMap { place in paths.projection(of: row.scope).map { $0 + "/" + place } }
        try database.logChange(
            kind, generation: generation, scope: row.scope, provider: row.provider, contentID: row.contentID,
            path: kind == .added && !row.isEnabled ? nil : path, replaced: ended)
    }

    /// Records the facts about a provider; call this after all other changes.
    ///
    /// The record is published with the changes of this operation. Without changes, no notification is needed.
    func record(_ provider: ProviderRecord) throws {
        let known = try database.provider(provider.provider)
        let provider = provider.following(known)
        guard known != provider else { return }
        recordedProviders.append(provider)
        try database.setProvider(provider, generation: reached)
    }

    /// Removes the registrations of ended sessions.
    func sweepEndedSessions() throws {
        // Only sessions of this runtime directory: the state of others is unknown.
        guard let pattern = SessionMarker.pattern(paths) else { return }
        endedSessions = try database.registrations(ofSessionsLike: pattern, otherThan: session)
        for row in endedSessions { try remove(row, keeps: false) }
        inheritedSteps = steps.count
    }

    /// Records that an operation is undone, so that it can be redone, or redone, so that it can be undone.
    func reverse(_ operation: RecordedOperation) throws {
        try database.deleteOperation(operation.number)
        let reversed = operation.reversed(generation: reached, time: now)
        history = .reversed(operation, as: try database.insertOperation(reversed))
    }

    /// Records a change of the policy, which has no generation.
    func record(_ policy: RecordedOperation.PolicyChange) throws {
        let record = RecordedOperation.Record(policy: policy)
        try database.insertOperation(
            RecordedOperation(generation: present, time: now, record: record))
    }

    /// Writes the generation to the state and to the changed contents; the last step before the commit.
    func finish() throws {
        try limitHiddenFiles()
        if isUndoable, isPublished || !moved.isEmpty {
            var record = try RecordedOperation.Record(steps.dropFirst(inheritedSteps)) {
                try database.firstName(contentID: $0.contentID)
            }
            if !moved.isEmpty { record.moved = moved }
            if !record.isEmpty {
                if resolvesDuplicates { record.resolvesDuplicates = true }
                history = .recorded(
                    try database.insertOperation(RecordedOperation(generation: reached, time: now, record: record)))
            }
        }
        guard isPublished else { return }
        for contentID in touched { try database.setGeneration(generation, contentID: contentID) }
        try database.setGeneration(generation)
        try database.trimChangeLog()
    }

    /// Reads the sidecars of the changed contents, after the generation is written, and what is shown or published besides.
    func readSidecars() throws {
        _ = (try database.hiddenFonts(), try database.storedCollections())
        sidecars = try swept.union(steps.compactMap(\.row?.sha256)).map(database.sidecar(sha256:))
    }
}

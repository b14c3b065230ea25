import FontModel

/// An operation of the user with the state before and after it.
struct RecordedOperation: Sendable, Hashable {
    /// The number; 0 before it is recorded.
    var number: Int64 = 0
    var generation: Int64
    var time: Double
    /// The changes, which undo reverses; those of an operation that was undone are what that did, and
    /// reversing them redoes the operation.
    var record: Record
    /// Whether the user undid the operation.
    var isUndone = false

    /// The changes, in the form that the database keeps as JSON.
    struct Record: Codable, Sendable, Hashable {
        var registrations: [Change] = []
        var policy: PolicyChange?
        /// The files that were moved to the trash, or were about to be.
        var moved: [MovedFile]?
        /// The hidden fonts outside of fontd's folders that were not hidden before, or hidden otherwise.
        var hidden: [HiddenFont]?
        /// The fonts outside of fontd's folders that were hidden before and are not any more, or hidden otherwise.
        var shownAgain: [HiddenFont]?
        /// Whether duplicates were resolved.
        var resolvesDuplicates: Bool?
        /// The collections that are kept that were changed.
        var collections: [CollectionEdit]?

        /// Whether nothing was changed that can be undone.
        var isEmpty: Bool {
            registrations.isEmpty && policy == nil && moved == nil && hidden == nil && shownAgain == nil
                && collections == nil
        }

        /// The changes that reverse these.
        var reversed: Record {
            Record(
                registrations: registrations.map { change in
                    Change(
                        name: change.name, before: change.after, after: change.before,
                        wasDisabledByUser: change.wasDisabledByUser.map(!))
                },
                policy: policy.map { PolicyChange(before: $0.after, after: $0.before) }, moved: moved,
                hidden: shownAgain, shownAgain: hidden, resolvesDuplicates: resolvesDuplicates,
                collections: collections?.map(\.reversed))
        }
    }

    /// A font file in a folder of the user whose bytes are registered, or in another file.
    struct MovedFile: Codable, Sendable, Hashable {
        /// The PostScript name of the first face.
        var name: String
        var path: String
        /// The name in the trash.
        var trashed: String
        var sha256: String
        /// The modification time, in seconds since 1970-01-01 UTC and nanoseconds.
        var seconds: Int
        var nanoseconds: Int
        /// The id of the registration, or the path of the file, that keeps the bytes; nil for the user's registration of
        /// the content.
        var keeper: String?

        /// A content, and what keeps its bytes.
        struct Keeping: Hashable {
            enum Place: Hashable {
                case registration(id: String)
                case file(path: String)
            }

            var sha256: String
            var place: Place

            var isOfFile: Bool { if case .file = place { true } else { false } }
        }

        var keeping: Keeping {
            let id = { RegistrationID.make(sha256: sha256, scope: .persistent, provider: Caller.userProvider) }
            return Keeping(
                sha256: sha256,
                place: keeper.map { $0.hasPrefix("/") ? .file(path: $0) : .registration(id: $0) }
                    ?? .registration(id: id()))
        }
    }

    /// The policy file before and after a change; nil where there was none.
    struct PolicyChange: Codable, Sendable, Hashable {
        var before: String?
        var after: String?
    }

    /// One registration before and after the operation; nil where there was none.
    struct Change: Codable, Sendable, Hashable {
        /// The PostScript name of the first face.
        var name: String
        var before: RegistrationRow?
        var after: RegistrationRow?
        /// Whether the user had disabled the content for its provider, if the operation changed that.
        var wasDisabledByUser: Bool?

        /// The registration as it was on either side.
        var row: RegistrationRow {
            guard let row = before ?? after else { preconditionFailure("a change of nothing") }
            return row
        }

        /// Whether reversing it registers removed bytes again.
        var needsBytes: Bool { before != nil && after == nil }
    }

    /// Returns what is recorded after the operation was undone or redone.
    func reversed(generation: Int64, time: Double) -> RecordedOperation {
        RecordedOperation(generation: generation, time: time, record: record.reversed, isUndone: !isUndone)
    }

    /// The kind of the operation, which follows from its changes.
    var kind: FontOperation.Kind {
        let record = isUndone ? record.reversed : record
        if record.policy != nil { return .policy }
        if record.resolvesDuplicates == true { return .resolve }
        if record.moved != nil { return .adopt }
        let changes = record.registrations
        let removes = changes.contains { $0.after == nil }
        if changes.contains(where: { $0.before == nil }) { return removes ? .replace : .register }
        if removes { return .unregister }
        let switched = changes.first { $0.before?.isEnabled != $0.after?.isEnabled }
        if let switched { return switched.after?.isEnabled == true ? .enable : .disable }
        if record.hidden != nil { return .disable }
        if record.shownAgain != nil { return .enable }
        return record.collections == nil ? .tag : .collections
    }

    /// The number of changed registrations and of fonts that were hidden or shown again, or of moved files if there are
    /// some; of both if duplicates were resolved; of collections if these were changed.
    var count: Int { names.count }

    /// The number of changed registrations, files and fonts, and of the names in changed collections, which bounds what all
    /// operations take.
    var size: Int {
        let edits = record.collections ?? []
        let families = edits.flatMap { [$0.before, $0.after] }.reduce(0) { $0 + ($1?.collection.families.count ?? 0) }
        return record.registrations.count + (record.moved?.count ?? 0) + switched.count + edits.count + families
    }

    /// The PostScript names of the first faces of these registrations or files, and of these fonts; or the names of the
    /// collections.
    var names: [String] {
        if kind == .collections { return record.collections?.map(\.name) ?? [] }
        let moved = record.moved?.map(\.name)
        let changed = otherRegistrations.map(\.name) + switched.map(\.face.postscriptName)
        return record.resolvesDuplicates == true ? changed + (moved ?? []) : moved ?? changed
    }

    /// The changed registrations, without those of moved files if duplicates were resolved.
    private var otherRegistrations: [Change] {
        guard record.resolvesDuplicates == true, let moved = record.moved else { return record.registrations }
        let contents = Set(moved.map(\.sha256))
        return record.registrations.filter { $0.before != nil && $0.after != nil || !contents.contains($0.row.sha256) }
    }

    private var switched: [HiddenFont] {
        let hidden = record.hidden ?? []
        let places = Set(hidden.map(\.place))
        return hidden + (record.shownAgain ?? []).filter { !places.contains($0.place) }
    }

    /// The content hashes of the bytes that reversing it needs.
    var neededContents: Set<String> { Set(record.registrations.filter(\.needsBytes).map(\.row.sha256)) }
}

extension RegistrationRow {
    /// Whether two rows describe the same state, wherever the file is shown.
    func isSame(as other: RegistrationRow) -> Bool {
        id == other.id && record == other.record
    }

    /// Whether two rows are of one registration, and not of a later one of the same content.
    func hasSameOrigin(as other: RegistrationRow) -> Bool {
        record.file.hasBytes(of: other.file) && record.registeredAt == other.registeredAt
            && record.session == other.session
    }
}

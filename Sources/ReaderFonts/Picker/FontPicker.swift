public import FontModel
public import FontRegistry
public import Foundation

/// The families to choose from, which follow the registry and the system's fonts.
///
/// A list of GTK, Qt or a web page keeps its own ``PickerList`` and applies the changes to it, edit by edit, on its own
/// thread:
///
/// ```swift
/// let picker = FontPicker(fonts)
/// var list = try await picker.list()
/// while let change = try await picker.next() {
///     list.apply(change) { step, _ in view.apply(step) }
/// }
/// ```
///
/// Only the families that a change names are read again, and of a change of tags only their tags. What changes before the next call of ``next()`` is one change.
public actor FontPicker {
    /// The number of families above which all are read at once.
    private static let fewFamilies = 32

    private let fonts: FontManager
    private let locale: Locale
    private let known: [String: FontCategory]
    private let badges: [FamilyBadge]
    /// The user's categories by the name of the family.
    private var overrides: [String: FontCategory]
    private var present: PickerList
    private var hasBegun = false

    /// The families to read again; nil for all.
    private var pending: Set<String>? = []
    /// The families of which only the tags are read again.
    private var retagged: Set<String> = []
    private var steps: [PickerStep] = []
    private var delivered = 0
    private var follower: Task<Void, Never>?
    private var failure: FontError?
    private let signals = EventCounter()

    /// Creates a picker without reading anything.
    ///
    /// - Parameters:
    ///   - fonts: The manager that finds the fonts.
    ///   - locale: The language and the order of the list.
    ///   - settings: The user's categories and the families used last.
    ///   - known: The categories of known families; see ``KnownFamilies``.
    ///   - badges: The badges of the app.
    public init(
        _ fonts: FontManager, locale: Locale = .ofUser, settings: ReaderSettings = ReaderSettings(),
        known: [String: FontCategory] = KnownFamilies.categories, badges: [FamilyBadge] = FamilyBadge.reading
    ) {
        self.fonts = fonts
        self.locale = locale
        self.known = known
        self.badges = badges
        overrides = settings.categories
        present = PickerList(locale: locale)
        _ = present.setRecent(settings.recentFamilies)
    }

    deinit { follower?.cancel() }

    /// Returns the list, with which the changes of ``next()`` continue.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used.
    public func list() async throws(FontError) -> PickerList {
        if !hasBegun {
            hasBegun = true
            // The changes start before the families are read, so that none is missed.
            follow(fonts.changes)
            pending = nil
        }
        try await readPending()
        steps = []
        delivered = present.revision
        return present
    }

    /// Waits for the next change, from the registry or from a call of this picker.
    ///
    /// - Returns: The edits since the last call; nil if the task is cancelled.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used any more.
    public func next() async throws(FontError) -> PickerChange? {
        while !Task.isCancelled {
            let count = signals.count
            try await readPending()
            if !steps.isEmpty {
                defer { (steps, delivered) = ([], present.revision) }
                return PickerChange(oldRevision: delivered, newRevision: present.revision, steps: steps)
            }
            if let failure { throw failure }
            await signals.wait(after: count)
        }
        return nil
    }

    /// Shows only the families that a query finds; all for an empty one.
    public func search(_ query: String) { add(present.setSearch(FamilySearch(query))) }

    /// Sets the user's categories and the families used last.
    public func use(_ settings: ReaderSettings) {
        add(present.setRecent(settings.recentFamilies))
        let changed = Set(settings.categories.keys).union(overrides.keys).filter {
            settings.categories[$0] != overrides[$0]
        }
        overrides = settings.categories
        // An override may name the family in another form than the fonts do.
        if !changed.isEmpty { read(again: nil) }
    }

    // MARK: Following

    private func follow(_ changes: FontChanges) {
        follower = Task(executorPreference: TaskExecution.executor) { [weak self] in
            var iterator = changes.makeAsyncIterator()
            do throws(FontError) {
                while let event = try await iterator.next() { await self?.received(event) }
            } catch {
                await self?.fail(error)
            }
        }
    }

    private func received(_ event: FontChangeEvent) {
        func families(_ faces: [FontChange.Face]) -> Set<String> { Set(faces.map(\.face.family)) }
        switch event {
        case .change(let change) where change.kind == .tagged:
            retagged.formUnion(families(change.faces))
            signals.advance()
        case .change(let change) where change.kind == .collections: break
        // A replaced file may have had other families.
        case .change(let change) where change.kind == .replaced: read(again: nil)
        case .change(let change): read(again: families(change.faces))
        case .system(_, let change) where change.replaced.isEmpty: read(again: families(change.added + change.removed))
        case .system, .snapshot: read(again: nil)
        case .policy, .announcements: break
        }
    }

    private func fail(_ error: FontError) {
        failure = error
        signals.advance()
    }

    /// Notes families whose fonts have changed; nil for all.
    private func read(again families: Set<String>?) {
        pending = pending.flatMap { pending in families.map(pending.union) }
        signals.advance()
    }

    private func add(_ change: PickerChange?) {
        guard let change else { return }
        steps += change.steps
        signals.advance()
    }

    // MARK: Reading

    private func readPending() async throws(FontError) {
        while pending != [] || !retagged.isEmpty {
            let (names, tagged) = (pending, retagged)
            (pending, retagged) = ([], [])
            do throws(FontError) {
                if names != [] { add(present.update(try await self.rows(of: names), removing: names ?? present.ids)) }
                add(present.update(try await rows(ofRetagged: names == nil ? [] : tagged.subtracting(names ?? []))))
            } catch {
                // Together with what has changed meanwhile.
                pending = pending.flatMap { later in names.map(later.union) }
                retagged.formUnion(tagged)
                throw error
            }
        }
    }

    /// Returns the rows of those of some families that exist; nil for all families.
    private func rows(of names: Set<String>?) async throws(FontError) -> [PickerRow] {
        try await fonts.rememberFacts()
        let families = try await families(names)
        return try await fonts.readingFamilies(of: families, overrides: overrides, known: known, badges: badges)
            .map(PickerRow.init)
    }

    /// Returns the rows of families with their present tags, and all other facts as they are.
    private func rows(ofRetagged names: Set<String>) async throws(FontError) -> [PickerRow] {
        guard !names.isEmpty else { return [] }
        return try await families(names).compactMap { family in
            var row = present.row(family.name)
            row?.tags = family.tags
            return row
        }
    }

    private func families(_ names: Set<String>?) async throws(FontError) -> [FontFamily] {
        guard let names else { return try await fonts.families(locale: locale) }
        guard names.count <= Self.fewFamilies else {
            return try await fonts.families(locale: locale).filter { names.contains($0.name) }
        }
        let queries = names.map { FontQuery(family: $0) }
        return try await fonts.families(matching: FontQuerySet(including: queries), locale: locale)
            .filter { names.contains($0.name) }
    }
}

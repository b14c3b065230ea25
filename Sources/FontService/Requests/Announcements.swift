import FontBus
import FontModel
import FontRegistry
import Glibc

/// The announcements of font suppliers, in the order in which they were made.
actor Announcements {
    /// The maximum number of announcements.
    static let capacity = 256
    /// The maximum number of announcements of one supplier.
    private static let perSupplier = 16

    private let connection: BusConnection
    private let file: AnnouncementFile
    private let didChange: @Sendable (_ provider: String) -> Void
    private var entries: [Announcement] = []

    /// - Parameter didChange: Called after a supplier's announcements changed here.
    init(_ connection: BusConnection, paths: FontPaths, didChange: @escaping @Sendable (_ provider: String) -> Void) {
        self.connection = connection
        self.didChange = didChange
        file = AnnouncementFile(path: paths.announcements)
    }

    /// Whether a connected supplier would have to announce its names again if the service ended.
    var hasConnections: Bool { entries.contains { !$0.isLasting } }

    /// Reads the announcements of an earlier service.
    ///
    /// Calls wait for this, so it continues without the lock if another process does not release it.
    ///
    /// - Returns: A description of a problem with the file, for the log.
    func recover() async -> String? {
        do throws(FontError) {
            // Without the file there may be no folder for the lock.
            guard access(file.path, F_OK) == 0 else { return nil }
            let lock = try? await file.lock()
            defer { withExtendedLifetime(lock) {} }
            switch try file.read(isLocked: lock != nil) {
            case .nothing: return nil
            case .announcements(let lasting):
                take(lasting)
                return nil
            case .damaged(let place):
                return
                    "The announcements of font suppliers were damaged and are discarded until the suppliers announce them again."
                    + (place.map { " They are kept as \($0)." } ?? "")
            }
        } catch {
            return error.description
        }
    }

    /// Returns the names that providers announced, by their ids.
    func names(ofProviders isMeant: (String) -> Bool) -> [String: [String]] {
        Dictionary(grouping: entries.filter { isMeant($0.provider) }, by: \.provider)
            .mapValues { $0.flatMap(\.names.texts) }
    }

    /// Returns the suppliers that announced a name.
    ///
    /// Exact matches come before matches of a prefix, and among equals older announcements come first.
    func suppliers(of name: String) -> [Announcement] {
        guard name.utf8.count <= AnnouncedNames.Limit.length else { return [] }
        let folded = LookupName.fold(name)
        guard !folded.isEmpty else { return [] }
        let matches = entries.compactMap { entry in entry.names.match(folded).map { (match: $0, entry: entry) } }
        return matches.filter { $0.match == .exact }.map(\.entry) + matches.filter { $0.match == .prefix }.map(\.entry)
    }

    // MARK: Announcing

    /// Adds an announcement, or replaces the one with the same bus name.
    ///
    /// - Parameter busName: The bus name, or "" for the caller's connection.
    /// - Throws: `exceededResourceLimit` (106) over a limit, `registrationFailed` (301) if it cannot be stored,
    ///   `missingEntitlement` (302) for a name that the caller does not own; `InvalidArgs` for a name that the bus
    ///   cannot activate.
    func announce(_ busName: String, _ names: AnnouncedNames, by caller: ServiceCaller) async throws {
        let isLasting = !busName.isEmpty
        let entry = Announcement(
            provider: caller.manager.provider, busName: isLasting ? busName : caller.peer, names: names)
        try await add(entry, startable: isLasting ? try await requireOwnStartable(busName, of: caller) : nil)
    }

    /// - Returns: All names that the bus can activate.
    private func requireOwnStartable(_ busName: String, of caller: ServiceCaller) async throws -> Set<String> {
        guard BusName.isWellKnown(busName) else {
            throw BusFailure.invalidArguments(
                "“\(busName)” is not a well-known bus name. Specify one, or \"\" for the connection.")
        }
        // The bus returns an error for a name without an owner.
        let owner = try? await connection.call("GetNameOwner", of: .bus, [.string(busName)]).first?.string
        guard owner == caller.peer else {
            throw FontError(
                .missingEntitlement,
                "The name \(busName) does not belong to the caller. Acquire it on the bus before announcing it.")
        }
        let answer = try await connection.call("ListActivatableNames", of: .bus)
        let startable = Set(answer.first?.strings ?? [])
        guard startable.contains(busName) else {
            throw BusFailure.invalidArguments(
                "The bus cannot start \(busName). Install a D-Bus service file for it, or announce \"\" for as long as you are connected."
            )
        }
        return startable
    }

    private func add(_ entry: Announcement, startable: Set<String>?) async throws(FontError) {
        let lock = entry.isLasting ? try await refreshed() : nil
        defer { withExtendedLifetime(lock) {} }
        let others = entries.filter { $0.provider == entry.provider && $0.busName != entry.busName }
        guard others.reduce(entry.names.count, { $0 + $1.names.count }) <= AnnouncedNames.Limit.names,
            others.reduce(entry.names.size, { $0 + $1.names.size }) <= AnnouncedNames.Limit.bytes
        else { throw AnnouncedNames.tooMany }
        var entries = entries
        if let place = entries.firstIndex(where: { $0.busName == entry.busName }) {
            entries[place] = entry
        } else {
            // Announcements of programs that were uninstalled without withdrawing them make room.
            if entries.count >= Self.capacity, let startable {
                entries.removeAll { $0.isLasting && !startable.contains($0.busName) }
            }
            guard others.count < Self.perSupplier, entries.count < Self.capacity else {
                throw FontError(
                    .exceededResourceLimit,
                    "The limit of \(Self.capacity) announcements, or of \(Self.perSupplier) per supplier, is reached. Withdraw some of them."
                )
            }
            entries.append(entry)
        }
        if entry.isLasting { try file.write(entries.filter(\.isLasting)) }
        let isNew = self.entries.first { $0.busName == entry.busName } != entry
        self.entries = entries
        if isNew { didChange(entry.provider) }
    }

    // MARK: Undoing

    /// Withdraws the caller's announcement.
    ///
    /// - Parameter busName: The bus name, or "" for the caller's connection.
    /// - Throws: `notRegistered` (201) unless the caller announced it, `registrationFailed` (301) if it cannot be
    ///   removed from the file.
    func withdraw(_ busName: String, by caller: ServiceCaller) async throws(FontError) {
        let name = busName.isEmpty ? caller.peer : busName
        let lock = busName.isEmpty ? nil : try await refreshed()
        defer { withExtendedLifetime(lock) {} }
        guard
            let entry = entries.first(where: { $0.busName == name }),
            caller.isUser || entry.provider == caller.manager.provider
        else {
            throw FontError(
                .notRegistered,
                busName.isEmpty
                    ? "The caller has no announcement for its connection."
                    : "The caller has no announcement for \(busName).")
        }
        try remove { $0.busName == name }
    }

    /// Removes the announcements of a supplier that was uninstalled.
    func forget(provider: String) async throws(FontError) {
        let lock = try await refreshed()
        defer { withExtendedLifetime(lock) {} }
        try remove { $0.provider == provider && $0.isLasting }
    }

    /// Removes the announcement of a connection that has left the bus.
    func left(_ peer: String) {
        guard let entry = entries.first(where: { $0.busName == peer }) else { return }
        entries.removeAll { $0.busName == peer }
        didChange(entry.provider)
    }

    private func remove(_ isMeant: (Announcement) -> Bool) throws(FontError) {
        let rest = entries.filter { !isMeant($0) }
        let lasting = rest.filter(\.isLasting)
        if lasting != entries.filter(\.isLasting) { try file.write(lasting) }
        let providers = Set(entries.filter(isMeant).map(\.provider))
        entries = rest
        providers.forEach(didChange)
    }

    // MARK: Other sessions

    /// Reads the announcements that services of the same user's other sessions wrote, so that they are not overwritten.
    ///
    /// - Returns: The lock that must be held while writing.
    private func refreshed() async throws(FontError) -> StoreLock {
        let lock = try await file.lock()
        if case .announcements(let lasting)? = try? file.read(isLocked: true) { take(lasting) }
        return lock
    }

    private func take(_ lasting: [Announcement]) {
        let known = Set(entries.map(\.busName))
        let present = Dictionary(lasting.map { ($0.busName, $0) }, uniquingKeysWith: { first, _ in first })
        entries =
            entries.compactMap { $0.isLasting ? present[$0.busName] : $0 }
            + lasting.filter { !known.contains($0.busName) }
    }
}

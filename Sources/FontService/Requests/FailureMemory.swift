import FontModel

/// The suppliers' failures to supply names, so that they are not asked repeatedly.
struct FailureMemory {
    /// A failure: the error, or nil if the supplier replied that it does not have the font.
    struct Failure: Sendable, Hashable {
        var error: FontError?
    }

    private struct Key: Hashable {
        var busName: String
        var name: String
    }

    private struct Entry {
        var failure: Failure
        var until: ContinuousClock.Instant
        var lastUse: UInt64
    }

    /// The time for which a failure is remembered.
    static let duration = Duration.seconds(300)
    static let capacity = 4_096

    private var entries: [Key: Entry] = [:]
    private var uses: UInt64 = 0

    var count: Int { entries.count }

    mutating func remember(_ failure: Failure, of busName: String, _ name: String, now: ContinuousClock.Instant) {
        let key = Key(busName: busName, name: name)
        if entries[key] == nil, entries.count >= Self.capacity { makeRoom(now) }
        uses += 1
        entries[key] = Entry(failure: failure, until: now + Self.duration, lastUse: uses)
    }

    /// - Returns: Nil if the supplier can be asked.
    mutating func recall(_ busName: String, _ name: String, now: ContinuousClock.Instant) -> Failure? {
        let key = Key(busName: busName, name: name)
        guard let entry = entries[key] else { return nil }
        guard entry.until > now else {
            entries[key] = nil
            return nil
        }
        uses += 1
        entries[key]?.lastUse = uses
        return entry.failure
    }

    /// Removes the failures of a supplier that announced its names again and may have new fonts.
    mutating func forget(_ busName: String) { entries = entries.filter { $0.key.busName != busName } }

    /// Removes expired failures, or else the least recently used eighth.
    private mutating func makeRoom(_ now: ContinuousClock.Instant) {
        entries = entries.filter { $0.value.until > now }
        guard entries.count >= Self.capacity else { return }
        for (key, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }).prefix(Self.capacity / 8) {
            entries[key] = nil
        }
    }
}

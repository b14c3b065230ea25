import FontBus

/// The entries of a list that one answer carries: a page ends where it would be too large for a message.
struct AnswerPage {
    /// Bytes of a page; a single larger entry is a page of its own.
    static let size = 4 << 20
    /// Bytes of an answer that has no pages: half of what D-Bus carries in an array.
    static let mostBytes = 32 << 20

    private(set) var entries: [[String: BusValue]] = []
    /// Whether there are entries after the page.
    private(set) var hasMore = false

    /// - Parameters:
    ///   - rest: What comes from the beginning of the page on.
    ///   - limit: How many entries the page may have.
    init<Entry>(_ rest: some Collection<Entry>, limit: Int, _ members: (Entry) -> [String: BusValue]) {
        var bytes = 0
        for entry in rest {
            guard entries.count < limit else {
                hasMore = true
                return
            }
            let members = members(entry)
            bytes += BusValue.dictionary(members).wireSize
            if bytes > Self.size, !entries.isEmpty {
                hasMore = true
                return
            }
            entries.append(members)
        }
    }
}

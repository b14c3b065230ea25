import FontBus

/// The entries of a list that one answer carries: a page ends where it would be too large for a message.
struct AnswerPage {
    /// Bytes of a page; a single larger entry is a page of its own.
    static let size = 4 << 20
    /// Bytes of an answer that has no pages: half of what D-Bus carries in an array.
    static let mostBytes = 32 << 20

    /// Entries of an answer that has no pages and must tell all: what has happened has happened.
    ///
    /// - Parameter key: What is left out of them once the answer is full; List and Resolve tell it as well.
    static func whole(_ entries: [[String: BusValue]], without key: String) -> BusValue {
        var left = mostBytes
        return .dictionaries(
            entries.map { members in
                left -= BusValue.dictionary(members).wireSize
                return left < 0 ? members.filter { $0.key != key } : members
            })
    }

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

import FontBus

/// The entries of a list that fit into one reply.
struct AnswerPage {
    /// The maximum size of a page in bytes; a single larger entry is a page of its own.
    static let size = 4 << 20
    /// The maximum size in bytes of a reply without pages, which is half of the maximum size of a D-Bus array.
    static let mostBytes = 32 << 20

    /// Returns all entries of a reply that has no pages, since results of completed operations must not be lost.
    ///
    /// - Parameter keys: The members that are left out of entries once the reply is full. List and Resolve return faces
    ///   as well.
    static func whole(_ entries: [[String: BusValue]], without keys: String...) -> BusValue {
        var left = mostBytes
        return .dictionaries(
            entries.map { members in
                left -= BusValue.dictionary(members).wireSize
                return left < 0 ? members.filter { !keys.contains($0.key) } : members
            })
    }

    private(set) var entries: [[String: BusValue]] = []
    /// Whether there are further entries after the page.
    private(set) var hasMore = false

    /// - Parameters:
    ///   - rest: The entries from the start of the page.
    ///   - limit: The maximum number of entries of the page.
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

import FontBus

/// A page of a list: the entries that fit into one reply.
struct AnswerPage {
    /// The maximum size of a page in bytes; a single larger entry is a page of its own.
    static let size = 4 << 20
    /// The maximum size in bytes of a reply without pages, which is half of the maximum size of a D-Bus array.
    static let mostBytes = 32 << 20
    /// The maximum number of entries of a page.
    private static let mostEntries: Int64 = 1_000

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

    private let limit: Int
    private let offset: Int

    /// Reads the bounds of a page from the options `limit`, which is reduced to the maximum, and `offset`.
    init(_ options: BusRecord) throws(BusFailure) {
        let limit = try options.optional("limit", \.integer) ?? Self.mostEntries
        guard limit > 0 else { throw .invalidArguments("limit must be at least 1.") }
        let offset = try options.optional("offset", \.integer) ?? 0
        guard offset >= 0 else { throw .invalidArguments("offset must be at least 0.") }
        self.limit = Int(min(limit, Self.mostEntries))
        self.offset = Int(clamping: offset)
    }

    /// Returns the entries of the page, and whether there are further ones after it.
    func answer<Entry>(_ list: some Collection<Entry>, _ members: (Entry) -> [String: BusValue]) -> [BusValue] {
        var entries: [[String: BusValue]] = []
        var bytes = 0
        for entry in list.dropFirst(offset) {
            let members = members(entry)
            bytes += BusValue.dictionary(members).wireSize
            if entries.count == limit || bytes > Self.size && !entries.isEmpty {
                return [.dictionaries(entries), .boolean(true)]
            }
            entries.append(members)
        }
        return [.dictionaries(entries), .boolean(false)]
    }
}

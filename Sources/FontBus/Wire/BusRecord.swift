/// A dictionary that came over the bus, read member by member.
///
/// Nothing in it is trusted: what is missing or of another type is an error, never a trap.
public struct BusRecord: Sendable {
    public let members: [String: BusValue]

    public init(_ members: [String: BusValue]) { self.members = members }

    /// - Throws: `InvalidArgs` if the value is no dictionary.
    public init(_ value: BusValue?) throws(BusFailure) {
        guard let members = value?.dictionary else { throw .invalidArguments("A dictionary is missing.") }
        self.members = members
    }

    /// A member that may be absent.
    ///
    /// - Parameter read: Nil for a value of another type.
    /// - Throws: `InvalidArgs` if it is of another type.
    public func optional<Value>(
        _ key: String, _ read: (BusValue) -> Value?
    ) throws(BusFailure) -> Value? {
        guard let value = members[key] else { return nil }
        guard let result = read(value) else {
            throw .invalidArguments("\(key) is of type \(value.signature) or has a value that is not known.")
        }
        return result
    }

    /// A member that must be there.
    public func required<Value>(_ key: String, _ read: (BusValue) -> Value?) throws(BusFailure) -> Value {
        guard let value = try optional(key, read) else { throw .invalidArguments("\(key) is missing.") }
        return value
    }

    public func string(_ key: String) throws(BusFailure) -> String { try required(key, \.string) }
    public func number(_ key: String) throws(BusFailure) -> Double { try required(key, \.number) }
    public func boolean(_ key: String) throws(BusFailure) -> Bool { try required(key, \.boolean) }

    public func integer(_ key: String) throws(BusFailure) -> Int {
        try required(key) { $0.integer.flatMap(Int.init(exactly:)) }
    }

    /// Texts; none where there is no such member.
    public func strings(_ key: String) throws(BusFailure) -> [String] { try optional(key, \.strings) ?? [] }

    /// Dictionaries; none where there is no such member.
    public func records(_ key: String) throws(BusFailure) -> [BusRecord] {
        try optional(key, \.dictionaries)?.map(BusRecord.init) ?? []
    }

    /// A word of a set of them.
    public func word<Word: RawRepresentable<String>>(_ key: String, _: Word.Type) throws(BusFailure) -> Word {
        try required(key) { $0.string.flatMap(Word.init(rawValue:)) }
    }

    /// - Throws: `InvalidArgs` if there is a member of another name: a misspelt option must not be passed over.
    public func requireOnly(_ known: Set<String>) throws(BusFailure) {
        if let stranger = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw .invalidArguments(
                "There is no option “\(stranger)”. Known are: \(known.sorted().joined(separator: ", ")).")
        }
    }
}

extension [String: BusValue] {
    /// Sets a member where there is a value.
    mutating func set(_ key: String, _ value: BusValue?) {
        if let value { self[key] = value }
    }
}

/// A dictionary from the bus, read member by member.
///
/// Its contents are untrusted: a missing member, or one of another type, is an error and never a trap.
public struct BusRecord: Sendable {
    public let members: [String: BusValue]

    public init(_ members: [String: BusValue]) { self.members = members }

    /// - Throws: `InvalidArgs` if the value is not a dictionary.
    public init(_ value: BusValue?) throws(BusFailure) {
        guard let members = value?.dictionary else { throw .invalidArguments("A dictionary is missing.") }
        self.members = members
    }

    /// Returns an optional member.
    ///
    /// - Parameter read: Converts the value, or returns nil if it is invalid.
    /// - Throws: `InvalidArgs` if the value is of another type or invalid.
    public func optional<Value>(
        _ key: String, _ read: (BusValue) -> Value?
    ) throws(BusFailure) -> Value? {
        guard let value = members[key] else { return nil }
        guard let result = read(value) else {
            throw .invalidArguments("\(key) is of type \(value.signature) or has an unknown value.")
        }
        return result
    }

    /// Returns a required member.
    public func required<Value>(_ key: String, _ read: (BusValue) -> Value?) throws(BusFailure) -> Value {
        guard let value = try optional(key, read) else { throw .invalidArguments("\(key) is missing.") }
        return value
    }

    /// Returns a list of strings, which is empty if the member is absent.
    public func strings(_ key: String) throws(BusFailure) -> [String] { try optional(key, \.strings) ?? [] }
}

/// The place of a value: a document, and the keys that lead to it.
public struct ValueOrigin: Sendable, Hashable, Codable {
    /// The name of the document.
    public var document: String
    /// The keys, such as `["ui-font-text-styles", "body", "point-size"]`.
    public var path: [String]
}

/// A value and the place where it is written.
public struct Sourced<Value> {
    public var value: Value
    public var origin: ValueOrigin

    public init(_ value: Value, origin: ValueOrigin) {
        self.value = value
        self.origin = origin
    }

    func map<Other>(_ transform: (Value) -> Other) -> Sourced<Other> {
        Sourced<Other>(transform(value), origin: origin)
    }
}

extension Sourced: Sendable where Value: Sendable {}
extension Sourced: Equatable where Value: Equatable {}
extension Sourced: Hashable where Value: Hashable {}
extension Sourced: Encodable where Value: Encodable {}
extension Sourced: Decodable where Value: Decodable {}

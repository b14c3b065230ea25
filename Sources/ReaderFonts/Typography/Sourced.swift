/// The place of a value: a document, and the keys that lead to it.
public struct ValueOrigin: Sendable, Hashable, Codable {
    /// The name of the document.
    public var document: String
    /// The keys, such as `["ui-font-text-styles", "body", "point-size"]`.
    public var path: [String]
}

/// A value and the place where it is written.
struct Sourced<Value> {
    var value: Value
    var origin: ValueOrigin

    func map<Other>(_ transform: (Value) -> Other) -> Sourced<Other> {
        Sourced<Other>(value: transform(value), origin: origin)
    }
}

extension DecodingError {
    /// The place and the kind of the fault, as a clause.
    package var plainText: Message {
        func place(_ context: Context, _ key: (any CodingKey)? = nil) -> Message {
            let keys = (context.codingPath + [key].compactMap(\.self)).map {
                $0.intValue.map(String.init) ?? $0.stringValue
            }
            return keys.isEmpty ? "the document" : Message(verbatim: keys.joined(separator: "."))
        }
        return switch self {
        case .keyNotFound(let key, let context): "\(place(context, key)) is missing"
        case .valueNotFound(_, let context): "\(place(context)) has no value"
        case .typeMismatch(_, let context): "\(place(context)) has a value of the wrong type"
        case .dataCorrupted(let context): "\(place(context)) is not valid"
        @unknown default: "the document is not valid"
        }
    }
}

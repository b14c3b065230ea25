extension [String] {
    /// The names as alternatives.
    package var alternatives: Message {
        guard let first else { return Message(verbatim: "") }
        return dropFirst().reduce(Message(verbatim: first)) { Self.either($0, $1) }
    }

    private static func either(_ first: Message, _ second: String) -> Message { "\(first) or \(second)" }

    /// The first names and the number of others.
    package var listText: Message {
        let shown = prefix(8).joined(separator: ", ")
        return count > 8 ? "\(shown) and \(count - 8) more" : Message(verbatim: shown)
    }
}

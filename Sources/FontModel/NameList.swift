extension [String] {
    /// The first names and the number of others.
    package var listText: Message {
        let shown = prefix(8).joined(separator: ", ")
        return count > 8 ? "\(shown) and \(count - 8) more" : Message(verbatim: shown)
    }
}

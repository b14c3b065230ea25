extension [String] {
    /// The first names and the number of others.
    package var listText: String {
        let shown = prefix(8).joined(separator: ", ")
        return count > 8 ? "\(shown) and \(count - 8) more" : shown
    }
}

/// Adoption, export and import.
enum Moving {
    static let actions: [AppAction] = []
}

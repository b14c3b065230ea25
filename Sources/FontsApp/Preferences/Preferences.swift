/// The preferences.
enum Preferences {
    static let actions: [AppAction] = []
}

/// Help, shortcuts and the window about the application.
enum Help {
    static let actions: [AppAction] = []
}

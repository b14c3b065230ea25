internal import Gtk

/// The application: one instance, which opens its window, files and questions of the service.
@UI
final class FontsApplication {
    private let application = Application(FontsProgram.identifier, [.opensFiles])
    /// The session, from the first window or question on.
    private var session: AppSession?

    init() {
        application.onStartup { [unowned self] in
            Appearance.setWindowIcon(FontsProgram.identifier)
            Appearance.leaveFocusedLabelsUnselected()
            addActions()
        }
        application.onActivate { [unowned self] in presentWindow() }
        application.onOpen { [unowned self] files in
            presentWindow()
            Installing.open(files, in: startedSession)
        }
        application.onBus { [unowned self] connection, _ in
            Consent.export(on: connection, of: application)
        }
    }

    func run(_ arguments: [String]) -> Int32 { application.run(arguments) }

    private var startedSession: AppSession {
        if let session { return session }
        let started = AppSession(application)
        session = started
        return started
    }

    private func presentWindow() {
        let session = startedSession
        if let window = session.window { return window.present() }
        let window = MainWindow(session)
        session.window = window
        window.present()
    }

    /// The actions of the application, with their keys; each folder adds its own.
    private func addActions() {
        let session = { [unowned self] in startedSession }
        add("quit", keys: ["<Control>q"]) { [unowned self] in
            for window in application.windows { window.close() }
        }
        let actions =
            MainWindow.actions + Changing.actions + Installing.actions + Duplicates.actions + Moving.actions
            + Providers.actions + Catalogs.actions + Preferences.actions + Help.actions
        for action in actions { add(action.name, keys: action.keys) { action.run(session()) } }
    }

    private func add(_ name: String, keys: [String], _ run: @escaping @UI () -> Void) {
        application.add(SimpleAction(name, run))
        if !keys.isEmpty { application.set(keys: keys, for: "app." + name) }
    }
}

/// An action of the application, `app.` and its name, which menus, buttons and keys start.
struct AppAction {
    var name: String
    /// The keys as in `gtk_accelerator_parse`, such as `<Control>z`.
    var keys: [String] = []
    var run: @UI (AppSession) -> Void
}

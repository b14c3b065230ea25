internal import Gtk

/// The preferences.
@UI
enum Preferences {
    static let actions = [
        AppAction(name: "preferences", keys: ["<Control>comma"]) { PreferencesDialog.present(in: $0) },
        AppAction(name: "catalog-preferences") { PreferencesDialog.present(in: $0, showing: .catalogs) },
    ]
}

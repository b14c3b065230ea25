internal import FontsModel
internal import Gtk

/// The actions that change fonts.
enum Changing {
    static let actions = [
        AppAction(name: "undo", keys: ["<Control>z"]) { $0.undo() },
        AppAction(name: "redo", keys: ["<Control><Shift>z"]) { $0.redo() },
    ]
}

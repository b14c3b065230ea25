internal import FontsModel
internal import Gtk

/// Installing of files, folders and archives.
@UI
enum Installing {
    static let actions: [AppAction] = []

    /// Opens the sheet for files that were given.
    static func open(_ files: [File], in session: AppSession) {}

    /// Takes drops of files on a widget.
    static func acceptDrops(on widget: any Widget, in session: AppSession) {}
}

internal import Gtk

/// The menu of the window.
@UI
enum MainMenu {
    static func make() -> Menu {
        let menu = Menu()
        func section(_ entries: [(label: String, action: String)]) {
            let section = Menu()
            for entry in entries { section.append(entry.label, action: entry.action) }
            menu.append(section: section)
        }
        section([
            (tr("_Catalogues"), "app.catalogs"), (tr("_Duplicates"), "app.duplicates"),
            (tr("P_rograms"), "app.programs"),
        ])
        let changes = Menu()
        // Their keys are the window's, as text fields come first.
        changes.append(tr("_Undo"), action: "app.undo", keys: MainWindow.undoKeys)
        changes.append(tr("_Redo"), action: "app.redo", keys: MainWindow.redoKeys)
        changes.append(tr("_History"), action: "app.history")
        menu.append(section: changes)
        section([
            (tr("_Install Fonts…"), "app.install"), (tr("Install _Folders…"), "app.install-folder"),
            (tr("Mana_ge Fonts of Font Folders…"), "app.adopt"), (tr("_Export…"), "app.export"),
            (tr("I_mport…"), "app.import"),
        ])
        section([
            (tr("_Preferences"), "app.preferences"), (tr("_Keyboard Shortcuts"), "win.show-help-overlay"),
            (tr("_Help"), "app.help"), (tr("_About Fonts"), "app.about"),
        ])
        return menu
    }
}

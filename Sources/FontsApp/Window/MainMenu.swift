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
            (tr("Fonts by _Program"), "app.programs"),
        ])
        section([(tr("_Undo"), "app.undo"), (tr("_Redo"), "app.redo"), (tr("_History"), "app.history")])
        section([
            (tr("_Install Fonts…"), "app.install"), (tr("Install _Folders…"), "app.install-folder"),
            (tr("_Take Over Fonts…"), "app.adopt"), (tr("_Export…"), "app.export"), (tr("I_mport…"), "app.import"),
        ])
        section([
            (tr("_Preferences"), "app.preferences"), (tr("_Keyboard Shortcuts"), "win.show-help-overlay"),
            (tr("_Help"), "app.help"), (tr("_About Fonts"), "app.about"),
        ])
        return menu
    }
}

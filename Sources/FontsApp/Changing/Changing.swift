internal import FontModel
internal import FontsModel
internal import Gtk

/// The actions that change fonts.
///
/// Keys that text fields have, such as Ctrl+Z and Delete, are those of the window and of the list, not of the application,
/// whose keys come before the fields'.
@UI
enum Changing {
    static let actions = [
        AppAction(name: "undo") { $0.undo() },
        AppAction(name: "redo") { $0.redo() },
        AppAction(name: "history", keys: ["<Control>h"]) { HistoryWindow.present(in: $0) },
        AppAction(name: "turn-on", keys: ["<Control>e"]) { session in
            if let command = selected(in: session)?.switching(isOn: true) { session.run(command) }
        },
        AppAction(name: "turn-off", keys: ["<Control>d"]) { session in
            if let command = selected(in: session)?.switching(isOn: false) { session.run(command) }
        },
        AppAction(name: "remove") { remove(in: $0) },
        AppAction(name: "favourite") { toggleFavourite(in: $0) },
        AppAction(name: "new-collection", keys: ["<Control><Shift>n"]) { session in
            newCollection(of: session.window?.selectedFamilies ?? [], in: session)
        },
    ]

    private static func selected(in session: AppSession) -> SelectedFonts? { session.window?.selectedFonts }

    /// Removes what is selected, which can be undone as long as the files are kept.
    private static func remove(in session: AppSession) {
        guard let selected = selected(in: session), !selected.isEmpty else { return }
        guard let command = selected.removal else {
            session.window?.show(Toast(tr("Only installed fonts can be removed. You can turn the others off.")))
            return
        }
        session.run(command)
    }

    private static func toggleFavourite(in session: AppSession) {
        guard let families = session.window?.selectedFamilies, !families.isEmpty else { return }
        let present = session.state.snapshot?.members[FontCollection.favourites] ?? []
        session.run(MenuChoices.favourite(families, in: present))
    }

    /// Asks for the name of a new collection, which gets the families.
    static func newCollection(of families: [String], in session: AppSession) {
        Task { @UI in
            guard let window = session.window?.window else { return }
            let text =
                families.isEmpty
                ? "" : trn("It gets the selected family.", "It gets the {count} selected families.", families.count)
            let name = await NameDialog.ask(
                tr("New Collection"), text: text, button: tr("_Create"), parent: window)
            if let name { session.run(.collection(.create(name: name, families: families))) }
        }
    }
}

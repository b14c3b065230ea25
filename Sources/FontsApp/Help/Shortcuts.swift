internal import Gtk

/// The keys of the application, as its window of shortcuts lists them.
@UI
enum Shortcuts {
    static var groups: [ShortcutsWindow.Group] {
        [
            ShortcutsWindow.Group(
                tr("General"),
                [
                    ("F1", tr("Help")), ("<Control>question", tr("Keyboard shortcuts")),
                    ("<Control>comma", tr("Preferences")), ("F10", tr("Menu")), ("<Control>q", tr("Quit")),
                ]),
            ShortcutsWindow.Group(
                tr("Find and look"),
                [
                    ("<Control>f", tr("Search")), ("<Control><Shift>f", tr("Filters")),
                    ("<Control>t", tr("Sample text")), ("<Control>plus", tr("Larger samples")),
                    ("<Control>minus", tr("Smaller samples")), ("<Control>1", tr("List")), ("<Control>2", tr("Grid")),
                    ("F9", tr("Side bar")), ("<Alt>Left", tr("Back")), ("F5", tr("Refresh catalogues")),
                ]),
            ShortcutsWindow.Group(
                tr("Change"),
                [
                    ("<Control>e", tr("Turn on")), ("<Control>d", tr("Turn off")),
                    ("Delete", tr("Remove")), ("<Control>z", tr("Undo")), ("<Control><Shift>z", tr("Redo")),
                    ("<Control>h", tr("History")), ("<Control><Shift>n", tr("New collection")),
                ]),
            ShortcutsWindow.Group(
                tr("Install and move"),
                [
                    ("<Control>o", tr("Install files")), ("<Control><Shift>o", tr("Install a folder")),
                    ("<Control><Shift>e", tr("Export")), ("<Control><Shift>i", tr("Import")),
                ]),
        ]
    }
}

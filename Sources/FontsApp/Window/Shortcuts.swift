internal import Gtk

/// The keys of the window.
@UI
enum Shortcuts {
    static func window() -> ShortcutsWindow {
        ShortcutsWindow([
            .init(
                tr("Finding"),
                [
                    ("<Control>f", tr("Search")), ("<Control><Shift>f", tr("Filters")),
                    ("<Control>t", tr("Sample text")), ("<Control>plus", tr("Larger samples")),
                    ("<Control>minus", tr("Smaller samples")), ("<Control>1", tr("List")), ("<Control>2", tr("Grid")),
                ]),
            .init(
                tr("Families"),
                [
                    ("Return", tr("Open the family")), ("Right", tr("Show the styles")),
                    ("Left", tr("Hide the styles")),
                    ("<Control>a", tr("Select all")), ("<Control>space", tr("Select one more, or not any more")),
                    ("<Control>k", tr("Compare the selection")), ("<Control>e", tr("Turn on")),
                    ("<Control>d", tr("Turn off")),
                    ("Delete", tr("Remove")), ("<Control>b", tr("Favourite")),
                    ("Menu", tr("Menu of the selection")),
                ]),
            .init(
                tr("Collections"),
                [
                    ("<Control><Shift>n", tr("New collection of the selection")), ("F2", tr("Rename")),
                    ("<Alt>Up", tr("Move up")), ("<Alt>Down", tr("Move down")),
                ]),
            .init(
                tr("Changes"),
                [
                    ("<Control>z", tr("Undo")), ("<Control><Shift>z", tr("Redo")), ("<Control>h", tr("History")),
                    ("<Control>o", tr("Install fonts")), ("<Control><Shift>o", tr("Install folders")),
                    ("<Control><Shift>e", tr("Export fonts")), ("<Control><Shift>i", tr("Import fonts")),
                ]),
            .init(tr("One family"), FamilyPage.shortcuts + FamilyOutputs.shortcuts),
            .init(
                tr("Window"),
                [
                    ("F9", tr("Side bar")), ("F6", tr("Side bar, list and page in turn")), ("<Alt>Left", tr("Back")),
                    ("F10", tr("Main menu")),
                    ("<Control>comma", tr("Preferences")), ("F1", tr("Help")),
                    ("<Control>question", tr("Keyboard shortcuts")), ("<Control>q", tr("Quit")),
                ]),
        ])
    }
}

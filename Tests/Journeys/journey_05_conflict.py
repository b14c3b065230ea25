"""Conflict: keep; again, replace; text in a running GTK program stays."""

import hashlib
import pathlib
import sys

from fonts import write
from tree import BUTTONS, ITEMS
from waiting import expect, wait

BY_KEYBOARD = True
DESK = {"size": "1600x900"}
READER = pathlib.Path(__file__).with_name("reading.py")
ROLES = BUTTONS | ITEMS | {"combo box"}


def prepare(desk):
    write(desk.given / "old", "Taken Name", revision=1.0)
    write(desk.given / "new", "Taken Name", revision=2.0, width=900)
    desk.fontctl("register", desk.given / "old")


class Reader:
    """A running program that shows a text in the font, in a window beside that of Fonts."""

    def __init__(self, fonts):
        self.fonts, display = fonts, fonts.display
        self.process = fonts.desk.start([sys.executable, READER, "Taken Name"], {"GTK_A11Y": "none"}, name="reading")
        self.window = wait(display.windows, "the window of the running program")[-1][0]
        display.tool("windowmove", "--sync", self.window, 1300, 40)
        fonts.settle()

    def look(self):
        """A number of what the program shows."""
        self.fonts.settle()
        path = self.fonts.desk.root / "reader.rgb"
        self.fonts.desk.run("import", "-window", self.window, "-depth", "8", f"rgb:{path}")
        expect(self.process.poll() is None, "the running program ended")
        return hashlib.sha256(path.read_bytes()).hexdigest()


def revision(desk):
    return [face["revision"] for entry in desk.registrations() for face in entry["faces"]]


def journey(fonts):
    desk, tree, hand = fonts.desk, fonts.tree, fonts.hand
    reader = Reader(fonts)
    before = reader.look()
    fonts.launch()
    wait(fonts.families, "the list")

    desk.launch(desk.given / "new/TakenName-Regular.ttf")
    tree.says("Taken Name")
    tree.find(lambda name: name.startswith("Picture of the installed font"), {"image"})
    hand.press("Keep Installed Font", ROLES)
    hand.key("Escape") if not tree.has("Install", BUTTONS, having=lambda node: node.has("sensitive")) else hand.press("Install")
    wait(lambda: len(tree.windows()) == 1 or tree.has("Close", BUTTONS, having=lambda node: node.window.name == "Install Fonts"),
         "the end of the installation")
    if len(tree.windows()) > 1:
        hand.key("Escape")
    expect(revision(desk) == [1.0], f"kept is {revision(desk)}")

    desk.launch(desk.given / "new/TakenName-Regular.ttf")
    hand.press("Replace", ROLES)
    hand.press("Install")
    wait(lambda: revision(desk) == [2.0], "the new revision")
    expect(reader.look() == before, "the text of the running program changed")
    fonts.undo_by_toast()
    wait(lambda: revision(desk) == [1.0], "the old revision after undo")
    expect(reader.look() == before, "the text of the running program changed after undo")

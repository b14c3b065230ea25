"""Conflict: keep; again, replace; text in a running GTK program stays."""

import hashlib
import pathlib
import sys

from fonts import write
from tree import BUTTONS, ITEMS
from waiting import expect, wait

BY_KEYBOARD = True
READER = pathlib.Path(__file__).with_name("reading.py")
ROLES = BUTTONS | ITEMS | {"combo box"}


def prepare(desk):
    write(desk.given / "old", "Taken Name", revision=1.0)
    write(desk.given / "new", "Taken Name", revision=2.0, width=900)
    desk.fontctl("register", desk.given / "old")


def look(desk, path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def shown(desk, reader, number):
    """What the running program draws: it writes its picture each time that it is told to."""
    path = desk.root / f"text-{number}.png"
    (desk.root / "draw").write_text(str(path))
    wait(lambda: path.exists() and path.stat().st_size > 0 and reader.poll() is None, "the picture of the running program")
    return look(desk, path)


def revision(desk):
    return [face["revision"] for entry in desk.registrations() for face in entry["faces"]]


def journey(fonts):
    desk, tree, hand = fonts.desk, fonts.tree, fonts.hand
    reader = desk.start([sys.executable, READER, "Taken Name", desk.root / "draw"], {"GTK_A11Y": "none"}, name="reading")
    before = shown(desk, reader, 1)
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
    expect(shown(desk, reader, 2) == before, "the text of the running program changed")
    expect(reader.poll() is None, "the running program ended")
    fonts.undo_by_toast()
    wait(lambda: revision(desk) == [1.0], "the old revision after undo")
    expect(shown(desk, reader, 3) == before, "the text of the running program changed after undo")

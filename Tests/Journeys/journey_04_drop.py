"""Drop of a folder with 200 fonts, a ZIP file and ten damaged fonts: progress, stop, report."""

import contextlib

from gi.repository import GLib

from dropping import drop
from fonts import archive, damaged, families, font
from tree import BUTTONS
from waiting import Failure, expect, wait

DESK = {"size": "1600x900"}


def prepare(desk):
    folder = desk.given / "Many"
    families(folder, 200)
    archive(folder / "more.zip", {f"fonts/Zipped{number}.ttf": font(f"Zipped {number}") for number in range(5)})
    damaged(folder, 10)


def journey(fonts):
    desk, tree, hand = fonts.desk, fonts.tree, fonts.hand
    fonts.launch()
    wait(fonts.families, "the list")
    source = drop(fonts, desk.given / "Many")
    hand.press("Install")
    # Stopped if it is not done yet: a fast machine is.
    state = wait(lambda: next((name for name in ("Copy Report", "Stop") if tree.has(name, BUTTONS)), None), "progress or report")
    if state == "Stop":
        with contextlib.suppress(Failure, GLib.Error):
            hand.press("Stop", seconds=1)
    # On a fast machine the button was “Close” when it was pressed.
    wait(lambda: tree.has("Copy Report", BUTTONS) or len(tree.windows()) == 1, "the report")
    first = len(desk.registrations())
    if tree.has("Copy Report", BUTTONS):
        expect(first == 205 or tree.has(lambda name: "Stopped" in name), "the report does not say that it was stopped")
        hand.press("Close")
    wait(lambda: fonts.count("Installed") == first, lambda: f"the {first} installed families; there are {fonts.count('Installed')}")

    # Again, to the end: the rest.
    source.kill()
    source.wait()
    fonts.settle()
    source = drop(fonts, desk.given / "Many")
    if first < 205:
        hand.press("Install")
        tree.find("Copy Report", BUTTONS, seconds=120)
        # One report, grouped by reason.
        tree.says("10 files")
    else:
        tree.says("10 files")
    hand.press({"Close", "Cancel"})
    wait(lambda: len(desk.registrations()) == 205, lambda: f"all fonts; there are {len(desk.registrations())}")
    wait(lambda: fonts.count("Installed") == 205, "the count of what is installed")
    expect({f"Journey {number:03}" for number in range(1, 201)} <= desk.listed(), "programs see all fonts of the folder")
    expect({f"Zipped {number}" for number in range(5)} <= desk.listed(), "programs see the fonts of the archive")
    # Keys go to the highest window.
    source.kill()
    source.wait()

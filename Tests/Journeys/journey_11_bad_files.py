"""All of badfonts by command line, by dialog and by drop: a sentence, no crash, nothing kept; and the good ones drawn."""

import csv
import os
import pathlib

from dropping import drop
from tree import BUTTONS
from waiting import expect, wait

DESK = {"size": "1600x900"}
# The files of one start of the command.
BATCH = 40


def folder():
    found = pathlib.Path(os.environ.get("FONTD_TEST_FONTS", "")) / "badfonts"
    return found if (found / "MANIFEST.tsv").exists() else None


def missing(desk):
    return None if folder() else "FONTD_TEST_FONTS has no badfonts"


def expected():
    """The files of the manifest with what it expects of them."""
    with open(folder() / "MANIFEST.tsv", encoding="utf-8", newline="") as file:
        return {str(folder() / row["file"]): row["expected"] for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def examined(fonts):
    """Waits until all files of the sheet were read; returns whether something can be installed."""
    tree = fonts.tree

    def done():
        return {node.name for node in tree.matches({"Install", "Close"}, BUTTONS, having=lambda node: (
            node.has("sensitive") and node.window.name == "Install Fonts"))}
    return "Install" in wait(done, lambda: f"the sheet to be read; there is {tree.summary()}", seconds=120)


def close(fonts):
    fonts.hand.key("Escape")
    wait(lambda: len(fonts.tree.windows()) == 1, "the sheet to close")
    expect(fonts.process.poll() is None, "Fonts ended")
    expect(fonts.desk.registrations() == [], "a file was kept")


def journey(fonts):
    desk, tree, hand = fonts.desk, fonts.tree, fonts.hand
    files = expected()
    refused = sorted(path for path, verdict in files.items() if verdict == "reject")
    fonts.launch()
    wait(fonts.families, "the list")

    # By command line: damaged ones alone, each with its reason, and then all of them.
    for path in refused[:6]:
        desk.launch(path)
        expect(not examined(fonts), f"{path} can be installed")
        close(fonts)
    for start in range(0, len(files), BATCH):
        desk.launch(*sorted(files)[start:start + BATCH])
        examined(fonts)
        close(fonts)

    # By dialog: a whole folder.
    hand.key("ctrl+o")
    tree.find("Open", BUTTONS)
    hand.key("ctrl+l")
    wait(lambda: (focused := tree.focused()) is not None and focused.role in ("text", "entry"), "the field for a path")
    fonts.display.type(refused[0])
    hand.press("Open")
    expect(not examined(fonts), "a damaged file can be installed")
    close(fonts)

    # By drop, and installed: what is refused is not kept.
    source = drop(fonts, folder() / "malformed", folder() / "unsupported")
    if examined(fonts):
        hand.press("Install")
        tree.find("Copy Report", BUTTONS, seconds=120)
        hand.press("Close")
    kept = {entry["file"] for entry in desk.registrations()}
    expect(not kept & set(refused), f"kept are {kept & set(refused)}")
    expect(fonts.process.poll() is None, "Fonts ended")
    # Keys go to the highest window.
    source.kill()
    source.wait()

    # The others are drawn, one after the other, in the list and on their page.
    desk.fontctl("register", folder() / "valid", status=None)
    fonts.choose("Installed")
    count = wait(lambda: fonts.count("Installed"), "installed families")
    hand.key("ctrl+f", "Down", "Home")
    for _ in range(count):
        hand.key("Down")
    expect(fonts.process.poll() is None, "Fonts ended while it drew")
    wait(lambda: tree.focused() is not None, "Fonts to answer")

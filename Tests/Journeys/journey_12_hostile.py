"""Names with markup, bidi controls and newlines; FIFOs, files that vanish, addresses of servers; a sample text of 1 MB."""

import os

from dropping import drop
from fonts import font, write
from tree import BUTTONS
from waiting import expect, wait

DESK = {"size": "1600x900"}
NAMES = ["<b>Bold</b> & <i>", "Right \u202eleft\u202c End", "Two\nLines", "Under_score", "{count} %s"]


def prepare(desk):
    for number, name in enumerate(NAMES):
        write(desk.given / "names", name, name=f"{number}.ttf", postscript=f"Hostile-{number}")
    os.mkfifo(desk.given / "pipe.ttf")
    write(desk.given, "Gone Soon", name="gone.ttf")
    write(desk.given, "Sound Font", name="sound.ttf")


def closes(fonts):
    def is_alone():
        # A dialog may lie above the sheet.
        if len(fonts.tree.windows()) > 1:
            fonts.hand.key("Escape")
        return len(fonts.tree.windows()) == 1
    wait(is_alone, "the sheet to close")
    expect(fonts.process.poll() is None, "Fonts ended")


def settled(fonts):
    wait(lambda: fonts.tree.has("Close", BUTTONS, having=lambda node: node.window.name == "Install Fonts") or fonts.tree.has(
        "Install", BUTTONS, having=lambda node: node.has("sensitive")), "the sheet to be read")


def journey(fonts):
    desk, tree, hand = fonts.desk, fonts.tree, fonts.hand
    fonts.launch()
    wait(fonts.families, "the list")

    # What is no file waits for nobody.
    desk.launch(desk.given / "pipe.ttf")
    settled(fonts)
    closes(fonts)
    desk.launch(desk.given / "gone.ttf")
    settled(fonts)
    (desk.given / "gone.ttf").unlink()
    hand.press("Install")
    wait(lambda: tree.has("Close", BUTTONS) or len(tree.windows()) == 1, "what became of the vanished file")
    if len(tree.windows()) > 1:
        closes(fonts)
    desk.launch(desk.given / "none.ttf")
    settled(fonts)
    closes(fonts)
    source = drop(fonts, "http://example.invalid/font.ttf")
    source.kill()
    expect(desk.registrations() == [] or all("gone" in entry["file"] for entry in desk.registrations()), "something is kept")

    desk.launch(desk.given / "names")
    hand.press("Install")
    wait(lambda: len(desk.registrations()) >= len(NAMES), "the fonts with hostile names")
    if len(tree.windows()) > 1:
        closes(fonts)
    fonts.choose("Installed")
    wait(lambda: len(fonts.families()) >= len(NAMES), "their rows")
    for name in [row.name for row in fonts.rows()]:
        expect(not any(ord(letter) < 32 or letter in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" for letter in name),
               f"a row is called {name!r}")
    expect(any("<b>Bold</b>" in name for name in fonts.families()), f"markup is plain text: {fonts.families()}")
    hand.key("ctrl+f", "Down", "Home", *["Down"] * len(NAMES))

    # A text of 1 MB in all rows.
    hand.key("ctrl+t")
    entry = wait(lambda: (focused := tree.focused()) is not None and focused.role in ("text", "entry") and focused,
                 "the field of the sample text")
    entry.text = "Sample " * 150_000
    wait(lambda: tree.focused() is not None, "Fonts to answer", seconds=60)
    entry.text = ""

    # The file of a font that is shown grows, is replaced and vanishes.
    shown = desk.root / "system/Shown.ttf"
    shown.write_bytes(font("Shown Font"))
    desk.run("fc-cache", desk.root / "system")
    fonts.choose("System")
    fonts.search("Shown Font")
    fonts.hand.click(fonts.row("Shown Font"))
    for contents in (shown.read_bytes() * 2, b"no font", font("Shown Font", revision=3.0)):
        shown.write_bytes(contents)
        desk.run("fc-cache", desk.root / "system")
        fonts.search("")
        fonts.search("Shown")
        wait(lambda: tree.focused() is not None, "Fonts to answer")
    shown.unlink()
    desk.run("fc-cache", desk.root / "system")
    wait(lambda: "Shown Font" not in fonts.families(), "the vanished font to go")
    expect(fonts.process.poll() is None, "Fonts ended")

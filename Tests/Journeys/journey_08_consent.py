"""A confined program registers: consent by activation, Always, limits, remove all, uninstall."""

import shutil

from fonts import write
from sandbox import APPLICATION, Sandbox, is_possible
from tree import BUTTONS, ITEMS
from waiting import expect, wait

# Registers files by descriptor, and writes what became of it.
PROGRAM = """
import os, sys
from gi.repository import Gio, GLib
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
files = Gio.UnixFDList()
described = [(path, files.append(os.open(path, os.O_RDONLY))) for path in sys.argv[2:]]
try:
    answer, _ = bus.call_with_unix_fd_list_sync(
        "org.fontd.FontRegistry1", "/org/fontd/FontRegistry1", "org.fontd.FontRegistry1", "Register",
        GLib.Variant("(a(sh)sa{sv})", (described, "persistent", {})), None, 0, 200000, files, None)
    said = repr([outcome["status"] for outcome in answer.unpack()[1]])
except GLib.Error as error:
    said = error.message
open(sys.argv[1] + ".part", "w").write(said)
os.rename(sys.argv[1] + ".part", sys.argv[1])
"""


def missing(desk):
    if not shutil.which("bwrap") or not shutil.which("xdg-dbus-proxy") or not is_possible():
        return "no sandbox can be made here"
    return None


def register(fonts, sandbox, number):
    """The program registers a font; returns the file in which it writes the answer."""
    font = write(sandbox.own, f"Writer {number}")
    answer = sandbox.own / f"answer-{number}"
    sandbox.start(PROGRAM, answer, font)
    return answer


def answered(answer):
    wait(answer.exists, "the answer of the service")
    return answer.read_text()


def journey(fonts):
    desk, tree, hand = fonts.desk, fonts.tree, fonts.hand
    sandbox = Sandbox(desk)
    # Fonts does not run: the service has the bus start it for the question.
    expect(desk.owner("org.fontd.Fonts") is None, "Fonts runs already")
    answer = register(fonts, sandbox, 1)
    tree.find("Don’t Allow", BUTTONS)
    tree.says("Writer", "would like to")
    tree.says("Writer 1")
    # Closing refuses.
    hand.key("Escape")
    expect("registered" not in answered(answer), "closing the question agreed")
    expect(not desk.registrations(), "a refused font is registered")
    # Without a window the process ends with its last question.
    wait(lambda: desk.owner("org.fontd.Fonts") is None, "Fonts to end")

    answer = register(fonts, sandbox, 2)
    hand.press("Always for this program")
    hand.press("Install")
    expect("'registered'" in answered(answer), answered(answer))
    wait(lambda: "Writer 2" in desk.listed(), "programs to see the font")
    # Now without a question.
    answer = register(fonts, sandbox, 3)
    expect("'registered'" in answered(answer), f"with “Always”: {answered(answer)}")

    fonts.launch()
    wait(lambda: fonts.count("Installed") == 2, "the fonts of the program")
    fonts.entry("Writer")
    fonts.menu("Programs")
    # The side bar of the page below has an entry of the same name.
    programs = fonts.list_of("Programs with fonts")
    fonts.settle()
    hand.click(tree.find(lambda name: name.startswith("Writer"), ITEMS, first=True, within=programs))
    most = tree.find(lambda name: name.startswith("Most fonts"))
    desk.fontctl("policy", f"flatpak:{APPLICATION}", "--max-fonts", "2")
    expect(most.window.name, "the page of programs")
    answer = register(fonts, sandbox, 4)
    expect("registered" not in answered(answer), "the limit has no effect")

    hand.press(lambda name: name.startswith("Remove all fonts of Writer"))
    hand.press("Remove")
    wait(lambda: not desk.registrations(), "the fonts of the program to go")
    fonts.undo_by_toast()
    wait(lambda: len(desk.registrations()) == 2, "the fonts of the program to come back")
    expect({"Writer 2", "Writer 3"} <= desk.listed(), "programs see the fonts again")

    # What a program owns goes with it.
    sandbox.uninstall()
    desk.fontctl("prune")
    wait(lambda: not desk.registrations(), "the fonts of the uninstalled program to go")
    hand.key("alt+Left")
    wait(lambda: fonts.count("Installed") == 0, "the list without them")

"""Store damaged, newer, locked and read-only, no helper, no bus: each has a page with the action that helps, or works."""

import fcntl
import os
import shutil
import sqlite3

from fonts import families, write
from tree import BUTTONS
from waiting import expect, wait


def prepare(desk):
    families(desk.given, 3)
    desk.fontctl("register", desk.given)


def opened(fonts):
    """Starts Fonts with the store as it is now."""
    fonts.process = None
    fonts.launch()


def page(fonts, action):
    """Waits for a page with an action; ends Fonts."""
    fonts.tree.find(action, BUTTONS)
    wrong = fonts.tree.unnamed()
    expect(not wrong, f"no name: {wrong}")
    fonts.close()


def journey(fonts):
    desk, tree, hand = fonts.desk, fonts.tree, fonts.hand
    store = desk.home / ".local/share/fontd"
    sound = desk.root / "sound"
    shutil.copytree(store, sound, symlinks=True)

    def restore():
        shutil.rmtree(store)
        shutil.copytree(sound, store, symlinks=True)

    # Newer: made by a later version.
    database = sqlite3.connect(store / "registry.sqlite")
    version = database.execute("PRAGMA user_version").fetchone()[0]
    database.execute(f"PRAGMA user_version = {version + 1000}")
    database.commit()
    database.close()
    opened(fonts)
    page(fonts, "Try Again")
    restore()

    # Damaged: the page repairs it.
    with open(store / "registry.sqlite", "r+b") as file:
        file.seek(0)
        file.write(b"damaged" * 1000)
    opened(fonts)
    hand.press("Repair")
    wait(lambda: fonts.count("All Fonts"), "the library after the repair")
    expect(set(desk.registered()) == {f"Journey {number:03}" for number in range(1, 4)}, "the repair lost fonts")
    fonts.close()
    restore()

    # Read-only: the fonts can be looked at. Root may write anyway.
    if os.geteuid() != 0:
        desk.run("chmod", "-R", "a-w", store)
        opened(fonts)
        wait(lambda: fonts.count("Installed") == 3, "the installed fonts")
        fonts.select("Journey 001")
        hand.key("ctrl+d")
        wait(lambda: len(tree.windows()) > 1 or tree.has("Try Again", BUTTONS), "why nothing can be changed")
        if len(tree.windows()) > 1:
            hand.key("Escape")
        desk.run("chmod", "-R", "u+w", store)
        fonts.close()

    # Locked by another program, which then is done.
    with open(store / "lock", "r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        opened(fonts)
        wait(lambda: fonts.families() or tree.has("Try Again", BUTTONS), "the fonts, or why they cannot be shown")
        fcntl.flock(lock, fcntl.LOCK_UN)
    wait(lambda: fonts.count("Installed") == 3, "the library after the lock was released")
    fonts.close()

    # kill -9 in the middle of an installation loses nothing, and neither does that of the service.
    many = desk.home / "Many"
    families(many, 120, "Killed")
    opened(fonts)
    desk.launch(many)
    hand.press("Install")
    wait(lambda: len(desk.registrations()) > 3 or tree.has("Stop", BUTTONS), "the installation to begin")
    fonts.process.kill()
    fonts.process.wait()
    said = desk.run("fontctl", "doctor", "--repair", status=None)
    kept = set(desk.registered())
    expect({f"Journey {number:03}" for number in range(1, 4)} <= kept, f"fonts were lost: {said}")
    expect(kept - {f"Journey {number:03}" for number in range(1, 4)} <= set(desk.listed()), "a kept font is not shown")
    opened(fonts)
    wait(lambda: fonts.count("Installed") == len(kept), "the fonts after kill -9")
    service = desk.owner("org.fontd.FontRegistry1")
    if service:
        os.kill(service, 9)
    write(desk.given, "After Kill")
    desk.fontctl("register", desk.given / "AfterKill-Regular.ttf")
    wait(lambda: fonts.count("Installed") == len(kept) + 1, "a change after the service was killed")
    fonts.close()

    # Without a bus Fonts starts, and ends when it is asked to.
    alone = desk.start(["fontd-fonts"], {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={desk.root}/none", "GTK_A11Y": "none"})
    wait(lambda: fonts.display.windows() or alone.poll() is not None, "a window without a bus")
    expect(alone.poll() is None, f"without a bus Fonts ended with {alone.returncode}: {alone.log.read_text()}")
    hand.key("ctrl+q")
    wait(lambda: alone.poll() is not None, "Fonts to end")
    fonts.process = None

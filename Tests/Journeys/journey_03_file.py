"""`fontd-fonts FILE` while an instance runs: the sheet, installing, undo."""

from fonts import write
from tree import BUTTONS
from waiting import expect, wait

BY_KEYBOARD = True


def prepare(desk):
    write(desk.given, "Opened Font")


def journey(fonts):
    desk, tree, hand = fonts.desk, fonts.tree, fonts.hand
    fonts.launch()
    wait(lambda: fonts.families(), "the list")
    second = desk.launch(desk.given / "OpenedFont-Regular.ttf")
    wait(lambda: second.poll() is not None, "the second instance to end")
    expect(second.returncode == 0, f"the second instance ended with {second.returncode}")
    tree.says("Opened Font")
    tree.find(lambda name: name.startswith("Picture of"), {"image"})
    expect(desk.registrations() == [], "the sheet registered the font before it was asked to")
    hand.press("Install")
    wait(lambda: "Opened Font" in desk.listed(), "programs to see the font")
    fonts.toast("Opened Font was installed")
    wait(lambda: fonts.count("Installed") == 1, "the count of what is installed")
    fonts.undo_by_toast()
    wait(lambda: desk.registrations() == [], "the font to be unregistered")
    expect("Opened Font" not in desk.listed(), "programs see the font after undo")
    wait(lambda: fonts.count("Installed") == 0, "the count of what is installed to be none")
    expect((desk.given / "OpenedFont-Regular.ttf").exists(), "the user's file is gone")

    # Again, and refused: Escape closes the sheet without a change.
    desk.launch(desk.given / "OpenedFont-Regular.ttf")
    tree.find("Install", BUTTONS, having=lambda node: node.has("sensitive"))
    hand.key("Escape")
    tree.gone("Install", BUTTONS)
    expect(desk.registrations() == [], "closing the sheet registered the font")

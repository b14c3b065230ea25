"""Duplicates resolved; `fontctl why` says the same as the app."""

from fonts import write
from tree import BUTTONS, ITEMS
from waiting import expect, wait

BY_KEYBOARD = True


def prepare(desk):
    # The same name twice: registered, and copied by hand into the user's folder of fonts.
    write(desk.given, "Double Font", revision=1.0)
    desk.fontctl("register", desk.given)
    write(desk.home / ".local/share/fonts", "Double Font", name="copied.ttf", revision=2.0, width=700)
    desk.run("fc-cache")


def shown(desk):
    """The file that programs get."""
    return desk.run("fc-match", "--format", "%{file}", "Double Font")


def journey(fonts):
    desk, tree, hand = fonts.desk, fonts.tree, fonts.hand
    registered = desk.registrations()[0]["path"]
    fonts.launch()
    wait(fonts.families, "the list")
    fonts.menu("Duplicates")
    tree.says("1 Duplicate")
    choices = {node.name: node for node in tree.matches(lambda name: name.startswith("Keep Double Font"), BUTTONS)}
    expect(len(choices) == 2, f"the choices are {list(choices)}")
    tree.says("Programs use this one")
    loose = next(name for name in choices if "Font folder" in name)
    mine = next(name for name in choices if name != loose)
    hand.press(mine, BUTTONS)
    hand.press(lambda name: name.startswith("Keep the chosen font of Double Font"))
    wait(lambda: not (desk.home / ".local/share/fonts/copied.ttf").exists(), "the copy to be in the trash")
    wait(lambda: shown(desk) == registered, lambda: f"programs to get the registered font; they get {shown(desk)}")
    tree.says("No Duplicates")

    hand.key("alt+Left")
    fonts.search_for("Double", ["Double Font"])
    fonts.select("Double Font")
    hand.press("Why?", BUTTONS | ITEMS)
    tree.says("Programs show this font")
    expect(desk.fontctl("why", "DoubleFont-Regular")["situation"] == "shown", "fontctl says something else")

    desk.fontctl("disable", "Double Font")
    tree.says("Programs do not show this font")
    tree.says("You turned it off")
    said = desk.fontctl("why", "DoubleFont-Regular", status=1)
    expect(said["situation"] == "disabled", f"fontctl says {said['situation']}")
    # What solves it, as a button.
    hand.press("Turn On")
    wait(lambda: "Double Font" in desk.listed(), "programs to see the font again")
    tree.says("Programs show this font")
    expect(desk.fontctl("why", "DoubleFont-Regular")["situation"] == "shown", "fontctl says something else at the end")

"""Ten families off; fc-list agrees; undo from the toast; again after a change by fontctl."""

from fonts import families
from waiting import expect, wait

BY_KEYBOARD = True
TEN = [f"Journey {number:03}" for number in range(1, 11)]


def prepare(desk):
    families(desk.given / "ten", 10)
    families(desk.given / "others", 2, "Other")
    desk.fontctl("register", desk.given)


def turn_off(fonts):
    fonts.search_for("Journey", TEN)
    fonts.select_all()
    if fonts.hand.uses_keys:
        fonts.hand.key("ctrl+d")
    else:
        fonts.hand.click(fonts.row(TEN[0]), button=3)
        fonts.press_in_menu("Turn Off")
    fonts.toast("10 families were turned off")
    wait(lambda: not desk_has(fonts, TEN), "programs not to see the ten families")


def desk_has(fonts, names):
    return set(names) & fonts.desk.listed()


def journey(fonts):
    desk, tree = fonts.desk, fonts.tree
    fonts.launch()
    wait(lambda: fonts.count("Installed") == 12, "the installed fonts")
    turn_off(fonts)
    expect(desk_has(fonts, ["Other 001", "Other 002"]) == {"Other 001", "Other 002"}, "other families were turned off, too")
    wait(lambda: fonts.count("Turned Off") == 10, "the count of what is turned off")
    fonts.undo_by_toast()
    wait(lambda: desk_has(fonts, TEN) == set(TEN), "programs to see the ten families again")
    wait(lambda: fonts.count("Turned Off") == 0, "the count of what is turned off to be none")

    turn_off(fonts)
    # The last change is fontctl's now; the toast undoes that of the window.
    desk.fontctl("disable", "Other 001")
    wait(lambda: fonts.count("Turned Off") == 11, "the change by fontctl to be shown")
    fonts.undo_by_toast()
    wait(lambda: desk_has(fonts, TEN) == set(TEN), "programs to see the ten families again")
    expect("Other 001" not in desk.listed(), "undo took back what fontctl did")
    wait(lambda: fonts.count("Turned Off") == 1, "what fontctl turned off to stay so")
    expect(not tree.has("Nothing was changed."), "undo says that nothing was changed")

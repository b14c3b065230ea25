"""Collection: new, fill, rename, off, remove, undo."""

from fonts import families
from tree import ITEMS
from waiting import expect, wait

BY_KEYBOARD = True
FOUR = [f"Journey {number:03}" for number in range(1, 5)]


def prepare(desk):
    families(desk.given, 4)
    desk.fontctl("register", desk.given)


def has_entry(fonts, title):
    return any(node.name == title or node.name.startswith(title + ", ") for node in fonts.tree.matches(roles=ITEMS))


def command(fonts, title, keys, entry):
    """Does what the menu of a collection or its key does."""
    fonts.choose(title)
    if keys and fonts.hand.uses_keys:
        fonts.hand.key(keys)
    elif fonts.hand.uses_keys:
        fonts.hand.key("shift+F10")
        fonts.press_in_menu(entry)
    else:
        fonts.hand.click(fonts.entry(title), button=3)
        fonts.press_in_menu(entry)


def journey(fonts):
    desk, hand = fonts.desk, fonts.hand
    fonts.launch()
    fonts.search_for("Journey", FOUR)
    fonts.select("Journey 001")
    hand.key("ctrl+shift+n")
    fonts.fill("Name", "Books", "Create")
    wait(lambda: has_entry(fonts, "Books") and fonts.count("Books") == 1, "the collection with one family")

    # The others are added by the menu of the list.
    fonts.search_for("Journey", FOUR)
    fonts.select_all()
    if hand.uses_keys:
        hand.key("shift+F10")
    else:
        hand.click(fonts.row("Journey 002"), button=3)
    fonts.press_in_menu("Add to Collection")
    fonts.press_in_menu("Books")
    wait(lambda: fonts.count("Books") == 4, lambda: f"four families in the collection; there are {fonts.count('Books')}")

    command(fonts, "Books", "F2", "Rename…")
    fonts.fill("Name", "Novels", "Rename")
    wait(lambda: has_entry(fonts, "Novels") and not has_entry(fonts, "Books"), "the new name")
    expect(fonts.count("Novels") == 4, "renaming lost families")

    command(fonts, "Novels", None, "Turn All Off")
    wait(lambda: not set(FOUR) & desk.listed(), "programs not to see the families")
    fonts.toast("Novels was turned off")
    command(fonts, "Novels", "Delete", "Delete")
    wait(lambda: not has_entry(fonts, "Novels"), "the collection to go")
    expect(len(desk.registrations()) == 4, "removing the collection removed fonts")
    # Toasts come one after the other.
    fonts.toast("The collection was removed")
    fonts.undo_by_toast()
    wait(lambda: has_entry(fonts, "Novels") and fonts.count("Novels") == 4, "the collection to come back with its families")
    hand.key("ctrl+z")
    wait(lambda: set(FOUR) <= desk.listed(), "programs to see the families again")

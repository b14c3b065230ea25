"""fontctl registers, disables, tags, replaces and undoes; a package installs: selection and scroll stay."""

from fonts import families, write
from tree import ITEMS
from waiting import expect, wait

SIXTY = [f"Journey {number:03}" for number in range(1, 61)]


def prepare(desk):
    families(desk.given / "sixty", 60)
    desk.fontctl("register", desk.given / "sixty")
    families(desk.given / "later", 3, "Anew")
    write(desk.given / "replaced", "Journey 002", revision=2.0)


def place(fonts, family):
    """Where the row of a family is in the window."""
    return fonts.row(family).extents()[1]


def journey(fonts):
    desk, tree = fonts.desk, fonts.tree
    fonts.launch()
    fonts.choose("Installed")
    wait(lambda: "Journey 001" in fonts.families(), "the installed families")
    fonts.hand.click(fonts.row("Journey 001"))
    # Down by keys, until the list has scrolled.
    fonts.hand.key(*["Down"] * 30)
    wait(lambda: fonts.selected() == ["Journey 031"], lambda: f"Journey 031 to be selected; it is {fonts.selected()}")
    wait(lambda: place(fonts, "Journey 031") > 0, "the row to be seen")
    before = place(fonts, "Journey 031")

    def stays(what, condition):
        wait(condition, what)
        expect(fonts.selected() == ["Journey 031"], f"{what}: selected is {fonts.selected()}")
        wait(lambda: abs(place(fonts, "Journey 031") - before) <= 2,
             lambda: f"{what}: the row to be at {before}; it is at {place(fonts, 'Journey 031')}", seconds=5)
        expect(tree.has("Journey 031 is turned on"), f"{what}: the page shows another family")

    count = fonts.count("Installed")
    desk.fontctl("register", desk.given / "later")
    stays("registering", lambda: fonts.count("Installed") == count + 3)
    desk.fontctl("disable", "Journey 040")
    stays("disabling", lambda: fonts.count("Turned Off") == 1)
    desk.fontctl("tag", "add", "Talk", "Journey 005")
    stays("tagging", lambda: any(node.name.startswith("Talk,") for node in tree.matches(roles=ITEMS)))
    desk.fontctl("register", "--replace", desk.given / "replaced")
    stays("replacing", lambda: any(face["revision"] == 2.0 for entry in desk.registrations() for face in entry["faces"]))
    for _ in range(2):
        desk.fontctl("undo")
    stays("undoing", lambda: not any(node.name.startswith("Talk,") for node in tree.matches(roles=ITEMS)))
    system = fonts.count("System")
    write(desk.root / "system", "Packaged Font")
    desk.run("fc-cache", desk.root / "system")
    stays("installing a package", lambda: fonts.count("System") == system + 1)

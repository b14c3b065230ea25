"""Variable font: slider, feature, PDF; pdffonts and the picture show them."""

import os
import pathlib

from tree import BUTTONS
from waiting import expect, wait

FAMILY = "Literata"


def source():
    folder = os.environ.get("FONTD_TEST_FONTS")
    found = list(pathlib.Path(folder).glob("fonts/literata/*wght*.ttf")) if folder else []
    return found[0] if found else None


def missing(desk):
    return None if source() else "FONTD_TEST_FONTS has no variable Literata"


def prepare(desk):
    desk.fontctl("register", source())


def journey(fonts):
    desk, tree, hand = fonts.desk, fonts.tree, fonts.hand
    fonts.launch()
    fonts.search_for(FAMILY, [FAMILY])
    fonts.select(FAMILY)
    specimen = tree.find(lambda name: ": " in name and "turned on" not in name, {"image"})

    slider = tree.find("Weight", {"slider"})
    lightest = fonts.look(specimen)
    slider.value = 820
    wait(lambda: abs(tree.find("Weight", {"slider"}).value - 820) < 1, "the value of the axis")
    value = tree.find("Value of Weight")
    wait(lambda: "820" in tree.find("Value of Weight").text or abs(value.value - 820) < 1, "the value beside the slider")
    fonts.differs(lightest, specimen, "the specimen with another weight")

    heavy = fonts.look(specimen)
    hand.press("Features")
    figures = tree.find("Old-style figures", BUTTONS)
    on = figures.is_on
    hand.press_node(figures)
    wait(lambda: tree.find("Old-style figures", BUTTONS).is_on != on, "the feature to be switched")
    fonts.differs(heavy, specimen, "the specimen with a feature")

    path = desk.home / "specimen.pdf"
    hand.press("Menu of the family", having=lambda node: bool(node.actions))
    fonts.press_in_menu("Export as PDF…")
    tree.find("Export", BUTTONS)
    # The dialog of GTK: its field for names takes a path, too.
    name = tree.find("Name", {"text", "entry"}, seconds=5) if tree.has("Name", {"text", "entry"}) else tree.focused()
    name.text = str(path)
    hand.press("Export")
    wait(path.exists, "the exported file")
    fonts.toast("The specimen was exported")
    rows = desk.run("pdffonts", path).splitlines()[2:]
    # cairo embeds the outlines at a place of the axes under a name of its own; the text stays text.
    expect(rows and "quick brown fox" in desk.run("pdftotext", path, "-"), f"pdffonts shows {rows}")
    expect(all(" yes " in row for row in rows), f"the fonts are embedded: {rows}")
    # Heavy strokes blacken more of the page than those of the default weight.
    desk.run("pdftoppm", "-gray", "-r", "72", path, desk.home / "page")
    page = next(desk.home.glob("page*.pgm")).read_bytes()
    expect(min(page[64:]) < 64, "the page is empty")

    # GTK adds the text of a button to its name.
    hand.press(lambda text: text.startswith("Reset all axes"))
    wait(lambda: abs(tree.find("Weight", {"slider"}).value - 820) > 1, "the axes to be reset")

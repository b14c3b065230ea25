"""First start without a store: search, a text of one's own, a specimen; then a family of a catalogue, downloaded and shown."""

from tree import BUTTONS, ENTRIES, ITEMS
from waiting import expect, wait

BY_KEYBOARD = True
# The family of the catalogue that comes with fontd.
SAMPLE = "Kado Sample"


def journey(fonts):
    desk, tree, hand = fonts.desk, fonts.tree, fonts.hand
    store = desk.home / ".local/share/fontd"
    expect(not store.exists(), "there is a store before the first start")
    fonts.launch()
    wait(lambda: "DejaVu Sans" in fonts.families(), "the fonts of the system")
    expect(fonts.count("Installed") == 0, "something is installed in a new home")
    expect(fonts.count("System") == fonts.count("All Fonts"), "all fonts are the system's")

    fonts.search_for("lato black", ["Lato"])
    fonts.search_for("dejavu sans mono", ["DejaVu Sans Mono"])
    row = fonts.row("DejaVu Sans Mono")
    before = fonts.look(row)
    fonts.enter("ctrl+t", "Sample text")
    if hand.uses_keys:
        fonts.display.type("Hamburgefonts")
    else:
        tree.find("Sample text", ENTRIES).text = "Hamburgefonts"
    fonts.differs(before, row, "the row with a text of one's own")

    fonts.select("DejaVu Sans Mono")
    tree.find("Specimen")
    tree.find("DejaVu Sans Mono is turned on", BUTTONS)
    # Looking changes nothing.
    expect(not store.exists() or desk.registrations() == [], "looking registered something")

    fonts.menu("Catalogues")
    name = lambda text: text.startswith(SAMPLE)
    hand.write("Search families, designers, languages", SAMPLE)
    listed = tree.find(name, ITEMS)
    hand.choose(listed.name)
    hand.press("Download")
    if wait(lambda: tree.has("Agree", BUTTONS) or SAMPLE in desk.listed(), "the download or its licence") and tree.has(
            "Agree", BUTTONS):
        hand.press("Agree")
    wait(lambda: SAMPLE in desk.listed(), f"programs to see {SAMPLE}")
    tree.find("Installed", BUTTONS)

    hand.key("alt+Left")
    fonts.search_for("kado", [SAMPLE])
    fonts.select(SAMPLE)
    tree.find(f"{SAMPLE} is turned on", BUTTONS, having=lambda node: node.is_on)
    wait(lambda: fonts.count("Installed") == 1, "the count of what is installed")

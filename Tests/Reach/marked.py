"""Fonts whose ink says which of them a program shows, and whether it shows the right glyph."""

import dataclasses

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

FAMILY = "Reach Mark"
# The file names of all fonts, as users who replace a font keep its name.
FILE = "ReachMark-Regular.ttf"
UNITS = 1000
# The width of every letter: less than each advance, so that letters never touch.
LETTER = 400
# The heights of what is not an m, in em: of other letters, of the font's box for missing ones, and of Pango's.
OTHER, BOX, PANGO_BOX = 0.1, 1.2, 0.29
# Letters of all fonts are wider than the boxes that Pango draws if it cannot open a file.
NARROWEST = 0.4
# What counts as equal, in em.
TOLERANCE = 0.09


@dataclasses.dataclass(frozen=True)
class Mark:
    """A font in which m has an advance and a height, in em, that no other font has, and a glyph number of its own."""

    advance: float
    height: float
    revision: int

    def is_shown(self, reading):
        """Whether a reading has both the distances and the outlines of this font."""
        return self.places(reading) and self.outlines(reading)

    def places(self, reading):
        return reading is not None and abs(reading[0] - self.advance) < TOLERANCE

    def outlines(self, reading):
        return reading is not None and abs(reading[1] - self.height) < TOLERANCE


FIRST, SECOND, SESSION, EXEC = Mark(1.5, 0.4, 1), Mark(2.5, 0.6, 2), Mark(3.5, 0.8, 3), Mark(4.5, 1.0, 4)
MARKS = [FIRST, SECOND, SESSION, EXEC]


def shows_other_letters(reading):
    return reading is not None and abs(reading[1] - OTHER) < TOLERANCE / 2


def shows_boxes(reading):
    return reading is not None and (
        reading[0] < NARROWEST or any(abs(reading[1] - height) < TOLERANCE / 2 for height in (BOX, PANGO_BOX)))


def write(path, mark, family=FAMILY):
    """Writes a TrueType font with a mark. The number of the glyph of m is different in each font, and every other
    number that m has in one of them is a glyph of another height."""
    advance = int(mark.advance * UNITS)

    def bar(height):
        pen = TTGlyphPen(None)
        top = int(height * UNITS)
        pen.moveTo((50, 0))
        for point in [(50, top), (50 + LETTER, top), (50 + LETTER, 0)]:
            pen.lineTo(point)
        pen.closePath()
        return pen.glyph()

    names = [f"other{number}" for number in range(1, len(MARKS) + 1)]
    names[mark.revision - 1] = "m"
    order = [".notdef", "space", *names]
    others = [name for name in names if name != "m"]
    characters = {code: others[code % len(others)] for code in range(0x21, 0x7F)}
    characters |= {0x20: "space", ord("m"): "m"}
    font = FontBuilder(UNITS, isTTF=True)
    font.setupGlyphOrder(order)
    font.setupCharacterMap(characters)
    glyphs = {name: bar(OTHER) for name in others}
    font.setupGlyf({".notdef": bar(BOX), "space": TTGlyphPen(None).glyph(), "m": bar(mark.height), **glyphs})
    font.setupHorizontalMetrics({name: (advance, 50) for name in order})
    font.setupHorizontalHeader(ascent=1200, descent=-200)
    font.setupNameTable({
        "familyName": family, "styleName": "Regular", "fullName": family,
        "psName": family.replace(" ", "") + "-Regular", "uniqueFontIdentifier": f"{family} {mark.revision}",
        "version": f"Version {mark.revision:.3f}",
    })
    font.setupOS2(sTypoAscender=1200, sTypoDescender=-200, usWinAscent=1200, usWinDescent=200, xAvgCharWidth=advance)
    font.setupPost()
    font.setupHead(unitsPerEm=UNITS, fontRevision=mark.revision)
    font.save(path)

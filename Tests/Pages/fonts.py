"""Fonts whose faces differ in the advances of their letters, so that the width of a text shows which face drew it."""

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection
from fontTools.ttLib.tables.TupleVariation import TupleVariation


def square(size):
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in ((0, size), (size, size), (size, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def build(family, style="Regular", weight=400, advance=500, letters="a", axis=None):
    """A font of 1,000 units per em; with an axis `wght` from 400 to 900, the advances grow by 500 along it."""
    names = [".notdef"] + [f"u{ord(letter):04X}" for letter in letters]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): name for letter, name in zip(letters, names[1:])})
    builder.setupGlyf({name: square(400) for name in names})
    builder.setupHorizontalMetrics({name: (advance, 0) for name in names})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    postscript = "".join(c for c in family if c.isalnum()) + "-" + style
    builder.setupNameTable({
        "familyName": family, "styleName": style, "uniqueFontIdentifier": postscript, "fullName": f"{family} {style}",
        "psName": postscript, "version": "Version 1.0"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200, usWeightClass=weight)
    builder.setupPost()
    if axis:
        builder.setupFvar([("wght", 400, 400, 900, "Weight")], [])
        # The last four points are the ends of the advances.
        grow = [(0, 0)] * 4 + [(0, 0), (500, 0), (0, 0), (0, 0)]
        builder.setupGvar({name: [TupleVariation({"wght": (0, 1, 1)}, grow)] for name in names})
    return builder.font


def collection(fonts, path):
    made = TTCollection()
    made.fonts = fonts
    made.save(path)

"""Fonts whose width says which of them a program shows: every glyph of a marked font is equally wide."""

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

FAMILY = "Reach Mark"
UNITS = 1000


def write(path, advance, revision=1.0, family=FAMILY):
    """Writes a TrueType font of the given advance width in em; the text m is a bar as wide as that."""
    units = int(advance * UNITS)
    pen = TTGlyphPen(None)
    for point, draw in [((50, 0), pen.moveTo), ((units - 50, 0), pen.lineTo), ((units - 50, 500), pen.lineTo),
                        ((50, 500), pen.lineTo)]:
        draw(point)
    pen.closePath()
    bar = pen.glyph()
    characters = {code: "bar" for code in range(0x21, 0x7F)}
    characters[0x20] = "space"
    font = FontBuilder(UNITS, isTTF=True)
    font.setupGlyphOrder([".notdef", "space", "bar"])
    font.setupCharacterMap(characters)
    font.setupGlyf({".notdef": bar, "space": TTGlyphPen(None).glyph(), "bar": bar})
    font.setupHorizontalMetrics({name: (units, 50) for name in [".notdef", "space", "bar"]})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({
        "familyName": family, "styleName": "Regular", "fullName": family,
        "psName": family.replace(" ", "") + "-Regular", "uniqueFontIdentifier": f"{family} {revision}",
        "version": f"Version {revision:.3f}",
    })
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200, xAvgCharWidth=units)
    font.setupPost()
    font.setupHead(unitsPerEm=UNITS, fontRevision=revision)
    font.save(path)

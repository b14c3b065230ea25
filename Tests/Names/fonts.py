"""Makes small fonts for the packages that scripts/names builds."""

import copy
import os

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection

# The families that reader apps bring, each in two styles.
FAMILIES = ["Lora", "Literata", "Merriweather", "Source Serif 4", "Lato", "Montserrat", "Nunito Sans", "Source Sans 3"]
COPYRIGHT = "Copyright 2026 The Example Authors"
LICENSE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
STYLES = {"Regular": 400, "Bold": 700}


def font(family, style="Regular", weight=400, advance=500, revision=1.0, postscript=None, axes=(), instances=(), fs_type=0):
    """Returns a font whose letters are boxes with one advance of 1000 units."""
    builder = FontBuilder(1000, isTTF=True)
    letters = [chr(code) for code in range(0x20, 0x7F)]
    names = [".notdef"] + [f"u{ord(letter):04X}" for letter in letters]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): name for letter, name in zip(letters, names[1:])})
    pen = TTGlyphPen(None)
    for index, corner in enumerate([(50, 0), (50, 700), (advance - 50, 700), (advance - 50, 0)]):
        (pen.moveTo if index == 0 else pen.lineTo)(corner)
    pen.closePath()
    box = pen.glyph()
    glyphs = {name: copy.deepcopy(box) for name in names}
    glyphs["u0020"] = TTGlyphPen(None).glyph()
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (advance, 50) for name in names})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    records = {"familyName": family, "styleName": style, "fullName": f"{family} {style}", "version": f"Version {revision:.3f}",
               "licenseDescription": LICENSE, "copyright": COPYRIGHT, "uniqueFontIdentifier": f"{family} {style} {revision:.3f}",
               "psName": postscript or f"{family}-{style}".replace(" ", "")}
    builder.setupNameTable(records, mac=False)
    builder.setupOS2(usWeightClass=weight, sTypoAscender=800, sTypoDescender=-200, fsType=fs_type,
                     fsSelection=0x20 if weight >= 700 else 0x40, achVendID="TEST")
    builder.setupPost()
    builder.font["head"].fontRevision = revision
    builder.font["head"].macStyle = 1 if weight >= 700 else 0
    # The same bytes each time.
    builder.font["head"].created = builder.font["head"].modified = 3_876_336_000
    builder.font.recalcTimestamp = False
    if axes:
        builder.setupFvar([(tag, low, default, high, tag) for tag, low, default, high in axes],
                          [{"location": location, "stylename": name} for name, location in instances])
        builder.setupGvar({name: [] for name in names})
    return builder.font


def write(path, made):
    """Writes a font to a file in a folder that need not exist."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    made.save(path)
    return path


def write_families(folder):
    """Writes two files of each family; of equal numbers of letters each family has texts of its own width."""
    for index, family in enumerate(FAMILIES):
        for style, weight in STYLES.items():
            name = f"{family}-{style}.ttf".replace(" ", "")
            write(os.path.join(folder, name), font(family, style, weight, advance(family, style)))


def write_license(folder):
    """Writes the text that belongs to the licence of the fonts, shortened."""
    with open(os.path.join(folder, "OFL.txt"), "w") as file:
        file.write(f"{COPYRIGHT}\n\n{LICENSE}\n\nSIL OPEN FONT LICENSE Version 1.1 - 26 February 2007\n\n"
                   "DEFINITIONS\n“Reserved Font Name” refers to any names specified as such.\n\nPERMISSION & CONDITIONS\n")


def advance(family, style="Regular"):
    """Returns the advance of each letter of a family's font."""
    return 520 + 20 * FAMILIES.index(family) + (10 if style == "Bold" else 0)


def collection(*fonts):
    """Returns a collection of fonts."""
    made = TTCollection()
    made.fonts = list(fonts)
    return made

"""A program that shows text with Pango and cairo and lives on.

usage: PangoProgram.py FAMILY   Reads a size in pixels per line, draws at it and prints the width of ten letters.
"""
import sys

import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
import cairo
from gi.repository import Pango, PangoCairo

surface = cairo.ImageSurface(cairo.FORMAT_A8, 4000, 400)
context = cairo.Context(surface)
layout = PangoCairo.create_layout(context)
layout.set_text("gggggggggg", -1)
description = Pango.FontDescription(sys.argv[1])
print("ready", flush=True)
for line in iter(sys.stdin.readline, ""):
    description.set_absolute_size(int(line) * Pango.SCALE)
    layout.set_font_description(description)
    PangoCairo.show_layout(context, layout)
    print(layout.get_size()[0] // Pango.SCALE, flush=True)

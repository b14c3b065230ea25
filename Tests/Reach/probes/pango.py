"""Draws text as Pango does without a toolkit: pango.py FAMILY. For each size on standard input, what the picture shows."""

import pathlib
import sys

import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
import cairo
from gi.repository import Pango, PangoCairo

sys.path += [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parent.parent)]
import ink

for line in iter(sys.stdin.readline, ""):
    size = float(line)
    surface = cairo.ImageSurface(cairo.FORMAT_A8, int(20 * size), int(3 * size))
    context = cairo.Context(surface)
    layout = PangoCairo.create_layout(context)
    layout.set_text(ink.TEXT, -1)
    description = Pango.FontDescription()
    description.set_family(sys.argv[1])
    description.set_absolute_size(size * Pango.SCALE)
    layout.set_font_description(description)
    PangoCairo.show_layout(context, layout)
    print(ink.line(ink.of_surface(surface, size)), flush=True)

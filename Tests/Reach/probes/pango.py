"""Measures text as Pango lays it out without a toolkit: pango.py FAMILY. For each size on standard input, the width of an m in em."""

import sys

import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo

for line in iter(sys.stdin.readline, ""):
    size = float(line)
    layout = Pango.Layout.new(PangoCairo.FontMap.get_default().create_context())
    layout.set_text("mmmm", -1)
    description = Pango.FontDescription()
    description.set_family(sys.argv[1])
    description.set_absolute_size(size * Pango.SCALE)
    layout.set_font_description(description)
    print(round(layout.get_size()[0] / Pango.SCALE / 4 / size, 2), flush=True)

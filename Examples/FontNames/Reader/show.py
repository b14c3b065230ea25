#!/usr/bin/python3
"""Shows a text in a font that only this program has: show.py LIBRARY FAMILY

LIBRARY is libTypefaces.so, with its fonts beside it or installed. Prints the width of ten letters of 100 pixels, and
ends. Needs Debian's python3-gi and gir1.2-gtk-4.0.
"""

import ctypes
import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk, Pango

if len(sys.argv) != 3:
    sys.exit("usage: show.py LIBRARY FAMILY")
if ctypes.CDLL(sys.argv[1]).typefaces_show():
    sys.exit("show.py: some fonts could not be registered")

Gtk.init()
# A number at the end of a name in a description would be a size.
description = Pango.FontDescription()
description.set_family(sys.argv[2])
description.set_absolute_size(100 * Pango.SCALE)
attributes = Pango.AttrList()
attributes.insert(Pango.attr_font_desc_new(description))
label = Gtk.Label(label="gggggggggg", attributes=attributes)
Gtk.Window(child=label).present()
print(label.measure(Gtk.Orientation.HORIZONTAL, -1).natural)

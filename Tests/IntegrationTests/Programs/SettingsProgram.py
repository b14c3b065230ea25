"""A GTK 3 program that reports what its settings daemon tells it.

usage: SettingsProgram.py FAMILY
Prints "ready WIDTH", then "notice WIDTH" for every notice of changed fonts: the width of ten letters at 100 pixels.
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk, Pango

window = Gtk.Window()
label = Gtk.Label()
window.add(label)
window.show_all()
description = Pango.FontDescription(sys.argv[1])
description.set_absolute_size(100 * Pango.SCALE)


def report(event):
    layout = label.create_pango_layout("gggggggggg")
    layout.set_font_description(description)
    print(event, layout.get_size()[0] // Pango.SCALE, flush=True)


Gtk.Settings.get_default().connect("notify::gtk-fontconfig-timestamp", lambda *_: report("notice"))
GLib.idle_add(lambda: report("ready"))
Gtk.main()

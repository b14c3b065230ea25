"""Measures text as GTK lays it out: gtk.py 3|4 FAMILY. For each size on standard input, the width of an m in em."""

import sys

import gi

version, family = sys.argv[1:3]
gi.require_version("Gtk", version + ".0")
from gi.repository import GLib, Gtk, Pango

if version == "4":
    Gtk.init()
window = Gtk.Window()
label = Gtk.Label(label="mmmm")
if version == "3":
    window.add(label)
    window.show_all()
else:
    window.set_child(label)
    window.present()


def measure(channel, _condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    size = float(line)
    layout = label.create_pango_layout("mmmm")
    description = Pango.FontDescription()
    description.set_family(family)
    description.set_absolute_size(size * Pango.SCALE)
    layout.set_font_description(description)
    print(round(layout.get_size()[0] / Pango.SCALE / 4 / size, 2), flush=True)
    return True


loop = GLib.MainLoop()
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, measure)
loop.run()

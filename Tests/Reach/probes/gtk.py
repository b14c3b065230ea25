"""Draws text with the fonts of a GTK window: gtk.py 3|4 FAMILY. For each size on standard input, what the picture shows."""

import pathlib
import sys

import gi

version, family = sys.argv[1:3]
gi.require_version("Gtk", version + ".0")
gi.require_version("PangoCairo", "1.0")
import cairo
from gi.repository import GLib, Gtk, Pango, PangoCairo

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import ink

if version == "4":
    Gtk.init()
window = Gtk.Window()
label = Gtk.Label(label=ink.TEXT)
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
    layout = label.create_pango_layout(ink.TEXT)
    description = Pango.FontDescription()
    description.set_family(family)
    description.set_absolute_size(size * Pango.SCALE)
    layout.set_font_description(description)
    surface = cairo.ImageSurface(cairo.FORMAT_A8, int(20 * size), int(3 * size))
    PangoCairo.show_layout(cairo.Context(surface), layout)
    print(ink.line(ink.of_surface(surface, size)), flush=True)
    return True


loop = GLib.MainLoop()
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, measure)
loop.run()

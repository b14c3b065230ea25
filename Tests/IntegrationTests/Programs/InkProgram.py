"""A program that shows text and reports its ink.

usage: InkProgram.py FAMILY [3]
With 3 it is a GTK 3 program, which prints "notice" for every notice of changed fonts. It prints "ready". For every size in
pixels on standard input it draws seven letters and prints the width of the text, and a digest of all its pixels.
"""
import hashlib
import sys

import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
import cairo
from gi.repository import GLib, Pango, PangoCairo

label = None
if sys.argv[2:] == ["3"]:
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    window = Gtk.Window()
    label = Gtk.Label()
    window.add(label)
    window.show_all()
    settings = Gtk.Settings.get_default()
    settings.connect("notify::gtk-fontconfig-timestamp", lambda *_: print("notice", flush=True))


def draw(size):
    surface = cairo.ImageSurface(cairo.FORMAT_A8, 2000, 500)
    context = cairo.Context(surface)
    text = "abcdefg"
    if label:
        layout = label.create_pango_layout(text)
    else:
        layout = PangoCairo.create_layout(context)
        layout.set_text(text, -1)
    description = Pango.FontDescription(sys.argv[1])
    description.set_absolute_size(size * Pango.SCALE)
    layout.set_font_description(description)
    PangoCairo.show_layout(context, layout)
    surface.flush()
    print(layout.get_size()[0] // Pango.SCALE, hashlib.sha256(bytes(surface.get_data())).hexdigest()[:16], flush=True)


def asked(_channel, _condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    draw(int(line))
    return True


loop = GLib.MainLoop()
GLib.idle_add(lambda: print("ready", flush=True))
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, asked)
loop.run()

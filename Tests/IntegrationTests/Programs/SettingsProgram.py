"""A GTK program that reports what its settings daemon tells it.

usage: SettingsProgram.py FAMILY [3|4]
Prints "ready WIDTH", then "notice WIDTH" for every notice of changed fonts: the width of ten letters at 100 pixels. For every
line on standard input it prints "theme NAME".
"""
import sys

import gi

version = (sys.argv[2:] or ["3"])[0]
gi.require_version("Gtk", version + ".0")
from gi.repository import GLib, Gtk, Pango

if version == "4":
    Gtk.init()
window = Gtk.Window()
label = Gtk.Label()
if version == "3":
    window.add(label)
    window.show_all()
else:
    window.set_child(label)
    window.present()
description = Pango.FontDescription(sys.argv[1])
description.set_absolute_size(100 * Pango.SCALE)


def report(event):
    layout = label.create_pango_layout("gggggggggg")
    layout.set_font_description(description)
    print(event, layout.get_size()[0] // Pango.SCALE, flush=True)


def asked(_channel, _condition):
    if not sys.stdin.readline():
        return False
    print("theme", settings.get_property("gtk-theme-name"), flush=True)
    return True


settings = Gtk.Settings.get_default()
settings.connect("notify::gtk-fontconfig-timestamp", lambda *_: report("notice"))
GLib.idle_add(lambda: report("ready"))
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, asked)
GLib.MainLoop().run()

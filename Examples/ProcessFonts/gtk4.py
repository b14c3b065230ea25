#!/usr/bin/python3
"""Shows a label in a font that only this process has: gtk4.py LIBRARY FAMILY FONT...

LIBRARY is libexample-process-fonts.so. The fonts are registered at the start. "register FILE" and "unregister FILE" on
standard input change them; after each change its cause and the label's width are printed. Needs Debian's python3-gi and
gir1.2-gtk-4.0.
"""

import ctypes
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("PangoFc", "1.0")
from gi.repository import GLib, Gtk, Pango, PangoCairo, PangoFc

label = None


@ctypes.CFUNCTYPE(None)
def wake():
    # Called from any thread.
    GLib.idle_add(lambda: fonts.process_fonts_work())


@ctypes.CFUNCTYPE(None, ctypes.c_char_p)
def changed(cause):
    if cause == b"registry":
        # With a settings daemon, GTK does this some seconds later. Without one, the program must do it.
        fonts.process_fonts_reinitialize()
    elif label:
        PangoFc.FontMap.config_changed(PangoCairo.FontMap.get_default())
        label.queue_resize()
        report(cause.decode())


def settings_changed(*_):
    # GTK has re-initialised fontconfig if any font folder changed, which drops application fonts.
    fonts.process_fonts_synchronize()
    report("settings")


def report(event):
    print(event, label.measure(Gtk.Orientation.HORIZONTAL, -1).natural, flush=True)


def read(*_):
    words = sys.stdin.readline().split()
    if words and words[0] == "register":
        fonts.process_fonts_register(words[1].encode())
    elif words and words[0] == "unregister":
        fonts.process_fonts_unregister(words[1].encode())
    else:
        loop.quit()
    return bool(words)


if len(sys.argv) < 4:
    sys.exit("usage: gtk4.py LIBRARY FAMILY FONT...")
fonts = ctypes.CDLL(sys.argv[1])
if fonts.process_fonts_open(b"org.example.Gtk4", wake, changed):
    sys.exit("gtk4.py: no process fonts")
for file in sys.argv[3:]:
    fonts.process_fonts_register(file.encode())
# Before the first use of fonts, Pango has no cached fonts to discard.
fonts.process_fonts_work()

Gtk.init()
description = Pango.FontDescription(sys.argv[2])
description.set_absolute_size(100 * Pango.SCALE)
attributes = Pango.AttrList()
attributes.insert(Pango.attr_font_desc_new(description))
label = Gtk.Label(label="gggggggggg", attributes=attributes)
Gtk.Window(child=label).present()
Gtk.Settings.get_default().connect("notify::gtk-fontconfig-timestamp", settings_changed)
report("ready")
loop = GLib.MainLoop()
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, read)
loop.run()

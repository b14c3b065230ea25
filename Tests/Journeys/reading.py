#!/usr/bin/python3
"""A running GTK program that shows a text in a family: reading.py FAMILY."""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, Gtk, Pango  # noqa: E402


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Reading", default_width=200, default_height=80)
    label = Gtk.Label(label="Taken abc")
    attributes = Pango.AttrList()
    attributes.insert(Pango.attr_font_desc_new(Pango.FontDescription.from_string(f"{sys.argv[1]} 24")))
    label.set_attributes(attributes)
    window.set_child(label)
    window.present()


program = Gtk.Application(application_id="org.fontd.Reading", flags=Gio.ApplicationFlags.NON_UNIQUE)
program.connect("activate", activate)
program.run([])

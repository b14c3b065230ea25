#!/usr/bin/python3
"""A running GTK program that shows a text: reading.py FAMILY FILE writes its picture to the path that appears in FILE."""

import os
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gsk", "4.0")
gi.require_version("Graphene", "1.0")
from gi.repository import Gio, GLib, Graphene, Gtk, Pango  # noqa: E402

family, order = sys.argv[1:]


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Reading", default_width=200, default_height=80)
    label = Gtk.Label(label="Taken abc")
    attributes = Pango.AttrList()
    attributes.insert(Pango.attr_font_desc_new(Pango.FontDescription.from_string(f"{family} 24")))
    label.set_attributes(attributes)
    window.set_child(label)
    window.present()

    def draw():
        snapshot = Gtk.Snapshot()
        Gtk.WidgetPaintable.new(label).snapshot(snapshot, label.get_width(), label.get_height())
        node = snapshot.to_node()
        # Without a node the label was not drawn yet.
        if node is not None and os.path.exists(order):
            with open(order, encoding="utf-8") as file:
                path = file.read()
            os.remove(order)
            bounds = Graphene.Rect().init(0, 0, label.get_width(), label.get_height())
            window.get_native().get_renderer().render_texture(node, bounds).save_to_png(path)
        return True

    GLib.timeout_add(50, draw)


program = Gtk.Application(application_id="org.fontd.Reading", flags=Gio.ApplicationFlags.NON_UNIQUE)
program.connect("activate", activate)
program.run([])

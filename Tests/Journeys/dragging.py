#!/usr/bin/python3
"""A window from which files can be dragged, as from a program for files: dragging.py PATH…"""

import pathlib
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Files", default_width=160, default_height=160)
    label = Gtk.Label(label="Drag", hexpand=True, vexpand=True)
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    addresses = "".join(pathlib.Path(path).absolute().as_uri() + "\r\n" if "://" not in path else path + "\r\n"
                        for path in sys.argv[1:])
    source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_bytes("text/uri-list", GLib.Bytes.new(addresses.encode())))
    label.add_controller(source)
    window.set_child(label)
    window.present()


program = Gtk.Application(application_id="org.fontd.Dragging", flags=Gio.ApplicationFlags.NON_UNIQUE)
program.connect("activate", activate)
program.run([])

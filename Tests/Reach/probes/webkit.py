"""Shows a page in WebKitGTK: webkit.py URL. The page reports what it shows to the server that it comes from."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

window = Gtk.Window(default_width=400, default_height=300)
view = WebKit2.WebView()
window.add(view)
view.load_uri(sys.argv[1])
window.show_all()
Gtk.main()

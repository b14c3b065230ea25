#!/usr/bin/python3
"""Shows a book or an article in a family of one's choice: reader.py LIBRARY DOCUMENT

LIBRARY is libexample-gtk-reader.so; DOCUMENT is an EPUB book or an article in HTML. The list on the left follows the registry, and so does the
page: when the family that it shows is removed, it falls back, and returns to the family when that is back.

For tests, commands are read from standard input ("family NAME", "size PIXELS", "theme light|dark", "measure", "list",
"quit"), and events are printed. Needs Debian's python3-gi, gir1.2-gtk-4.0 and gir1.2-webkit-6.0.
"""

import ctypes
import json
import sys
import urllib.parse

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Soup", "3.0")
gi.require_version("WebKit", "6.0")
from gi.repository import Gio, GLib, GObject, Gtk, Soup, WebKit

import book as books

FONTS = "fontd-font"
PAGES = "book"
MEASURE = """
await document.fonts.ready;
const line = document.createElement('span');
line.textContent = 'Hamburgefonstiv';
line.style.cssText = 'position: absolute; white-space: nowrap; font-size: 100px; visibility: hidden';
document.body.append(line);
await document.fonts.load(getComputedStyle(line).font, line.textContent);
await document.fonts.ready;
const width = line.getBoundingClientRect().width;
line.remove();
return width.toFixed(1);
"""


class Event(ctypes.Structure):
    _fields_ = [("json", ctypes.c_void_p), ("bytes", ctypes.c_void_p), ("count", ctypes.c_size_t)]


class Fonts:
    """The functions of gtk_reader.h."""

    def __init__(self, library, received):
        self.library = ctypes.CDLL(library)
        self.libc = ctypes.CDLL(None)
        self.libc.free.argtypes = [ctypes.c_void_p]
        self.library.gtk_reader_answer.argtypes = [ctypes.c_char_p, ctypes.c_int64]
        self.received = received
        # Called from any thread.
        self.wake = ctypes.CFUNCTYPE(None)(lambda: GLib.idle_add(self.take))
        if self.library.gtk_reader_open(b"org.example.GtkReader", self.wake):
            sys.exit("reader.py: no registry of fonts")

    def take(self):
        event = Event()
        while self.library.gtk_reader_next(ctypes.byref(event)):
            message = json.loads(ctypes.string_at(event.json))
            data = ctypes.string_at(event.bytes, event.count) if event.bytes else None
            self.libc.free(event.json)
            self.libc.free(event.bytes)
            self.received(message, data)
        return False

    def style(self, settings):
        self.library.gtk_reader_style(json.dumps(settings).encode())

    def answer(self, address, number):
        self.library.gtk_reader_answer(address.encode(), number)

    def open_book(self, path):
        self.library.gtk_reader_open_book(str(path).encode())


class Row(GObject.Object):
    """A family in the list."""

    def __init__(self, values):
        super().__init__()
        self.values = values

    @property
    def family(self):
        return self.values["family"]


class Families:
    """The list of families: a list of its own for each section."""

    def __init__(self, chosen):
        self.chosen = chosen
        self.box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.sections = {}

    def show(self, sections):
        for section in sections:
            store = Gio.ListStore(item_type=Row)
            store.splice(0, 0, [Row(values) for values in section["rows"]])
            title = Gtk.Label(label=section["title"], xalign=0, css_classes=["heading"], margin_top=8, margin_start=8)
            rows = Gtk.ListBox()
            rows.bind_model(store, self.row)
            rows.connect("row-activated", lambda _, row: self.chosen(row.get_child().get_label()))
            store.connect("items-changed", lambda store, *_, title=title: title.set_visible(len(store) > 0))
            title.set_visible(len(store) > 0)
            self.box.append(title)
            self.box.append(rows)
            self.sections[section["id"]] = store, rows

    def select(self, family):
        """Marks a family in all sections that have it."""
        for store, rows in self.sections.values():
            found = [number for number, item in enumerate(store) if item.family == family]
            rows.select_row(rows.get_row_at_index(found[0]) if found else None)

    @staticmethod
    def row(item):
        return Gtk.Label(label=item.family, xalign=0, margin_start=16)

    def apply(self, step):
        """Applies one step; the lists then show exactly the edits so far."""
        store, _ = self.sections[step["section"]]
        if step["step"] == "remove":
            store.remove(step["index"])
        elif step["step"] == "insert":
            store.insert(step["index"], Row(step["row"]))
        elif step["step"] == "move":
            item = store.get_item(step["index"])
            store.remove(step["index"])
            store.insert(step["to"], item)
        elif step["step"] == "update":
            store.splice(step["index"], 1, [Row(step["row"])])


class Reader:
    """The window, and the page in it."""

    def __init__(self, library, document):
        self.book = books.Book(document)
        self.settings = {"family": "", "size": 20, "theme": "light"}
        self.requests = {}
        self.pending = []
        self.sheet = None
        self.fonts = Fonts(library, self.received)
        self.families = Families(self.choose)
        self.view = self.web_view()
        self.window = self.build()
        if self.book.archive:
            self.fonts.open_book(self.book.path)
        self.fonts.style(self.settings)
        self.view.load_uri(f"{PAGES}:///{urllib.parse.quote(self.book.pages[0])}")

    def web_view(self):
        context = WebKit.WebContext.get_default()
        security = context.get_security_manager()
        for scheme, answer in ((FONTS, self.font_requested), (PAGES, self.page_requested)):
            context.register_uri_scheme(scheme, answer)
            security.register_uri_scheme_as_secure(scheme)
            security.register_uri_scheme_as_cors_enabled(scheme)
        self.contents = WebKit.UserContentManager()
        view = WebKit.WebView(web_context=context, user_content_manager=self.contents, hexpand=True, vexpand=True)
        view.connect("load-changed", lambda _, event: event == WebKit.LoadEvent.FINISHED and print("loaded", flush=True))
        return view

    def build(self):
        self.size = Gtk.SpinButton.new_with_range(8, 60, 1)
        self.size.set_value(self.settings["size"])
        self.size.connect("value-changed", lambda button: self.change("size", button.get_value_as_int()))
        self.dark = Gtk.ToggleButton(label="Dark")
        self.dark.connect("toggled", lambda button: self.change("theme", "dark" if button.get_active() else "light"))
        bar = Gtk.HeaderBar()
        bar.pack_start(self.size)
        bar.pack_end(self.dark)
        list_ = Gtk.ScrolledWindow(child=self.families.box, width_request=220)
        content = Gtk.Box()
        content.append(list_)
        content.append(self.view)
        window = Gtk.Window(title=self.book.path.name, default_width=1000, default_height=700, child=content)
        window.set_titlebar(bar)
        window.connect("close-request", lambda _: loop.quit())
        window.present()
        return window

    def choose(self, family):
        self.change("family", family)

    def change(self, key, value):
        if self.settings[key] != value:
            self.settings[key] = value
            self.fonts.style(self.settings)
            self.families.select(self.settings["family"])

    def received(self, message, data):
        kind = message["event"]
        if kind == "families":
            self.families.show(message["sections"])
            print("families", sum(len(section["rows"]) for section in message["sections"]), flush=True)
        elif kind == "step":
            self.families.apply(message)
            self.families.select(self.settings["family"])
        elif kind == "style":
            self.restyle(message)
        elif kind == "answer":
            self.answer(message, data)
        else:
            print("failure", message["message"], flush=True)

    def restyle(self, message):
        sheet = WebKit.UserStyleSheet(
            message["css"], WebKit.UserContentInjectedFrames.ALL_FRAMES, WebKit.UserStyleLevel.AUTHOR, None, None)
        self.contents.remove_all_style_sheets()
        self.contents.add_style_sheet(sheet)
        print("style", message["key"], *message["missing"].values(), flush=True)

    def font_requested(self, request):
        number = len(self.requests)
        self.requests[number] = request
        self.fonts.answer(request.get_uri(), number)

    def answer(self, message, data):
        request = self.requests[message["number"]]
        self.requests[message["number"]] = None
        if data is None:
            request.finish_error(GLib.Error.new_literal(Gio.io_error_quark(), message["message"], Gio.IOErrorEnum.NOT_FOUND))
            return
        headers = Soup.MessageHeaders.new(Soup.MessageHeadersType.RESPONSE)
        for name, value in message["headers"].items():
            headers.append(name, value)
        response = WebKit.URISchemeResponse.new(Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(data)), len(data))
        response.set_content_type(message["headers"]["Content-Type"])
        response.set_http_headers(headers)
        request.finish_with_response(response)

    def page_requested(self, request):
        found = self.book.file(urllib.parse.unquote(urllib.parse.urlsplit(request.get_uri()).path.lstrip("/")))
        if not found:
            request.finish_error(GLib.Error.new_literal(Gio.io_error_quark(), "no such file", Gio.IOErrorEnum.NOT_FOUND))
            return
        data, media_type = found
        request.finish(Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(data)), len(data), media_type)

    def command(self, line):
        word, _, rest = line.strip().partition(" ")
        if word == "family":
            self.choose(rest)
        elif word == "theme":
            self.dark.set_active(rest == "dark")
        elif word == "size":
            self.size.set_value(int(rest))
        elif word == "measure":
            self.view.call_async_javascript_function(MEASURE, -1, None, None, None, None, self.measured)
        elif word == "list":
            for section, (store, _) in self.families.sections.items():
                print("section", section, "|".join(row.family for row in store), flush=True)
            print("listed", flush=True)
        else:
            loop.quit()

    def measured(self, view, result):
        try:
            print("width", view.call_async_javascript_function_finish(result).to_string(), flush=True)
        except GLib.Error as error:
            print("failure", error.message, flush=True)


def read(source, condition):
    line = sys.stdin.readline()
    reader.command(line)
    return bool(line)


if len(sys.argv) != 3:
    sys.exit("usage: reader.py LIBRARY DOCUMENT")
Gtk.init()
loop = GLib.MainLoop()
reader = Reader(sys.argv[1], sys.argv[2])
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, read)
loop.run()

"""Real programs that show text, each as something that can be started and asked what a person sees of it."""

import glob
import http.server
import itertools
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import urllib.parse
import urllib.request

import flatpak
import ink
from marked import FAMILY, FILE

PROBES = pathlib.Path(__file__).parent / "probes"
PYTHON = "/usr/bin/python3"


class Lost:
    """The reading of a text that is not shown at all."""


def parsed(answer):
    """What a line of a probe says: "lost", a distance and a height in em, or "picture" with a size and a file."""
    words = answer.split(maxsplit=2)
    if words == ["lost"]:
        return Lost
    if words[0] == "picture":
        return ink.of_file(words[2].strip(), float(words[1])) or Lost
    return float(words[0]), float(words[1])


class Piped:
    """A program that answers a size on its standard input with what it shows on its standard output."""

    def __init__(self, desk, command, environment, prefix=()):
        self.process = desk.start(
            [*prefix, *command], environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answers = queue.Queue()
        self.sizes = itertools.cycle(range(40, 92))
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            try:
                self.answers.put(parsed(line.decode(errors="replace").strip()))
            except (ValueError, IndexError):
                # Other output of the program.
                continue
        self.answers.put(None)

    def measure(self, seconds=90):
        """What the program shows at a size that was not measured lately; None if it does not answer."""
        try:
            self.process.stdin.write(f"{next(self.sizes)}\n".encode())
            self.process.stdin.flush()
            return self.answers.get(timeout=seconds)
        except (OSError, queue.Empty):
            return None

    @property
    def is_running(self):
        return self.process.poll() is None

    def end(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class PageServer:
    """Serves the measuring page and keeps the readings that pages report."""

    def __init__(self):
        self.readings = {}
        self.arrived = threading.Condition()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                address = urllib.parse.urlsplit(self.path)
                query = urllib.parse.parse_qs(address.query)
                body = b""
                if address.path == "/reading":
                    with server.arrived:
                        server.readings.setdefault(query["page"][0], []).append(parsed(query["shows"][0]))
                        server.arrived.notify_all()
                elif address.path == "/page":
                    body = (PROBES / "page.html").read_bytes()
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, page):
        query = urllib.parse.urlencode({"page": page, "family": FAMILY})
        return f"http://127.0.0.1:{self.server.server_port}/page?{query}"

    def reading(self, page, seconds=60):
        """What a page reports next."""
        with self.arrived:
            seen = len(self.readings.get(page, []))
            self.arrived.wait_for(lambda: len(self.readings.get(page, [])) > seen, timeout=seconds)
            readings = self.readings.get(page, [])
            return readings[-1] if len(readings) > seen else None


class Page:
    """A browser with the measuring page."""

    numbers = itertools.count()
    server = None

    def __init__(self, desk, browser, environment, prefix=()):
        if Page.server is None:
            Page.server = PageServer()
        self.page = f"page{next(Page.numbers)}"
        url = Page.server.url(self.page)
        self.port = None
        profile = desk.root / self.page
        profile.mkdir()
        if browser == "chromium":
            self.port = 9300 + next(Page.numbers)
            # Root cannot use Chromium's own sandbox.
            command = ["chromium", "--headless", "--no-first-run", "--disable-gpu", "--no-sandbox",
                       f"--user-data-dir={profile}", f"--remote-debugging-port={self.port}", url]
        elif browser == "firefox":
            command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(profile), url]
        else:
            command = [PYTHON, str(PROBES / "webkit.py"), url]
        self.process = desk.start([*prefix, *command], environment)

    def measure(self, seconds=60):
        return Page.server.reading(self.page, seconds)

    def new_tab(self):
        """What a tab shows that is opened now; None where tabs cannot be opened from outside."""
        if self.port is None:
            return None
        page = f"{self.page}-tab{next(Page.numbers)}"
        address = urllib.parse.quote(Page.server.url(page), safe="")
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/json/new?{address}", method="PUT")
        urllib.request.urlopen(request, timeout=20).read()
        return Page.server.reading(page)

    @property
    def is_running(self):
        return self.process.poll() is None

    def end(self):
        if self.is_running:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Once:
    """A program that makes one picture and ends, so that each run finds the fonts by itself.

    document: the text of a file for the program, by the family and the size in points; command: the program with its arguments,
    by the file and by the picture that is to be made."""

    POINTS = 20

    def __init__(self, desk, environment, prefix, suffix, document, command, picture=".pdf"):
        self.desk, self.environment, self.prefix = desk, environment, prefix
        self.suffix, self.document, self.command, self.picture = suffix, document, command, picture

    def measure(self, _seconds=60):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.desk.root))
        source, picture = folder / f"text{self.suffix}", folder / f"text{self.picture}"
        source.write_text(self.document(FAMILY, self.POINTS))
        self.desk.run([*self.prefix, *self.command(source, picture)],
                      {**self.environment, "TEXMFVAR": str(self.desk.root / "texmf")}, seconds=300, folder=folder)
        return ink.of_file(picture, self.POINTS) or Lost

    def end(self):
        pass


def tex(font):
    return lambda family, points: (
        "\\documentclass{article}\\usepackage{fontspec}\\pagestyle{empty}\\parindent0pt\\begin{document}\n"
        f"\\fontspec{{{font(family)}}}\\fontsize{{{points}bp}}{{{points}bp}}\\selectfont\\hbox{{{ink.TEXT}}}\\end{{document}}\n")


def svg(family, points):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{20 * points}" height="{3 * points}">'
            f'<text x="2" y="{2 * points}" font-family="{family}" font-size="{points}px">{ink.TEXT}</text></svg>')


def html(family, points):
    return (f'<style>@page {{ size: 600pt 300pt; margin: 10pt }} body {{ margin: 0; font: {points}pt "{family}" }}</style>'
            f"{ink.TEXT}")


def typst(family, points):
    return f'#set page(width: 600pt, height: 200pt)\n#set text(font: "{family}", size: {points}pt)\n{ink.TEXT}\n'


class Kind:
    """A row of the matrix: a program, how it is started, and whether it is there.

    spaces: whether the program puts letters at distances of its own, so that only their outlines tell the font."""

    def __init__(self, name, needs, start, display=None, runs=True, spaces=False):
        self.name, self.needs, self.start, self.display, self.runs = name, needs, start, display, runs
        self.spaces = spaces

    def shows(self, reading, mark):
        if reading in (None, Lost):
            return False
        return mark.outlines(reading) if self.spaces else mark.is_shown(reading)

    @property
    def is_there(self):
        def has(need):
            if need == "ordinary user":
                return os.geteuid() != 0
            if need.startswith("python:"):
                return subprocess.run([PYTHON, "-c", need[7:]], capture_output=True, check=False).returncode == 0
            return bool(glob.glob(need)) if need.startswith("/") else shutil.which(need) is not None
        return all(has(need) for need in self.needs)


def gtk(version):
    return ["python:import gi; gi.require_version('Gtk', '%s.0'); from gi.repository import Gtk" % version]


def piped(*command):
    return lambda desk, environment, prefix=(): Piped(desk, command, environment, prefix)


def with_qt_plugin(version, probe="qt.py"):
    return lambda desk, environment, prefix=(): Piped(
        desk, [PYTHON, str(PROBES / probe), version, FAMILY], {**environment, **desk.qt_plugin(version)}, prefix)


def once(suffix, document, command, picture=".pdf"):
    return lambda desk, environment, prefix=(): Once(desk, environment, prefix, suffix, document, command, picture)


def scribus(desk, environment, prefix=()):
    folder = tempfile.mkdtemp(dir=desk.root)
    return Piped(
        desk, ["scribus", "-g", "-ns", "-py", str(PROBES / "scribus_text.py"), FAMILY, folder], environment, prefix)


def thunderbird(desk, environment, prefix=()):
    profile = tempfile.mkdtemp(dir=desk.root)
    return Piped(desk, [PYTHON, str(PROBES / "thunderbird.py"), FAMILY, profile], environment, prefix)


def page(browser):
    return lambda desk, environment, prefix=(): Page(desk, browser, environment, prefix)


def in_flatpak(probe, *arguments):
    return lambda desk, environment, prefix=(): Piped(
        desk, flatpak.command(desk, PROBES / probe, *arguments), environment, prefix)


def kinds():
    probe = lambda name, *arguments: piped(PYTHON, str(PROBES / name), *arguments)
    kded = ["kded5", "xsettingsd", "/usr/lib/*/qt5/plugins/kf5/kded/gtkconfig.so"]
    sway = ["sway", "ordinary user"]
    rows = [Kind("Pango, no settings daemon", ["python:import gi"], probe("pango.py", FAMILY), "bare")]
    for display, label, needed in (
            ("bare", "helper off", []), ("helper", "helper", []), ("xsettingsd helper", "xsettingsd, helper", ["xsettingsd"]),
            ("gsd-xsettings helper", "gsd-xsettings", ["/usr/libexec/gsd-xsettings"]),
            ("xfce helper", "Xfce, helper", ["xfsettingsd"]),
            ("kde helper", "KDE, helper", ["kwin_x11", *kded]),
            ("wayland helper", "Wayland, helper", ["weston"]),
            ("sway helper", "sway, helper", sway),
            ("sway xwayland helper", "sway, Xwayland, helper", [*sway, "Xwayland"]),
            ("kde-wayland helper", "KDE Wayland, helper", ["kwin_wayland", *kded]),
            ("kde-wayland xwayland helper", "KDE Wayland, Xwayland, helper", ["kwin_wayland", "Xwayland", *kded])):
        for version in "34":
            rows.append(Kind(
                f"GTK {version}, {label}", gtk(version) + needed, probe("gtk.py", version, FAMILY), display))
    for version in "56":
        needed = [f"python:import PyQt{version}.QtGui"]
        rows.append(Kind(f"Qt {version}", needed, probe("qt.py", version, FAMILY)))
        rows.append(Kind(f"Qt {version}, plugin", needed + ["g++"], with_qt_plugin(version)))
    needed = ["python:import PyQt5.QtGui", "kwin_x11", "/usr/lib/*/qt5/plugins/platformthemes/KDEPlasmaPlatformTheme.so", *kded]
    rows.append(Kind("Qt 5, KDE", needed, probe("qt.py", "5", FAMILY), "kde helper"))
    rows.append(Kind("Qt 5, KDE, plugin", needed + ["g++"], with_qt_plugin("5"), "kde helper"))
    for version in "56":
        needed = [f"python:import PyQt{version}.QtQuick", f"/usr/lib/*/qt{version}/qml/QtQuick*/qmldir"]
        rows.append(Kind(f"Qt Quick {version}", needed, probe("qtquick.py", version, FAMILY), "bare"))
        rows.append(Kind(f"Qt Quick {version}, plugin", needed + ["g++"], with_qt_plugin(version, "qtquick.py"), "bare"))
    tex_run = lambda engine: lambda source, picture: [
        engine, "-interaction=nonstopmode", f"-output-directory={source.parent}", str(source)]
    rows += [
        Kind("Chromium", ["chromium"], page("chromium"), "bare"),
        Kind("Firefox ESR", ["firefox-esr"], page("firefox"), "bare"),
        Kind("Thunderbird", ["thunderbird"], thunderbird, "bare"),
        Kind("WebKitGTK", ["python:import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"],
             page("webkit"), "bare"),
        Kind("LibreOffice", ["soffice", "python:import uno"], probe("office.py", FAMILY)),
        Kind("Inkscape", ["inkscape"], probe("inkscape.py", FAMILY), "bare"),
        Kind("GIMP", ["gimp-console"], probe("gimp.py", FAMILY)),
        Kind("Scribus", ["scribus", "ordinary user"], scribus, "bare"),
        Kind("R, systemfonts", ["R", "/usr/lib/R/site-library/ragg"],
             piped("R", "--no-echo", "--no-save", f"--file={PROBES / 'text.R'}", "--args", FAMILY)),
        Kind("Java 17", ["java"], piped("java", str(PROBES / "Java.java"), FAMILY)),
        Kind("matplotlib", ["python:import matplotlib"], probe("matplotlib_text.py", FAMILY)),
        Kind("Flatpak, Pango", ["flatpak", "python:import gi"], in_flatpak("pango.py", FAMILY)),
        Kind("kitty", ["kitty", "import"], probe("window.py", "kitty", FAMILY), "bare", runs=False, spaces=True),
        Kind("foot", ["foot", "grim", *sway], probe("window.py", "foot", FAMILY), "sway", runs=False),
        Kind("xterm", ["xterm", "import"], probe("window.py", "xterm", FAMILY), "bare", runs=False, spaces=True),
        # On a screen of its own, which is read.
        Kind("Krita", ["krita", "import"], probe("krita.py", FAMILY), "alone", runs=False),
        Kind("rsvg-convert", ["rsvg-convert"], once(".svg", svg, lambda source, picture: [
            "rsvg-convert", "--background-color=white", "--output", str(picture), str(source)], ".png"), runs=False),
        Kind("WeasyPrint", ["weasyprint"], once(".html", html, lambda source, picture: [
            "weasyprint", str(source), str(picture)]), runs=False),
        Kind("XeLaTeX", ["xelatex"], once(".tex", tex(lambda family: family), tex_run("xelatex")), runs=False),
        Kind("LuaLaTeX", ["lualatex"], once(".tex", tex(lambda family: family), tex_run("lualatex")), runs=False),
        Kind("LuaLaTeX, by file name", ["lualatex"], once(".tex", tex(lambda family: FILE), tex_run("lualatex")), runs=False),
        # The compiler as a module of Python, as pip installs it, since Debian 12 has no package of it.
        Kind("Typst", ["python:import typst"], once(".typ", typst, lambda source, picture: [
            PYTHON, "-c", "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])", str(source), str(picture)]),
             runs=False),
    ]
    return rows

"""Real programs that show text, each as something that can be started and asked how wide an m is."""

import glob
import http.server
import itertools
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import threading
import urllib.parse
import urllib.request

import flatpak
from marked import FAMILY

PROBES = pathlib.Path(__file__).parent / "probes"
PYTHON = "/usr/bin/python3"


class Piped:
    """A program that answers a size on its standard input with the width of an m in em on its standard output."""

    def __init__(self, desk, command, environment, prefix=()):
        self.process = desk.start(
            [*prefix, *command], environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answers = queue.Queue()
        self.sizes = itertools.cycle(range(20, 90))
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.answers.put(line.decode(errors="replace").strip())

    def measure(self, seconds=60):
        """The width of an m in em at a size that was not measured lately; None if the program does not answer."""
        try:
            self.process.stdin.write(f"{next(self.sizes)}\n".encode())
            self.process.stdin.flush()
            answer = self.answers.get(timeout=seconds)
            # The program's output does not contain the text.
            return 0.0 if answer == "lost" else float(answer)
        except (OSError, queue.Empty, ValueError):
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
            self.process.kill()


class PageServer:
    """Serves the measuring page and keeps the widths that pages report."""

    def __init__(self):
        self.widths = {}
        self.arrived = threading.Condition()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                address = urllib.parse.urlsplit(self.path)
                query = urllib.parse.parse_qs(address.query)
                body = b""
                if address.path == "/width":
                    with server.arrived:
                        server.widths.setdefault(query["page"][0], []).append(float(query["em"][0]))
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

    def width(self, page, seconds=60):
        """The next width that a page reports."""
        with self.arrived:
            seen = len(self.widths.get(page, []))
            self.arrived.wait_for(lambda: len(self.widths.get(page, [])) > seen, timeout=seconds)
            widths = self.widths.get(page, [])
            return widths[-1] if len(widths) > seen else None


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
        return Page.server.width(self.page, seconds)

    def new_tab(self):
        """The width in a tab that is opened now; None where tabs cannot be opened from outside."""
        if self.port is None:
            return None
        page = f"{self.page}-tab{next(Page.numbers)}"
        address = urllib.parse.quote(Page.server.url(page), safe="")
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/json/new?{address}", method="PUT")
        urllib.request.urlopen(request, timeout=20).read()
        return Page.server.width(page)

    @property
    def is_running(self):
        return self.process.poll() is None

    def end(self):
        if self.is_running:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Once:
    """A program that measures once and ends: LuaLaTeX."""

    def __init__(self, desk, prefix=()):
        self.desk, self.prefix = desk, prefix

    def measure(self, _seconds=60):
        folder = self.desk.root / "tex"
        folder.mkdir(exist_ok=True)
        (folder / "m.tex").write_text(
            "\\documentclass{article}\\usepackage{fontspec}\\begin{document}\n"
            f"\\IfFontExistsTF{{{FAMILY}}}{{\\setmainfont{{{FAMILY}}}}}{{}}\n"
            "\\fontsize{10pt}{12pt}\\selectfont\\setbox0\\hbox{mmmm}\\typeout{width=\\the\\wd0}\\end{document}\n")
        output = self.desk.run(
            [*self.prefix, "lualatex", "-interaction=nonstopmode", f"-output-directory={folder}", str(folder / "m.tex")],
            {"TEXMFVAR": str(self.desk.root / "texmf")}, seconds=300)
        for line in output.splitlines():
            if line.startswith("width=") and line.endswith("pt"):
                return round(float(line[6:-2]) / 40, 2)
        return None

    def end(self):
        pass


class Kind:
    """A row of the matrix: a program, how it is started, and whether it is there."""

    def __init__(self, name, needs, start, display=None, runs=True):
        self.name, self.needs, self.start, self.display, self.runs = name, needs, start, display, runs

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


def with_qt_plugin(version):
    return lambda desk, environment, prefix=(): Piped(
        desk, [PYTHON, str(PROBES / "qt.py"), version, FAMILY], {**environment, **desk.qt_plugin(version)}, prefix)


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
    rows += [
        Kind("Chromium", ["chromium"], page("chromium"), "bare"),
        Kind("Firefox ESR", ["firefox-esr"], page("firefox"), "bare"),
        Kind("WebKitGTK", ["python:import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"],
             page("webkit"), "bare"),
        Kind("LibreOffice", ["soffice", "python:import uno"], probe("office.py", FAMILY)),
        Kind("Java 17", ["java"], piped("java", str(PROBES / "Java.java"), FAMILY)),
        Kind("matplotlib", ["python:import matplotlib"], probe("matplotlib_text.py", FAMILY)),
        Kind("Flatpak, Pango", ["flatpak", "python:import gi"], in_flatpak("pango.py", FAMILY)),
        Kind("LuaLaTeX", ["lualatex"], lambda desk, environment, prefix=(): Once(desk, prefix), runs=False),
    ]
    return rows

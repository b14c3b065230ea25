"""Checks that pages with the CSS of fontctl show the right faces in web engines: pages.py PREFIX

Prints a table, and ends with status 1 if a text has another width than the face gives it.
"""

import html
import http.server
import itertools
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.parse

import fonts

PYTHON = "/usr/bin/python3"
WEBKIT = pathlib.Path(__file__).parent.parent / "Reach" / "probes" / "webkit.py"
HOSTILE = "Probe\"; } </style><script>document.title = 'broken'</script>"


class Server:
    """Serves pages, and keeps what they report."""

    def __init__(self):
        self.pages, self.reports, self.arrived = {}, {}, threading.Condition()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                address = urllib.parse.urlsplit(self.path)
                query = urllib.parse.parse_qs(address.query)
                body = server.pages.get(address.path, "").encode()
                if address.path == "/report":
                    with server.arrived:
                        server.reports[query["page"][0]] = query["widths"][0]
                        server.arrived.notify_all()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A browser that is killed leaves its last request.
        self.server.handle_error = lambda *_: None
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def report(self, page, seconds=60):
        with self.arrived:
            self.arrived.wait_for(lambda: page in self.reports, timeout=seconds)
            return self.reports.get(page)


class Case:
    """Texts in a page with a style sheet, each with the width in pixels that the right face gives it."""

    def __init__(self, name, arguments, texts, families=None):
        self.name, self.arguments, self.texts = name, arguments, texts
        self.families = families

    def page(self, sheet, server, name):
        spans = "".join(
            f'<div><span id="t{index}" style="{html.escape(style)}">{html.escape(text)}</span></div>'
            for index, (style, text, _) in enumerate(self.texts))
        loads = "".join(
            f"await document.fonts.load(getComputedStyle(document.getElementById('t{index}')).font, {text!r});"
            for index, (_, text, _) in enumerate(self.texts))
        return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>whole</title><style>{sheet}
body {{ margin: 0; }} span {{ white-space: nowrap; }}</style></head><body>{spans}<script>
(async () => {{
  try {{ {loads} await document.fonts.ready; }} catch (error) {{ }}
  const widths = [...document.querySelectorAll('span')].map(e => e.getBoundingClientRect().width.toFixed(1));
  new Image().src = '{server.address}/report?page={name}&widths=' + document.title + ' ' + widths.join(' ');
}})();
</script></body></html>"""

    @property
    def expected(self):
        return "whole " + " ".join(f"{width:.1f}" for _, _, width in self.texts)


def family(name, weight=400):
    text = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'font: {weight} 100px "{text}", monospace'


CASES = [
    Case("static faces", ["Probe Static"], [
        (family("Probe Static"), "aaaa", 200), (family("Probe Static", 700), "aaaa", 320)]),
    Case("variable face at 400, 700 and 900", ["Probe Variable"], [
        (family("Probe Variable"), "aaaa", 200), (family("Probe Variable", 700), "aaaa", 320),
        (family("Probe Variable", 900), "aaaa", 400)]),
    Case("faces of a collection", ["Probe Collection"], [
        (family("Probe Collection"), "aaaa", 220), (family("Probe Collection", 700), "aaaa", 360)]),
    Case("chain divided by characters", ["Probe Static", "Probe Kana", "--text", "aあ"], [
        ('font: 400 100px "Probe Static", "Probe Kana", monospace', "aあ", 110)]),
    Case("role of the body", ["--role", "body=Probe Static"], [("font-size: 100px", "aaaa", 200)]),
    Case("hostile family name", [HOSTILE], [(family(HOSTILE), "aaaa", 260)]),
]


def environment(home):
    home.mkdir(parents=True, exist_ok=True)
    (home / "run").mkdir(mode=0o700, exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "DISPLAY") if name in os.environ}
    return kept | {"HOME": str(home), "XDG_RUNTIME_DIR": str(home / "run")}


def register(fontctl, root):
    """Registers the fonts in a home that the browsers do not have, so that only the style sheet leads to them."""
    given = root / "given"
    given.mkdir()
    fonts.build("Probe Static").save(given / "regular.ttf")
    fonts.build("Probe Static", "Bold", 700, 800).save(given / "bold.ttf")
    fonts.build("Probe Variable", axis=True).save(given / "variable.ttf")
    fonts.build("Probe Kana", advance=600, letters="あ").save(given / "kana.ttf")
    fonts.build(HOSTILE, advance=650).save(given / "hostile.ttf")
    fonts.collection(
        [fonts.build("Probe Collection", advance=550), fonts.build("Probe Collection", "Bold", 700, 900)],
        given / "both.ttc")
    env = environment(root / "fonts")
    subprocess.run([fontctl, "register", str(given)], env=env, check=True, stdout=subprocess.DEVNULL)
    return env


def browsers(root):
    """The engines that are installed, each as a function from an address to a command."""
    numbers = itertools.count()

    def profile():
        folder = root / f"profile{next(numbers)}"
        folder.mkdir()
        return folder

    if shutil.which("chromium"):
        # Root cannot use Chromium's own sandbox.
        yield "Chromium", lambda url: [
            "chromium", "--headless", "--no-first-run", "--disable-gpu", "--no-sandbox",
            f"--user-data-dir={profile()}", url]
    if shutil.which("firefox-esr"):
        yield "Firefox ESR", lambda url: ["firefox-esr", "--headless", "--no-remote", "--profile", str(profile()), url]
    probe = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"
    if subprocess.run([PYTHON, "-c", probe], capture_output=True, check=False).returncode == 0:
        yield "WebKitGTK", lambda url: [PYTHON, str(WEBKIT), url]


def display():
    """Starts an X server, which WebKitGTK needs."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL)
    os.environ["DISPLAY"] = ":" + os.read(read, 16).decode().strip()
    return server


def shown(command, env, server, page):
    process = subprocess.Popen(
        command, env=env, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return server.report(page)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def main(prefix):
    fontctl = pathlib.Path(prefix) / "bin" / "fontctl"
    failures = []
    with tempfile.TemporaryDirectory(prefix="fontd-pages-", ignore_cleanup_errors=True) as folder:
        root, server, screen = pathlib.Path(folder), Server(), display()
        try:
            own = register(fontctl, root)
            engines = list(browsers(root))
            print("| page | " + " | ".join(name for name, _ in engines) + " |")
            print("| --- |" + " --- |" * len(engines))
            for (number, case), source in itertools.product(enumerate(CASES), ("file", "inline")):
                sheet = subprocess.run(
                    [fontctl, "css", *case.arguments, *(["--inline"] if source == "inline" else [])],
                    env=own, check=True, capture_output=True, text=True).stdout
                cells = []
                for engine, command in engines:
                    page = urllib.parse.quote(f"{engine}-{number}-{source}".replace(" ", ""))
                    body = case.page(sheet, server, page)
                    if source == "file":
                        path = root / f"{page}.html"
                        path.write_text(body)
                        url = path.as_uri()
                    else:
                        server.pages[f"/{page}"] = body
                        url = f"{server.address}/{page}"
                    found = shown(command(url), environment(root / "browser"), server, page)
                    cells.append("right" if found == case.expected else f"**{found}**")
                    if found != case.expected:
                        failures.append(f"{case.name}, {source}, {engine}: {found}, not {case.expected}")
                where = "page from a file, fonts by address" if source == "file" else "page from a server, fonts inline"
                print(f"| {case.name}; {where} | " + " | ".join(cells) + " |", flush=True)
        finally:
            screen.kill()
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

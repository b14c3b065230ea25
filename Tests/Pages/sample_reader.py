"""Checks the sample reader with an installed fontctl: sample_reader.py PREFIX LIBRARY PICTURES [FONTS]

Reads a made book in made fonts, or in the fonts of a folder, switches families, removes the one that is shown and brings it
back. Writes two pictures of the window into the folder PICTURES. Ends with status 1 if a step fails.
"""

import os
import pathlib
import queue
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
import zlib

import fonts
import pages

READER = pathlib.Path(__file__).parent.parent.parent / "Examples" / "GtkReader" / "reader.py"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ .,’"
FAMILIES = {
    "serif": ["Literata", "Lora", "Merriweather", "Source Serif 4"],
    "sans-serif": ["Lato", "Montserrat", "Nunito Sans", "Source Sans 3"]}
TEXT = """<p>The type of a page is a voice. A reader hears it before the first word, and forgets it by the second page if it is
the right one.</p><p>Families for long texts have open counters, an even colour and letters that differ: an l that is no I,
and an rn that is no m. They were drawn for sizes at which books are set, and not for posters.</p><p>This sample changes its
family while one reads. The list on the left follows the registry of the machine, and so does this page: a family that is
removed gives way to its stand-in, and returns when it is registered again.</p>"""


def make_book(path):
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        book.writestr("META-INF/container.xml", """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>""")
        book.writestr("OEBPS/book.opf", """<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata
 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">sample</dc:identifier></metadata><manifest>
<item id="page" href="page.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="page"/></spine></package>""")
        book.writestr("OEBPS/page.xhtml", f"""<?xml version="1.0"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Type</title></head><body><h1>On reading</h1>{TEXT}</body></html>""")


def make_fonts(folder):
    for number, family in enumerate(FAMILIES["serif"] + FAMILIES["sans-serif"]):
        for style, weight in (("Regular", 400), ("Bold", 700)):
            font = fonts.build(family, style, weight, advance=420 + 20 * number + weight // 100, letters=LETTERS)
            font.save(folder / f"{number}-{style}.ttf")


class Screen:
    """An X server whose picture can be saved."""

    def __init__(self, root):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-screen", "0", "1000x700x24", "-fbdir", str(root)],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.environ["DISPLAY"] = ":" + os.read(read, 16).decode().strip()
        self.memory = root / "Xvfb_screen0"
        self.saved = b""

    def settled(self):
        """The memory once it differs from the last picture and does not change for a second."""
        end, since, last = time.monotonic() + 30, time.monotonic(), b""
        while time.monotonic() < end:
            data = self.memory.read_bytes()
            if data != last:
                since, last = time.monotonic(), data
            elif data != self.saved and time.monotonic() - since > 1:
                break
            time.sleep(0.1)
        self.saved = last
        return last

    def save(self, path):
        """Saves the screen as PNG. Its memory is an XWD file with four bytes a pixel: blue, green, red, nothing."""
        data = self.settled()
        header = struct.unpack(">25I", data[:100])
        size, width, height, line, colors = header[0], header[4], header[5], header[12], header[19]
        start = size + 12 * colors
        rows = b""
        for number in range(height):
            row = data[start + number * line:start + number * line + 4 * width]
            pixels = bytearray(3 * width)
            pixels[0::3], pixels[1::3], pixels[2::3] = row[2::4], row[1::4], row[0::4]
            rows += b"\0" + pixels
        def chunk(kind, content):
            return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        path.write_bytes(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


class Reader:
    """The running program, and the lines that it prints."""

    def __init__(self, library, document, env):
        self.process = subprocess.Popen(
            [pages.PYTHON, str(READER), library, str(document)], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        self.lines = queue.Queue()
        threading.Thread(target=lambda: [self.lines.put(line.strip()) for line in self.process.stdout], daemon=True).start()

    def send(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def wait(self, *words, seconds=60):
        """The first line that begins with the words, among those to come."""
        while True:
            line = self.lines.get(timeout=seconds)
            if line.split(" ")[:len(words)] == list(words):
                return line

    def ask(self, command, *words):
        self.send(command)
        return self.wait(*words)

    def width(self):
        return float(self.ask("measure", "width").split(" ")[1])

    def sections(self):
        self.send("list")
        found = {}
        while (line := self.lines.get(timeout=60)) != "listed":
            if line.startswith("section "):
                _, name, families = line.split(" ", 2) if line.count(" ") > 1 else [*line.split(" "), ""]
                found[name] = families.split("|")
        return found


def check(what, is_right, detail=""):
    print(f"- {what}: {'yes' if is_right else '**no** ' + str(detail)}", flush=True)
    return is_right


def run(fontctl, library, pictures, given, root, screen):
    env = pages.environment(root / "home")
    document = root / "sample.epub"
    make_book(document)
    subprocess.run([fontctl, "register", str(given)], env=env, check=True, stdout=subprocess.DEVNULL)
    reader = Reader(library, document, env)
    try:
        reader.wait("families")
        reader.wait("loaded")
        sections = reader.sections()
        right = check(
            "the eight families are listed by category",
            all(family in sections.get(name, []) for name, families in FAMILIES.items() for family in families), sections)
        widths = {}
        for family in FAMILIES["serif"] + FAMILIES["sans-serif"]:
            reader.ask(f"family {family}", "style")
            widths[family] = reader.width()
        right &= check("each family has letters of its own width", len(set(widths.values())) == 8, widths)
        reader.ask("family Literata", "style")
        right &= check("switching back gives the first width", reader.width() == widths["Literata"])
        screen.save(pictures / "reader-light.png")
        reader.ask("size 26", "style")
        reader.ask("family Montserrat", "style")
        reader.ask("theme dark", "style")
        reader.width()
        screen.save(pictures / "reader-dark.png")
        reader.ask("family Lora", "style")
        before = reader.width()
        files = sorted(str(path) for path in pathlib.Path(given).rglob("*") if path.suffix in (".ttf", ".otf"))
        names = ["Lora-Regular", "Lora-Bold"]
        subprocess.run([fontctl, "unregister", *names], env=env, check=True, stdout=subprocess.DEVNULL)
        reader.wait("style")
        right &= check("the page falls back when its family is removed", reader.width() != before)
        right &= check("the list has lost the family", "Lora" not in reader.sections()["serif"])
        subprocess.run([fontctl, "register", *files], env=env, check=False, stdout=subprocess.DEVNULL)
        reader.wait("style")
        right &= check("the page returns to the family", reader.width() == before, before)
        right &= check("the list has it again", "Lora" in reader.sections()["serif"])
        return right
    finally:
        os.killpg(reader.process.pid, signal.SIGKILL)
        reader.process.wait()


def main(prefix, library, pictures, given=None):
    fontctl = pathlib.Path(prefix) / "bin" / "fontctl"
    with tempfile.TemporaryDirectory(prefix="fontd-reader-", ignore_cleanup_errors=True) as folder:
        root = pathlib.Path(folder)
        screen = Screen(root)
        try:
            if not given:
                given = root / "given"
                given.mkdir()
                make_fonts(given)
            return 0 if run(fontctl, library, pathlib.Path(pictures).resolve(), given, root, screen) else 1
        except queue.Empty:
            print("- the reader does not answer: **no**")
            return 1
        finally:
            screen.server.kill()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Exports PDF files of one document that stays open in LibreOffice: office.py FAMILY. For each size on standard input, what the
page shows."""

import os
import pathlib
import subprocess
import sys
import tempfile

import uno
from com.sun.star.beans import PropertyValue

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import ink

family = sys.argv[1]
folder = tempfile.mkdtemp()
pipe = f"reach{os.getpid()}"
office = subprocess.Popen(
    ["soffice", "--headless", "--norestore", "--nologo", f"-env:UserInstallation=file://{folder}/profile",
     f"--accept=pipe,name={pipe};urp;"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def value(name, content):
    member = PropertyValue()
    member.Name, member.Value = name, content
    return member


def connect():
    import time
    resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    for _ in range(300):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:
            time.sleep(0.2)
    sys.exit("LibreOffice does not answer")


desktop = connect().ServiceManager.createInstance("com.sun.star.frame.Desktop")
document = desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, (value("Hidden", True),))
text = document.Text
text.setString(ink.TEXT)
try:
    for number, line in enumerate(iter(sys.stdin.readline, "")):
        cursor = text.createTextCursor()
        cursor.gotoStart(False)
        cursor.gotoEnd(True)
        cursor.CharFontName = family
        # The widest of the fonts fits on the page.
        points = float(line) / 4
        cursor.CharHeight = points
        path = f"{folder}/{number}.pdf"
        document.storeToURL("file://" + path, (value("FilterName", "writer_pdf_Export"),))
        print(ink.line(ink.of_file(path, points)), flush=True)
finally:
    office.kill()

"""Measures text in the PDF files that LibreOffice exports: office.py FAMILY. For each size on standard input, the width of an m
in em, of one document that stays open."""

import os
import re
import subprocess
import sys
import tempfile

import uno
from com.sun.star.beans import PropertyValue

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
text.setString("mmmm")
try:
    for number, line in enumerate(iter(sys.stdin.readline, "")):
        cursor = text.createTextCursor()
        cursor.gotoStart(False)
        cursor.gotoEnd(True)
        cursor.CharFontName = family
        cursor.CharHeight = float(line)
        path = f"{folder}/{number}.pdf"
        document.storeToURL("file://" + path, (value("FilterName", "writer_pdf_Export"),))
        boxes = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, text=True, check=False).stdout
        word = re.search(r'xMin="([\d.]+)".*xMax="([\d.]+)".*>m+<', boxes)
        print(round((float(word[2]) - float(word[1])) / 4 / float(line), 2) if word else "lost", flush=True)
finally:
    office.kill()

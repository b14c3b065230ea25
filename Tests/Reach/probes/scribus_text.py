"""Exports PDF files of one document that stays open, as a script that runs in Scribus with the arguments FAMILY and FOLDER. For
each size on standard input, the size and the file."""

import os
import sys

import scribus

family, folder = sys.argv[1:3]
scribus.newDocument(scribus.PAPER_A4, (10, 10, 10, 10), scribus.PORTRAIT, 1, scribus.UNIT_POINTS, scribus.PAGE_1, 0, 1)
frame = scribus.createText(20, 20, 550, 200)
scribus.setText("mmmm", frame)
name = next((name for name in scribus.getFontNames() if name.startswith(family)), None)
if name:
    scribus.setFont(name, frame)
pending, number = b"", 0
while chunk := os.read(0, 4096):
    pending += chunk
    while b"\n" in pending:
        line, pending = pending.split(b"\n", 1)
        # The widest of the fonts fits on the page.
        points = float(line) / 4
        number += 1
        scribus.setFontSize(points, frame)
        path = f"{folder}/{number}.pdf"
        document = scribus.PDFfile()
        document.file = path
        try:
            document.save()
        except Exception:
            pass
        os.write(1, f"\npicture {points} {path}\n".encode())

"""Measures text as Qt lays it out: qt.py 5|6 FAMILY. For each size on standard input, the width of an m in em."""

import os
import sys

version, family = sys.argv[1:3]
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if version == "5":
    from PyQt5.QtGui import QFont, QFontMetricsF, QGuiApplication
else:
    from PyQt6.QtGui import QFont, QFontMetricsF, QGuiApplication

application = QGuiApplication(sys.argv[:1])
for line in iter(sys.stdin.readline, ""):
    application.processEvents()
    font = QFont(family)
    font.setPixelSize(int(float(line)))
    print(round(QFontMetricsF(font).horizontalAdvance("mmmm") / 4 / int(float(line)), 2), flush=True)

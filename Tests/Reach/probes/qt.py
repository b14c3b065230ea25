"""Draws text as Qt's widgets do: qt.py 5|6 FAMILY. For each size on standard input, what the picture shows."""

import os
import pathlib
import sys

version, family = sys.argv[1:3]
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if version == "5":
    from PyQt5.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter
else:
    from PyQt6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import ink

application = QGuiApplication(sys.argv[:1])
for line in iter(sys.stdin.readline, ""):
    application.processEvents()
    size = int(float(line))
    image = QImage(20 * size, 3 * size, QImage.Format.Format_Grayscale8)
    image.fill(QColor("white"))
    font = QFont(family)
    font.setPixelSize(size)
    painter = QPainter(image)
    painter.setFont(font)
    painter.drawText(0, 2 * size, ink.TEXT)
    painter.end()
    bits = image.constBits()
    bits.setsize(image.bytesPerLine() * image.height())
    reading = ink.of_samples(bytes(bits), image.width(), image.height(), image.bytesPerLine(), size, ink.DARK_IS_INK)
    print(ink.line(reading), flush=True)

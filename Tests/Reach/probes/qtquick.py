"""Shows text in a Qt Quick window: qtquick.py 5|6 FAMILY. For each size on standard input, what the window shows."""

import os
import pathlib
import sys

version, family = sys.argv[1:3]
os.environ.setdefault("QT_QPA_PLATFORM", "xcb")
os.environ.setdefault("QT_QUICK_BACKEND", "software")
if version == "5":
    from PyQt5.QtCore import QUrl
    from PyQt5.QtGui import QGuiApplication, QImage
    from PyQt5.QtQuick import QQuickView
else:
    from PyQt6.QtCore import QUrl
    from PyQt6.QtGui import QGuiApplication, QImage
    from PyQt6.QtQuick import QQuickView

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import ink

application = QGuiApplication(sys.argv[:1])
scene = pathlib.Path(os.environ.get("TMPDIR", "/tmp")) / f"reach-{os.getpid()}.qml"
scene.write_text(
    f"import QtQuick 2.0\nRectangle {{ property int size: 40; width: 1900; height: 300; color: 'white'\n"
    f"  Text {{ y: 20; text: '{ink.TEXT}'; color: 'black'; font.family: '{family}'; font.pixelSize: parent.size }} }}\n")
view = QQuickView()
view.setSource(QUrl.fromLocalFile(str(scene)))
view.show()
try:
    for line in iter(sys.stdin.readline, ""):
        size = int(float(line))
        view.rootObject().setProperty("size", size)
        image = QImage()
        # A window has a picture once it was exposed, which can take some rounds.
        while image.isNull():
            application.processEvents()
            image = view.grabWindow().convertToFormat(QImage.Format.Format_Grayscale8)
        bits = image.constBits()
        bits.setsize(image.bytesPerLine() * image.height())
        reading = ink.of_samples(bytes(bits), image.width(), image.height(), image.bytesPerLine(), size, ink.DARK_IS_INK)
        print(ink.line(reading), flush=True)
finally:
    scene.unlink()

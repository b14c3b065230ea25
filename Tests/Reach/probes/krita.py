"""Opens a picture with text in a font in Krita for each size on standard input, and prints what its window shows: krita.py FAMILY.

Krita exports no vector layers when it runs without a window (5.1), which is why its window is read."""

import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import ink

# The page, in pixels: the text at any of the sizes fits into it.
WIDTH, HEIGHT = 400, 200

family = sys.argv[1]
folder = pathlib.Path(tempfile.mkdtemp())
quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
for number, line in enumerate(iter(sys.stdin.readline, "")):
    size = 12 + int(float(line)) % 8
    source, document, picture = (folder / f"{number}{suffix}" for suffix in (".svg", ".kra", ".png"))
    source.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
        f'<text x="10" y="120" font-family="{family}" font-size="{size}" fill="#000000">{ink.TEXT}</text></svg>')
    # A document of Krita opens without a question.
    subprocess.run(["krita", "--nosplash", "--export", "--export-filename", str(document), str(source)],
                   check=False, timeout=120, **quiet)
    window = subprocess.Popen(["krita", "--nosplash", "--canvasonly", str(document)], **quiet)
    reading = None
    for _ in range(60):
        time.sleep(0.5)
        subprocess.run(["timeout", "5", "import", "-silent", "-window", "root", str(picture)], check=False, **quiet)
        reading = ink.of_page(picture, WIDTH / HEIGHT, size / WIDTH)
        if reading is not None:
            break
    window.kill()
    window.wait()
    print(ink.line(reading), flush=True)

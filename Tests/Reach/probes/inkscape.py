"""Exports drawings with one Inkscape that stays open: inkscape.py FAMILY. For each size on standard input, what the picture
shows."""

import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import ink

folder = pathlib.Path(tempfile.mkdtemp())
shell = subprocess.Popen(["inkscape", "--shell"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
try:
    for number, line in enumerate(iter(sys.stdin.readline, "")):
        size = int(float(line))
        drawing, picture = folder / f"{number}.svg", folder / f"{number}.png"
        drawing.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{20 * size}" height="{3 * size}">'
            f'<text x="2" y="{2 * size}" font-family="{sys.argv[1]}" font-size="{size}px">{ink.TEXT}</text></svg>')
        actions = f"file-open:{drawing};export-filename:{picture};export-background:white;export-do;file-close\n"
        shell.stdin.write(actions.encode())
        # The shell prints a prompt when it is ready for the next line.
        shell.stdin.flush()
        while not picture.exists() and shell.poll() is None:
            shell.stdout.read1(4096)
        print(ink.line(ink.of_file(picture, size)), flush=True)
finally:
    shell.kill()

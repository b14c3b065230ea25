"""Draws text with matplotlib: matplotlib_text.py FAMILY. For each size on standard input, what the picture shows."""

import pathlib
import sys
import warnings

warnings.simplefilter("ignore")
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

sys.path.append(str(pathlib.Path(__file__).parent.parent))
import ink

for line in iter(sys.stdin.readline, ""):
    size = float(line)
    figure = Figure(figsize=(20 * size / 72, 3 * size / 72), dpi=72)
    canvas = FigureCanvasAgg(figure)
    figure.text(0, 0.3, ink.TEXT, family=sys.argv[1], size=size)
    canvas.draw()
    samples = bytes(canvas.buffer_rgba())[::4]
    width, height = canvas.get_width_height()
    print(ink.line(ink.of_samples(samples, width, height, width, size, ink.DARK_IS_INK)), flush=True)

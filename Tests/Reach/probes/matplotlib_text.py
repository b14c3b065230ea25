"""Measures text as matplotlib lays it out: matplotlib_text.py FAMILY. For each size on standard input, the width of an m in em."""

import sys
import warnings

warnings.simplefilter("ignore")
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

for line in iter(sys.stdin.readline, ""):
    size = float(line)
    extents = [TextPath((0, 0), text, size=size, prop=FontProperties(family=sys.argv[1])).get_extents() for text in ("mm", "m")]
    print(round((extents[0].x1 - extents[1].x1) / size, 2), flush=True)

"""Reads from a picture of the text mmmm which font a person sees: the height of the letters and the distance between them, in em."""

import pathlib
import re
import subprocess
import tempfile

TEXT = "mmmm"
# A sample with at least this coverage, of 255, is ink.
INK = bytes(1 if value > 127 else 0 for value in range(256))
DARK_IS_INK = bytes(1 if value < 128 else 0 for value in range(256))
# Pictures of PDF pages are drawn at this resolution; a point has so many samples.
RESOLUTION = 288


def of_samples(samples, width, height, stride, size, table=INK):
    """The distance between letters and their height in em, or None without ink; samples are bytes, row by row."""
    columns, inked = 0, []
    for row in range(height):
        mask = bytes(samples[row * stride:row * stride + width]).translate(table)
        if 1 in mask:
            inked.append(row)
            columns |= int.from_bytes(mask, "big")
    if not inked:
        return None
    runs = list(re.finditer(b"\x01+", columns.to_bytes(width, "big")))
    letters = len(TEXT)
    distance = (
        (runs[-1].start() - runs[0].start()) / (letters - 1) if len(runs) == letters
        else (runs[-1].end() - runs[0].start()) / letters)
    return distance / size, (inked[-1] - inked[0] + 1) / size


def line(reading):
    """The form in which probes print what was read."""
    return "lost" if reading is None else f"{reading[0]:.2f} {reading[1]:.2f}"


def of_surface(surface, size):
    """What a cairo surface of alpha values shows."""
    surface.flush()
    return of_samples(surface.get_data(), surface.get_width(), surface.get_height(), surface.get_stride(), size)


def gray(path):
    """The samples of a PNG on white paper, one of its three colours since texts are black; its width, height and stride."""
    import cairo
    picture = cairo.ImageSurface.create_from_png(str(path))
    white = cairo.ImageSurface(cairo.FORMAT_RGB24, picture.get_width(), picture.get_height())
    context = cairo.Context(white)
    context.set_source_rgb(1, 1, 1)
    context.paint()
    context.set_source_surface(picture)
    context.paint()
    white.flush()
    return bytes(white.get_data())[1::4], white.get_width(), white.get_height(), white.get_stride() // 4


def of_page(path, proportion, size):
    """What the white page in a picture of the screen shows, once it is there; proportion is its width by its height, size is
    in widths of the page."""
    path = pathlib.Path(path)
    if not path.exists() or path.stat().st_size == 0:
        return None
    samples, width, height, stride = gray(path)
    lines = [samples[row * stride:row * stride + width] for row in range(height)]
    # A line of the page without text is the longest white one.
    longest = max((max(re.findall(b"\xff+", line), key=len, default=b"") for line in lines), key=len)
    if len(longest) < width / 4:
        return None
    rows = [row for row, line in enumerate(lines) if longest in line]
    left = lines[rows[0]].index(longest)
    top, bottom = rows[0], rows[-1] + 1
    if abs(len(longest) / (bottom - top) / proportion - 1) > 0.05:
        return None
    page = b"".join(line[left:left + len(longest)] for line in lines[top:bottom])
    return of_samples(page, len(longest), bottom - top, len(longest), size * len(longest), DARK_IS_INK)


def of_file(path, size):
    """What a PNG, a PGM or the first page of a PDF shows; size in samples, in points for a PDF."""
    path = pathlib.Path(path)
    if not path.exists() or path.stat().st_size == 0:
        return None
    if path.suffix == ".pdf":
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["pdftoppm", "-gray", "-singlefile", "-r", str(RESOLUTION), path, f"{folder}/page"], check=False,
                           capture_output=True)
            return of_file(f"{folder}/page.pgm", size * RESOLUTION / 72)
    if path.suffix == ".png":
        return of_samples(*gray(path), size, DARK_IS_INK)
    head = re.match(rb"P5\s(\d+)\s(\d+)\s255\s", content := path.read_bytes())
    if head is None:
        return None
    width, height = int(head[1]), int(head[2])
    return of_samples(content[head.end():], width, height, width, size, DARK_IS_INK)

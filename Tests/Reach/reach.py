"""Measures what real programs see of registered fonts and prints the matrix as Markdown: reach.py PREFIX [NAME...]

PREFIX is the folder to which fontd was installed; NAMEs choose rows. Every program that is installed is started twice: fresh after
each change, and running through all of them. A width tells which font it shows: 1.5 em is the registered font, 2.5 the one that
replaces it, 3.5 a font of the session, 4.5 one of fontctl exec; anything else is a fallback.
"""

import concurrent.futures
import sys
import time

import marked
from desk import Desk
from programs import kinds

FIRST, SECOND, SESSION, EXEC = 1.5, 2.5, 3.5, 4.5
# The width of the widest m of any unmarked font.
FALLBACK = 1.2
# Firefox checks for changes every 30 s.
PATIENCE = 45


def is_width(width, mark):
    return width is not None and abs(width - mark) < 0.08


def in_parallel(work, items):
    with concurrent.futures.ThreadPoolExecutor(max_workers=len(items) or 1) as pool:
        return dict(zip(items, pool.map(work, items)))


def until(program, mark, start):
    """Seconds from start until a running program shows a mark, and the last width; None if it does not in time."""
    while True:
        width = program.measure()
        passed = time.monotonic() - start
        if is_width(width, mark):
            return passed, width
        if passed > PATIENCE or not program.is_running:
            return None, width
        time.sleep(0.5)


def word(answer, mark, old=None):
    seconds, width = answer
    if seconds is not None:
        return f"{seconds:.0f} s"
    if width is None:
        return "no answer"
    if width == 0:
        return "**text missing**"
    if old is not None and is_width(width, old):
        return "old"
    if old is None:
        return "no"
    # Marked fonts are wider than all others, so this is a mixture of the glyphs of one and the positions of another.
    return "mixed" if width > FALLBACK else "**falls back**"


class Matrix:
    def __init__(self, desk, rows):
        self.desk, self.rows = desk, rows
        self.displays = {name: desk.display(name) for name in {row.display for row in rows} - {None}}
        self.cells = {row: {} for row in rows}
        self.fonts = {}
        for name, advance, revision in (
                ("first", FIRST, 1), ("second", SECOND, 2), ("session", SESSION, 3), ("exec", EXEC, 4)):
            self.fonts[name] = desk.root / f"{name}.ttf"
            marked.write(self.fonts[name], advance, revision)

    def start(self, row, prefix=()):
        return row.start(self.desk, self.displays.get(row.display, {}), prefix)

    def fresh(self, column, mark, prefix=()):
        """Starts every program once, two at a time, and says whether it shows a mark."""
        def measure(row):
            program = self.start(row, prefix)
            try:
                end = time.monotonic() + 60
                width = None
                while time.monotonic() < end and not is_width(width, mark):
                    width = program.measure()
                    # The first layout is the result, except that a page may report once before its font is loaded.
                    if width is not None and not hasattr(program, "page"):
                        break
                    if hasattr(program, "page") and time.monotonic() > end - 50:
                        break
                return width
            finally:
                program.end()
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            for row, width in zip(self.rows, pool.map(measure, self.rows)):
                self.cells[row][column] = "yes" if is_width(width, mark) else "**no**"

    def observe(self, running, column, mark, old=None):
        start = time.monotonic()
        for row, answer in in_parallel(lambda row: until(running[row], mark, start), list(running)).items():
            self.cells[row][column] = word(answer, mark, old)

    def run(self):
        desk, rows = self.desk, [row for row in self.rows if row.runs]
        begin = lambda: in_parallel(lambda row: self.start(row), rows)
        # Every program must have shown text before the first change.
        running = begin()
        in_parallel(lambda row: running[row].measure(), rows)
        desk.fontctl("register", self.fonts["first"])
        self.observe(running, "register", FIRST)
        self.end(running)
        self.fresh("fresh", FIRST)

        running = self.showing(rows, FIRST)
        desk.fontctl("register", "--replace", self.fonts["second"])
        self.observe(running, "replace", SECOND, FIRST)
        for row in running:
            if getattr(running[row], "port", None):
                width = running[row].new_tab()
                self.cells[row]["replace"] += ", new tab " + (
                    "new" if is_width(width, SECOND) else "old" if is_width(width, FIRST) else "**falls back**")
        self.end(running)

        running = self.showing(rows, SECOND)
        desk.fontctl("disable", f"{marked.FAMILY.replace(' ', '')}-Regular")
        start = time.monotonic()

        def gone(row):
            """What a running program shows of a font that is taken away: the old font, or its fallback."""
            while True:
                width = running[row].measure()
                if not running[row].is_running or (width is not None and not is_width(width, SECOND)):
                    return time.monotonic() - start, width
                if time.monotonic() - start > PATIENCE:
                    return None, width
                time.sleep(0.5)
        for row, (seconds, width) in in_parallel(gone, list(running)).items():
            self.cells[row]["disable"] = (
                "old" if seconds is None else "no answer" if width is None else "**text missing**" if width == 0
                else f"{seconds:.0f} s")
        self.end(running)
        desk.fontctl("unregister", f"{marked.FAMILY.replace(' ', '')}-Regular")

        running = begin()
        in_parallel(lambda row: running[row].measure(), rows)
        desk.fontctl("register", "--scope", "session", self.fonts["session"])
        self.observe(running, "session running", SESSION)
        self.end(running)
        self.fresh("session", SESSION)
        desk.fontctl("unregister", f"{marked.FAMILY.replace(' ', '')}-Regular")

        self.fresh("exec", EXEC, ("fontctl", "exec", "--font", str(self.fonts["exec"]), "--"))

    def showing(self, rows, mark):
        """Starts programs and keeps those that show a mark."""
        started = in_parallel(lambda row: self.start(row), rows)
        answers = in_parallel(lambda row: until(started[row], mark, time.monotonic()), rows)
        self.end({row: started[row] for row in rows if answers[row][0] is None})
        return {row: started[row] for row in rows if answers[row][0] is not None}

    def end(self, running):
        in_parallel(lambda row: running[row].end(), list(running))

    COLUMNS = [("fresh", "Fresh"), ("register", "Running: register"), ("replace", "Running: replace"),
               ("disable", "Running: disable"), ("session", "Session, fresh"), ("session running", "Session, running"),
               ("exec", "`exec`")]

    def table(self):
        lines = ["| Program | " + " | ".join(title for _, title in self.COLUMNS) + " |",
                 "|---" * (len(self.COLUMNS) + 1) + "|"]
        for row in self.rows:
            cells = [self.cells[row].get(key, "–") for key, _ in self.COLUMNS]
            lines.append(f"| {row.name} | " + " | ".join(cells) + " |")
        return "\n".join(lines)


def main(prefix, names):
    rows = [row for row in kinds() if not names or any(name.lower() in row.name.lower() for name in names)]
    missing = [row.name for row in rows if not row.is_there]
    rows = [row for row in rows if row.name not in missing]
    with Desk(prefix) as desk:
        matrix = Matrix(desk, rows)
        matrix.run()
        print(matrix.table())
    if missing:
        print("\nNot installed, or not for root, so not measured: " + ", ".join(missing) + ".")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])

"""Measures what real programs see of registered fonts and prints the matrix as Markdown: reach.py PREFIX [NAME...]

PREFIX is the folder to which fontd was installed; NAMEs choose rows. Every program that is installed is started twice: fresh after
each change, and running through all of them. The ink of its text shows which font a person sees, and
whether the letters are right: see marked.py.
"""

import concurrent.futures
import sys
import time

import marked
from desk import Desk
from marked import EXEC, FIRST, MARKS, SECOND, SESSION
from programs import Lost, kinds

# Firefox checks for changes every 31 s.
PATIENCE = 45


def shows(reading, mark):
    return reading not in (None, Lost) and mark.is_shown(reading)


def in_parallel(work, items):
    with concurrent.futures.ThreadPoolExecutor(max_workers=len(items) or 1) as pool:
        return dict(zip(items, pool.map(work, items)))


def until(program, mark, start):
    """Seconds from start until a running program shows a mark, and the last reading; None if it does not in time."""
    while True:
        reading = program.measure()
        passed = time.monotonic() - start
        if shows(reading, mark):
            return passed, reading
        if passed > PATIENCE or not program.is_running:
            return None, reading
        time.sleep(0.5)


def state(reading):
    """What a person sees of a text, if it is neither the new font nor the old one."""
    if reading is None:
        return "no answer"
    if reading is Lost:
        return "**text missing**"
    if marked.shows_other_letters(reading):
        return "**wrong letters**"
    if marked.shows_boxes(reading):
        return "**boxes**"
    if any(mark.places(reading) for mark in MARKS) or any(
            mark.outlines(reading) and reading[0] > mark.advance for mark in MARKS):
        return "**mixed**"
    return "**falls back**"


def word(program, answer, mark, old=None):
    seconds, reading = answer
    if seconds is not None:
        return f"{seconds:.0f} s"
    if old is not None and shows(reading, old):
        return "old"
    if not program.is_running:
        return "**ends**"
    return "no" if old is None and reading not in (None, Lost) else state(reading)


class Matrix:
    def __init__(self, desk, rows):
        self.desk, self.rows = desk, rows
        self.displays = {name: desk.display(name) for name in {row.display for row in rows} - {None}}
        self.cells = {row: {} for row in rows}
        self.fonts = {}
        for mark in MARKS:
            self.fonts[mark] = desk.root / f"fonts-{mark.revision}" / marked.FILE
            self.fonts[mark].parent.mkdir()
            marked.write(self.fonts[mark], mark)

    def start(self, row, prefix=()):
        return row.start(self.desk, self.displays.get(row.display, {}), prefix)

    def fresh(self, column, mark, prefix=()):
        """Starts every program once, two at a time, and says whether it shows a mark."""
        def measure(row):
            program = self.start(row, prefix)
            try:
                end = time.monotonic() + 60
                reading = None
                while time.monotonic() < end and not row.shows(reading, mark):
                    reading = program.measure()
                    # The first layout is the result, except that a page may report once before its font is loaded.
                    if reading is not None and not hasattr(program, "page"):
                        break
                    if hasattr(program, "page") and time.monotonic() > end - 50:
                        break
                return reading
            finally:
                program.end()
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            for row, reading in zip(self.rows, pool.map(measure, self.rows)):
                self.cells[row][column] = "yes" if row.shows(reading, mark) else "**no**"
                self.note(column, row, reading)

    def observe(self, running, column, mark, old=None):
        start = time.monotonic()
        for row, answer in in_parallel(lambda row: until(running[row], mark, start), list(running)).items():
            self.cells[row][column] = word(running[row], answer, mark, old)
            self.note(column, row, answer)
        self.look_again(running, column, start, [mark] if old is None else [mark, old])

    def look_again(self, running, column, start, marks):
        """Looks at what programs show when the time is over: some show a font rightly at first, and other letters later."""
        time.sleep(max(0, start + PATIENCE - time.monotonic()))
        for row, reading in in_parallel(lambda row: running[row].measure(), list(running)).items():
            self.note(f"{column}, later", row, reading)
            if running[row].is_running and self.cells[row][column][:1].isdigit() and not any(
                    shows(reading, mark) for mark in marks):
                self.cells[row][column] += f", later {state(reading)}"

    @staticmethod
    def note(column, row, reading):
        """Keeps what was read, for those who wonder about a cell."""
        print(f"reach: {column}: {row.name}: {reading}", file=sys.stderr, flush=True)

    def run(self):
        desk, rows = self.desk, [row for row in self.rows if row.runs]
        begin = lambda: in_parallel(lambda row: self.start(row), rows)
        # Every program must have shown text before the first change.
        running = begin()
        in_parallel(lambda row: running[row].measure(), rows)
        desk.fontctl("register", self.fonts[FIRST])
        self.observe(running, "register", FIRST)
        self.end(running)
        self.fresh("fresh", FIRST)

        running = self.showing(rows, FIRST)
        desk.fontctl("register", "--replace", self.fonts[SECOND])
        self.observe(running, "replace", SECOND, FIRST)
        for row in running:
            if getattr(running[row], "port", None):
                reading = running[row].new_tab()
                self.cells[row]["replace"] += ", new tab " + (
                    "new" if shows(reading, SECOND) else "old" if shows(reading, FIRST) else state(reading))
        self.end(running)

        running = self.showing(rows, SECOND)
        desk.fontctl("disable", f"{marked.FAMILY.replace(' ', '')}-Regular")
        start = time.monotonic()

        def gone(row):
            """What a running program shows of a font that is taken away: the old font, another one, or what is wrong."""
            while True:
                reading = running[row].measure()
                if not running[row].is_running or not shows(reading, SECOND):
                    return time.monotonic() - start, reading
                if time.monotonic() - start > PATIENCE:
                    return None, reading
                time.sleep(0.5)
        for row, (seconds, reading) in in_parallel(gone, list(running)).items():
            self.note("disable", row, (seconds, reading))
            seen = state(reading)
            self.cells[row]["disable"] = (
                "old" if seconds is None else "**ends**" if not running[row].is_running
                else f"{seconds:.0f} s" if seen == "**falls back**" else seen)
        for row, reading in in_parallel(lambda row: running[row].measure(), list(running)).items():
            # A font that is hidden is replaced by another one for all sizes, and not by boxes for some.
            if running[row].is_running and state(reading) not in ("**falls back**", self.cells[row]["disable"]) and not shows(
                    reading, SECOND):
                self.cells[row]["disable"] += f", later {state(reading)}"
        self.end(running)
        desk.fontctl("unregister", f"{marked.FAMILY.replace(' ', '')}-Regular")

        running = begin()
        in_parallel(lambda row: running[row].measure(), rows)
        desk.fontctl("register", "--scope", "session", self.fonts[SESSION])
        self.observe(running, "session running", SESSION)
        self.end(running)
        self.fresh("session", SESSION)
        desk.fontctl("unregister", f"{marked.FAMILY.replace(' ', '')}-Regular")

        self.fresh("exec", EXEC, ("fontctl", "exec", "--font", str(self.fonts[EXEC]), "--"))

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

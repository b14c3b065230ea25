"""Puts rows that were measured later among the others and prints the result: merge.py DOCUMENT TABLE CIRCUMSTANCES

DOCUMENT is the former docs/reach.md and TABLE the output of reach.py for chosen rows. Every such row is listed with its date.
"""

import pathlib
import sys

from programs import kinds

LATER = "Measured later, "


def rows(lines):
    """The rows of a table by their name; the first two are its head."""
    return {line.split("|")[1].strip(): line for line in lines if line.startswith("|")}


def merged(document, table, circumstances):
    lines = document.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("Measured on "))
    head = next(number for number, line in enumerate(lines) if line.startswith("|"))
    present, new = rows(lines[head:]), rows(table.splitlines())
    names = [name for name in new if name not in list(present)[:2]]
    later = {}
    for line in lines[start:head]:
        if line.startswith(LATER):
            when, _, those = line.removeprefix(LATER).removesuffix(".").partition(": ")
            later[when] = [name for name in those.split("; ") if name not in names]
    later[circumstances] = later.get(circumstances, []) + names
    result = [lines[start], ""]
    for when, those in later.items():
        result += [f"{LATER}{when}: {'; '.join(those)}.", ""] if those else []
    # Rows that are no longer measured come first.
    order = [row.name for row in kinds()]
    place = lambda name: order.index(name) if name in order else -1
    present |= new
    heads, others = list(present)[:2], list(present)[2:]
    return "\n".join(result + [present[name] for name in heads + sorted(others, key=place)])


if __name__ == "__main__":
    print(merged(*[pathlib.Path(name).read_text() for name in sys.argv[1:3]], sys.argv[3]))

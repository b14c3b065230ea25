#!/usr/bin/python3
"""Runs journeys of people through the installed Fonts: the real fontd, bus, display and accessibility.

  Tests/Journeys/journeys.py PREFIX [JOURNEY…]

PREFIX is the folder to which fontd and fontd-fonts were installed. JOURNEY is a part of a name, such as 02 or keyboard. Each
journey has a process and a desk of its own. After each there is no critical message of any program, and no control without a
name. FONTD_JOURNEY_PICTURES names a folder for pictures of journeys that fail.

A journey is a script with journey(fonts) and, if it needs files first, prepare(desk); with BY_KEYBOARD = True it runs by keys
alone, too. It finds controls by role and name as a screen reader does, and waits for what programs show, never for a time.
"""

import concurrent.futures
import importlib
import os
import pathlib
import subprocess
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def names():
    """Each journey by pointer, and those that are marked so by keyboard, too."""
    found = []
    for path in sorted(HERE.glob("journey_*.py")):
        found.append(path.stem)
        if "\nBY_KEYBOARD = True\n" in path.read_text(encoding="utf-8"):
            found.append(path.stem + "-keyboard")
    return found


def run(prefix, name):
    """Runs one journey in this process."""
    from desk import Desk
    from display import Display
    from hand import Keyboard, Pointer
    from tree import Tree
    from waiting import Failure
    from window import Fonts

    module = importlib.import_module(name.removesuffix("-keyboard"))
    with Desk(prefix, **getattr(module, "DESK", {})) as desk:
        fonts = None
        try:
            reason = module.missing(desk) if hasattr(module, "missing") else None
            if reason:
                print(f"skipped: {reason}")
                return 77
            if hasattr(module, "prepare"):
                module.prepare(desk)
            tree, display = Tree(desk), Display(desk)
            hand = (Keyboard if name.endswith("-keyboard") else Pointer)(tree, display)
            fonts = Fonts(desk, tree, display, hand)
            module.journey(fonts)
            wrong = [f"no name: {node}" for node in tree.unnamed()] + desk.criticals()
            if fonts.process is not None and fonts.process.poll() is None:
                fonts.close()
                wrong += desk.criticals()
            if wrong:
                raise Failure("\n".join(dict.fromkeys(wrong)))
        except Exception:
            folder = os.environ.get("FONTD_JOURNEY_PICTURES")
            if folder:
                os.makedirs(folder, exist_ok=True)
                desk.picture(f"{folder}/{name}.png")
            traceback.print_exc()
            if fonts is not None and fonts.process is not None and fonts.process.poll() is not None:
                print(f"Fonts ended with {fonts.process.returncode}", file=sys.stderr)
            for path in desk.logs:
                text = path.read_text(errors="replace").strip() if path.exists() else ""
                if text and not path.name.startswith(("Xvfb", "at-spi")):
                    print(f"--- {path.name}\n{text[-3000:]}", file=sys.stderr)
            return 1
    return 0


def run_apart(name):
    """Runs a journey in a process of its own: (name, state, seconds, what it printed)."""
    began = time.monotonic()
    result = subprocess.run(
        [sys.executable, __file__, sys.argv[1], "--one", name], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        errors="replace", check=False)
    state = {0: "passed", 77: "skipped"}.get(result.returncode, "FAILED")
    return name, state, time.monotonic() - began, (result.stdout + result.stderr).strip()


def main():
    if len(sys.argv) == 4 and sys.argv[2] == "--one":
        sys.exit(run(sys.argv[1], sys.argv[3]))
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    wanted = [name for name in names() if len(sys.argv) == 2 or any(part in name for part in sys.argv[2:])]
    failed = []
    # Journeys wait for programs most of the time.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        for name, state, seconds, said in threads.map(run_apart, wanted):
            print(f"{name}: {state} after {seconds:.0f} s", flush=True)
            if state != "passed":
                print(said, flush=True)
            if state == "FAILED":
                failed.append(name)
    print(f"journeys: {len(wanted) - len(failed)} of {len(wanted)} passed; failed: {', '.join(failed) or 'none'}")
    sys.exit(1 if failed or not wanted else 0)


if __name__ == "__main__":
    main()

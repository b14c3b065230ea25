#!/usr/bin/python3
"""Registers font files with fontd for the session, with dasbus: register_dasbus.py FONT... (at most 16)

Needs Debian's python3-dasbus. The bindings are generated from the service's introspection data.
"""

import os
import sys

from dasbus.connection import SessionMessageBus
from dasbus.typing import get_native
from dasbus.unix import GLibClientUnix


def main(paths):
    if not 0 < len(paths) <= 16:
        sys.exit("usage: register_dasbus.py FONT... (at most 16)")
    fonts = SessionMessageBus().get_proxy(
        "org.fontd.FontRegistry1", "/org/fontd/FontRegistry1", client=GLibClientUnix)
    # The message carries open files, not paths. The name is used for reports and for Change.
    files = [(os.path.abspath(path), os.open(path, os.O_RDONLY)) for path in paths]
    generation, results = fonts.Register(files, "session", {})
    for outcome in map(get_native, results):
        message = f": {outcome['message']}" if "message" in outcome else ""
        print(f"{outcome['status']} {outcome['file']}{message}")
    print("generation", generation)
    return any(get_native(outcome)["status"] == "failed" for outcome in results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

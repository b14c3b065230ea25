#!/usr/bin/python3
"""Registers fonts with fontd over D-Bus, and prints changes.

    register.py FONT...             registers font files until you log out
    register.py --watch             prints the changes of all programs until Ctrl-C
    register.py --watch --since 7   begins with the changes after generation 7

Needs Debian's python3-dbus and python3-gi. data/org.fontd.FontRegistry1.xml describes every method.
"""

import argparse
import contextlib
import os
import sys

import dbus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME = "org.fontd.FontRegistry1"
PATH = "/org/fontd/FontRegistry1"

# dbus-daemon allows 16 descriptors in one message.
FILES_PER_CALL = 16
# The user may be asked for consent and need time to answer.
TIMEOUT = 300


def registry(bus):
    """Returns the proxy of fontd, which the bus starts if it is not running."""
    if not bus.name_has_owner(NAME) and NAME not in bus.list_activatable_names():
        sys.exit("register.py: fontd is not installed where this session bus looks for services. `fontctl doctor` says what to do.")
    return dbus.Interface(bus.get_object(NAME, PATH, follow_name_owner_changes=True), NAME)


def register(fonts, files):
    """Registers files as one batch, and returns an outcome per file.

    The messages carry open files, not paths, since fontd cannot open all files of a sandboxed program by name.
    """
    for start in range(0, len(files), FILES_PER_CALL):
        options = {"job": "register", "more": start + FILES_PER_CALL < len(files)}
        with contextlib.ExitStack() as opened:
            # fontd reads the descriptor. The name is used for reports and for Change.
            described = [
                (os.path.abspath(name), dbus.types.UnixFd(opened.enter_context(open(name, "rb"))))
                for name in files[start : start + FILES_PER_CALL]
            ]
            _, outcomes = fonts.Register(described, "session", options, timeout=TIMEOUT)
    return outcomes


def names(faces):
    return ", ".join(face["postscriptName"] for face in faces)


def print_outcomes(outcomes):
    """Prints the outcomes, and returns whether all files are registered now."""
    for outcome in outcomes:
        if outcome["status"] == "failed":
            print(f"{outcome['file']}: {outcome['message']} ({outcome['code']})", file=sys.stderr)
        else:
            print(outcome["status"], names(outcome.get("faces", [])), outcome["file"])
    return all(outcome["status"] != "failed" for outcome in outcomes)


class Watch:
    """Prints every change once, including those made while it was not subscribed."""

    def __init__(self, bus, since=None):
        self.fonts = registry(bus)
        self.generation = since
        self.fonts.connect_to_signal("FontsChanged", self.changed)
        # Called immediately, and again whenever fontd starts or exits, for example for an update.
        bus.watch_name_owner(NAME, self.subscribe)

    def subscribe(self, _owner):
        # Starts fontd if necessary and keeps it running; it exits when no client needs it.
        now = self.fonts.Subscribe()
        if self.generation is None:
            self.generation = now
            print("watching since", now, flush=True)
        self.catch_up()

    def changed(self, generation, changes):
        # Fonts of packages are not in the log, so the signal is the only report of their changes.
        self.show(change for change in changes if change.get("scope") == "system")
        # For other fonts, the signal is only a hint, since the log is complete.
        if self.generation is not None and generation > self.generation:
            self.catch_up()

    def catch_up(self):
        while True:
            generation, snapshot, changes = self.fonts.ChangesSince(dbus.UInt64(self.generation))
            if snapshot:
                print(generation, "too much has changed: list the fonts again", flush=True)
            self.show(changes)
            if generation == self.generation:
                return
            self.generation = generation

    def show(self, changes):
        for change in changes:
            who = change["provider"] or "the system"
            print(change["generation"], change["kind"], change["scope"], names(change["faces"]), "by", who, flush=True)


def main():
    parser = argparse.ArgumentParser(description="Registers fonts with fontd, and prints what changes.")
    parser.add_argument("fonts", metavar="FONT", nargs="*", help="a font file to register until you log out")
    parser.add_argument("--watch", action="store_true", help="print changes until Ctrl-C")
    parser.add_argument("--since", metavar="GENERATION", type=int, help="begin with what came after this")
    arguments = parser.parse_args()
    if not arguments.fonts and not arguments.watch:
        parser.error("give a font file, or --watch")

    # Signals arrive in GLib's main loop.
    DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    watch = Watch(bus, arguments.since) if arguments.watch else None
    all_done = not arguments.fonts or print_outcomes(register(registry(bus), arguments.fonts))
    if watch:
        with contextlib.suppress(KeyboardInterrupt):
            GLib.MainLoop().run()
    return 0 if all_done else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except dbus.DBusException as error:
        # The error's name is the kind of error. The message describes the remedy.
        sys.exit(f"register.py: {error.get_dbus_message()}")
    except OSError as error:
        sys.exit(f"register.py: {error}")

#!/usr/bin/python3
"""Registers fonts with fontd and prints what changes: fontd over D-Bus from Python.

    register.py FONT...             registers font files until you log out
    register.py --watch             prints every change, by whomever, until Ctrl-C
    register.py --watch --since 7   begins with what came after generation 7

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

# dbus-daemon carries 16 descriptors in one message.
FILES_PER_CALL = 16
# The user may be asked, and takes time to answer.
TIMEOUT = 300


def registry(bus):
    """fontd, which the bus starts if it does not run."""
    if not bus.name_has_owner(NAME) and NAME not in bus.list_activatable_names():
        sys.exit("register.py: fontd is not installed where this session bus looks for services. `fontctl doctor` says what to do.")
    return dbus.Interface(bus.get_object(NAME, PATH, follow_name_owner_changes=True), NAME)


def register(fonts, files):
    """Registers files as one batch; returns an outcome per file.

    Open files travel, not paths: a sandboxed program has files that fontd could not open by name.
    """
    for start in range(0, len(files), FILES_PER_CALL):
        options = {"job": "register", "more": start + FILES_PER_CALL < len(files)}
        with contextlib.ExitStack() as opened:
            # The descriptor is what is read; the name is for reports and for Unregister.
            described = [
                (os.path.abspath(name), dbus.types.UnixFd(opened.enter_context(open(name, "rb"))))
                for name in files[start : start + FILES_PER_CALL]
            ]
            _, outcomes = fonts.Register(described, "session", options, timeout=TIMEOUT)
    return outcomes


def names(faces):
    return ", ".join(face["postscriptName"] for face in faces)


def print_outcomes(outcomes):
    """Returns whether all files are registered now."""
    for outcome in outcomes:
        if outcome["status"] == "failed":
            print(f"{outcome['file']}: {outcome['message']} ({outcome['code']})", file=sys.stderr)
        else:
            print(outcome["status"], names(outcome.get("faces", [])), outcome["file"])
    return all(outcome["status"] != "failed" for outcome in outcomes)


class Watch:
    """Prints every change once, also those that happened while nobody listened."""

    def __init__(self, bus, since=None):
        self.fonts = registry(bus)
        self.generation = since
        self.fonts.connect_to_signal("FontsChanged", self.changed)
        # Called at once, and again whenever fontd comes or goes: it may be updated meanwhile.
        bus.watch_name_owner(NAME, self.subscribe)

    def subscribe(self, _owner):
        # Keeps fontd running, and starts it if it does not; it ends when nobody needs it.
        now = self.fonts.Subscribe()
        if self.generation is None:
            self.generation = now
            print("watching since", now, flush=True)
        self.catch_up()

    def changed(self, generation, changes):
        # Fonts that packages bring are not in the log: the signal is all there is of them.
        self.show(change for change in changes if change["scope"] == "system")
        # For the rest it is a hint. The log misses nothing.
        if self.generation is not None and generation > self.generation:
            self.catch_up()

    def catch_up(self):
        while True:
            generation, snapshot, changes = self.fonts.ChangesSince(dbus.UInt64(self.generation))
            if snapshot:
                print(generation, "too much has changed: list the fonts anew", flush=True)
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
        # The name is the kind of error, the message says what to do.
        sys.exit(f"register.py: {error.get_dbus_message()}")
    except OSError as error:
        sys.exit(f"register.py: {error}")

"""Waiting for events: the loop of GLib, which the events of AT-SPI and of processes wake."""

import os
import time

from gi.repository import GLib

# The longest wait for anything; slow machines get more by FONTD_JOURNEY_SECONDS.
SECONDS = float(os.environ.get("FONTD_JOURNEY_SECONDS", "30"))
# How often a condition is looked at that no event announces, in milliseconds.
LOOK = 100


class Failure(Exception):
    """What a journey expected and did not find."""


def wait(condition, what, seconds=SECONDS):
    """Returns the condition's value as soon as it is true; a failure after the deadline."""
    context = GLib.MainContext.default()
    source = GLib.timeout_add(LOOK, lambda: True)
    end = time.monotonic() + seconds
    try:
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > end:
                raise Failure(f"waited {seconds:.0f} s for {what() if callable(what) else what}")
            context.iteration(True)
            # All events that are there count once.
            while context.pending():
                context.iteration(False)
    finally:
        GLib.source_remove(source)


def expect(condition, what):
    """Fails if a condition does not hold now."""
    if not condition:
        raise Failure(what)

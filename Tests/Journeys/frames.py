"""When a window draws: the X server's notes of damage, and input by XTest without a process in between."""

import ctypes
import select
import statistics
import time

from display import X11

XDAMAGE = ctypes.CDLL("libXdamage.so.1")
XTEST = ctypes.CDLL("libXtst.so.6")
# Of a screen with 60 frames in a second, in milliseconds.
INTERVAL = 1000 / 60
# XDamageReportNonEmpty: one note until it is subtracted.
NON_EMPTY, Z_PIXMAP, ALL_PLANES = 3, 2, 0xFFFFFFFF
XDAMAGE.XDamageCreate.restype = ctypes.c_ulong
X11.XGetImage.restype = ctypes.c_void_p
X11.XKeysymToKeycode.restype = ctypes.c_ubyte
X11.XStringToKeysym.restype = ctypes.c_ulong


class Image(ctypes.Structure):
    """The beginning of XImage."""

    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("offset", ctypes.c_int), ("format", ctypes.c_int),
                ("data", ctypes.c_void_p)] + [(name, ctypes.c_int) for name in (
                    "byte_order", "unit", "bit_order", "pad", "depth", "bytes_per_line", "bits_per_pixel")]


class Screen:
    """A display for measuring."""

    def __init__(self, name):
        self.display = ctypes.c_void_p(X11.XOpenDisplay(name.encode()))
        self.event, error = ctypes.c_int(), ctypes.c_int()
        XDAMAGE.XDamageQueryExtension(self.display, ctypes.byref(self.event), ctypes.byref(error))
        self.root = ctypes.c_ulong(X11.XDefaultRootWindow(self.display))
        self.damage = ctypes.c_ulong(XDAMAGE.XDamageCreate(self.display, self.root, NON_EMPTY))
        self.note = ctypes.create_string_buffer(256)

    def frame(self, seconds):
        """Waits for the next frame; returns when it came (in seconds), or None."""
        end = time.monotonic() + seconds
        while True:
            X11.XFlush(self.display)
            if not X11.XPending(self.display):
                left = end - time.monotonic()
                if left <= 0 or not select.select([X11.XConnectionNumber(self.display)], [], [], left)[0]:
                    return None
                continue
            X11.XNextEvent(self.display, self.note)
            if ctypes.cast(self.note, ctypes.POINTER(ctypes.c_int))[0] == self.event.value:
                now = time.monotonic()
                XDAMAGE.XDamageSubtract(self.display, self.damage, ctypes.c_ulong(0), ctypes.c_ulong(0))
                return now

    def settle(self, seconds=0.5):
        """Waits until nothing is drawn for a while."""
        while self.frame(seconds) is not None:
            pass

    def pixels(self, x, y, width, height):
        """The bytes of a part of the screen."""
        pointer = X11.XGetImage(self.display, self.root, x, y, width, height, ctypes.c_ulong(ALL_PLANES), Z_PIXMAP)
        if not pointer:
            return b""
        image = ctypes.cast(ctypes.c_void_p(pointer), ctypes.POINTER(Image)).contents
        data = ctypes.string_at(image.data, image.bytes_per_line * image.height)
        X11.free(ctypes.c_void_p(image.data))
        X11.free(ctypes.c_void_p(pointer))
        return data

    def changed(self, place, before, seconds):
        """Waits until a part of the screen looks different; returns when."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            moment = self.frame(0.05)
            if self.pixels(*place) != before:
                return moment or time.monotonic()
        return None

    def move(self, x, y):
        XTEST.XTestFakeMotionEvent(self.display, -1, int(x), int(y), ctypes.c_ulong(0))
        X11.XFlush(self.display)

    def button(self, number, down=None):
        for state in (True, False) if down is None else (down,):
            XTEST.XTestFakeButtonEvent(self.display, number, state, ctypes.c_ulong(0))
        X11.XFlush(self.display)

    def key(self, name):
        code = X11.XKeysymToKeycode(self.display, ctypes.c_ulong(X11.XStringToKeysym(name.encode())))
        for state in (True, False):
            XTEST.XTestFakeKeyEvent(self.display, code, state, ctypes.c_ulong(0))
        X11.XFlush(self.display)

    def intervals(self, step, seconds):
        """Does a step of a person for each interval, and takes the times between frames: their 95th percentile in intervals."""
        times, began, number = [], time.monotonic(), 0
        while (now := time.monotonic()) < began + seconds:
            if now >= began + number * INTERVAL / 1000:
                step(number)
                number += 1
            moment = self.frame(0.002)
            if moment is not None:
                times.append(moment)
        gaps = [(after - before) * 1000 for before, after in zip(times, times[1:])]
        return statistics.quantiles(gaps, n=20)[18] / INTERVAL if len(gaps) > 20 else None

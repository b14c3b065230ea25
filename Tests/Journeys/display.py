"""The X display: its windows, and keys and clicks as those of a person (XTest by xdotool)."""

import ctypes
import ctypes.util

X11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
VIEWABLE, BY_PARENT = 2, 2


class Attributes(ctypes.Structure):
    """XWindowAttributes."""

    _fields_ = [(name, ctypes.c_int) for name in ("x", "y", "width", "height", "border", "depth")] + [
        ("visual", ctypes.c_void_p), ("root", ctypes.c_ulong), ("kind", ctypes.c_int)] + [
        (name, ctypes.c_int) for name in ("bit_gravity", "win_gravity", "backing_store")] + [
        ("planes", ctypes.c_ulong), ("pixel", ctypes.c_ulong), ("save_under", ctypes.c_int), ("colormap", ctypes.c_ulong),
        ("map_installed", ctypes.c_int), ("map_state", ctypes.c_int)] + [
        (name, ctypes.c_long) for name in ("all_events", "own_events", "no_propagate")] + [
        ("override", ctypes.c_int), ("screen", ctypes.c_void_p)]


X11.XOpenDisplay.restype = ctypes.c_void_p
for function in ("XDefaultRootWindow", "XQueryTree", "XGetWindowAttributes", "XSetInputFocus", "XRaiseWindow", "XSync", "XFree"):
    getattr(X11, function).argtypes = None
X11.XDefaultRootWindow.restype = ctypes.c_ulong
# Windows go at any time; the default handler would end the program.
HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, error: 0)
X11.XSetErrorHandler(HANDLER)


class Display:
    def __init__(self, desk):
        self.desk = desk
        self.display = ctypes.c_void_p(X11.XOpenDisplay(desk.environment["DISPLAY"].encode()))

    def windows(self):
        """The mapped windows from the lowest to the highest: (id, x, y, width, height, whether it is a popover)."""
        root, parent, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        children = ctypes.POINTER(ctypes.c_ulong)()
        X11.XQueryTree(self.display, ctypes.c_ulong(X11.XDefaultRootWindow(self.display)), ctypes.byref(root),
                       ctypes.byref(parent), ctypes.byref(children), ctypes.byref(count))
        found = []
        for place in range(count.value):
            attributes = Attributes()
            window = children[place]
            if X11.XGetWindowAttributes(self.display, ctypes.c_ulong(window), ctypes.byref(attributes)) and (
                    attributes.map_state == VIEWABLE and attributes.width > 1):
                found.append((window, attributes.x, attributes.y, attributes.width, attributes.height,
                              bool(attributes.override)))
        if children:
            X11.XFree(children)
        return found

    def focus(self):
        """Gives the keyboard to the highest window, as a window manager does."""
        windows = [window for window in self.windows() if not window[5]]
        if windows:
            X11.XSetInputFocus(self.display, ctypes.c_ulong(windows[-1][0]), BY_PARENT, ctypes.c_ulong(0))
            X11.XSync(self.display, 0)

    def place(self, node):
        """The centre of a node on the screen: its window is the one of its size, with a shadow around it."""
        x, y, width, height = node.extents()
        _, _, outer_width, outer_height = node.window.extents()
        fitting = [window for window in reversed(self.windows())
                   if 0 <= window[3] - outer_width <= 80 and 0 <= window[4] - outer_height <= 80]
        if not fitting:
            return None
        _, left, top, real_width, real_height, _ = fitting[0]
        return (left + (real_width - outer_width) // 2 + x + width // 2, top + (real_height - outer_height) // 2 + y + height // 2)

    def tool(self, *arguments):
        self.desk.run("xdotool", *arguments)

    def key(self, *keys):
        """Presses keys, such as "ctrl+f", "Tab"."""
        self.focus()
        self.tool("key", "--delay", "2", *keys)

    def type(self, text):
        self.focus()
        self.tool("type", "--delay", "2", "--", text)

    def click(self, place, button=1, count=1):
        self.tool("mousemove", *place, "click", "--repeat", count, "--delay", "20", button)

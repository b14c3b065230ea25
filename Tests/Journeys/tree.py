"""The tree of AT-SPI: what a screen reader gets of the windows of Fonts."""

import os

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from bus import ROOT, AccessibilityBus  # noqa: E402
from waiting import Failure, wait  # noqa: E402

BUTTONS = {"push button", "toggle button", "check box", "radio button", "switch", "menu item", "check menu item",
           "radio menu item", "page tab", "link"}
ENTRIES = {"entry", "text", "password text", "spin button"}
ITEMS = {"list item", "tree item", "table row", "table cell"}
# What people operate: each has a name.
CONTROLS = BUTTONS | ENTRIES | ITEMS | {"slider", "combo box"}
ROLES = {int(value): Atspi.role_get_name(value) for name, value in vars(Atspi.Role).items() if name.isupper()}
STATES = {name.lower(): int(value) for name, value in vars(Atspi.StateType).items() if name.isupper()}


def once(name):
    """The name without mnemonics and repetitions: GTK 4.8 makes that of a button of the button and of its label."""
    name = (name or "").replace("_", "").strip()
    half = len(name) // 2
    return name[:half] if len(name) % 2 == 1 and name[half] == " " and name[:half] == name[half + 1:] else name


class Node:
    """A node as it was when the tree was read. It may vanish at any time; then a call fails with GLib.Error."""

    def __init__(self, bus, item):
        (self.program, self.path), _, _, _, _, self.interfaces, name, role, description, states = item
        self.bus, self.parent, self.children = bus, None, []
        self.role, self.name, self.description = ROLES.get(role, str(role)), once(name), description
        self.states = states[0] | (states[1] << 32)

    def has(self, state):
        return bool(self.states >> STATES[state] & 1)

    @property
    def is_shown(self):
        """Whether the node and all above it are visible: other pages of a stack are in the tree, too."""
        node = self
        while node is not None and node.role != "application":
            if not node.has("visible"):
                return False
            node = node.parent
        # Dialogs have their buttons twice, for wide and for narrow windows; one of them has no size.
        return self.role not in BUTTONS or self.extents()[2] > 0

    @property
    def is_on(self):
        return self.has("checked") or self.has("pressed")

    def call(self, interface, method, arguments=None):
        return self.bus.call(self.program, self.path, "org.a11y.atspi." + interface, method, arguments)

    def read(self, interface, name):
        return self.bus.call(self.program, self.path, "org.freedesktop.DBus.Properties", "Get",
                             GLib.Variant("(ss)", ("org.a11y.atspi." + interface, name)))[0]

    @property
    def text(self):
        """The text of an entry or of a label."""
        if "org.a11y.atspi.Text" not in self.interfaces:
            return self.name
        return self.call("Text", "GetText", GLib.Variant("(ii)", (0, self.read("Text", "CharacterCount"))))[0]

    @text.setter
    def text(self, text):
        self.call("EditableText", "SetTextContents", GLib.Variant("(s)", (text,)))

    @property
    def value(self):
        return self.read("Value", "CurrentValue")

    @value.setter
    def value(self, value):
        self.bus.call(self.program, self.path, "org.freedesktop.DBus.Properties", "Set", GLib.Variant(
            "(ssv)", ("org.a11y.atspi.Value", "CurrentValue", GLib.Variant("d", value))))

    def extents(self):
        """x, y, width and height within the window."""
        return self.call("Component", "GetExtents", GLib.Variant("(u)", (int(Atspi.CoordType.WINDOW),)))[0]

    @property
    def actions(self):
        if "org.a11y.atspi.Action" not in self.interfaces:
            return []
        return [name for name, _, _ in self.call("Action", "GetActions")[0]]

    def act(self, *names):
        """Does the first of some actions that the node has."""
        there = [name.casefold() for name in self.actions]
        for name in names:
            if name in there:
                self.call("Action", "DoAction", GLib.Variant("(i)", (there.index(name),)))
                return
        raise Failure(f"{self} has the actions {there}")

    def focus(self):
        self.call("Component", "GrabFocus")

    @property
    def window(self):
        node = self
        while node.parent is not None and node.parent.role != "application":
            node = node.parent
        return node

    def within(self):
        """The node and all below it, in their order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(node.children)

    def where(self):
        node, names = self, []
        while node is not None:
            names.append(f"{node.role} “{node.name}”")
            node = node.parent
        return " in ".join(names[:5])

    def __str__(self):
        return f"{self.role} “{self.name}”"


class Tree:
    """The windows of a program of the desk."""

    def __init__(self, desk, program="fontd-fonts"):
        self.program = program
        self.bus = AccessibilityBus(desk.environment["DBUS_SESSION_BUS_ADDRESS"])
        # The paths of nodes that have no nodes below them.
        self.leaves = set()

    def read(self):
        """The node of the program with all below it; none if it is not there."""
        for name in reversed(self.bus.applications()):
            try:
                if os.path.basename(os.readlink(f"/proc/{self.bus.process(name)}/exe")) not in (self.program, self.program + ".real"):
                    continue
                children = self.bus.children(name, ROOT, self.leaves)
                nodes = {item[0][1]: Node(self.bus, item) for item in self.bus.items(name)}
            except (GLib.Error, OSError):
                # It ended in the meantime.
                continue
            for path, below in children.items():
                if path in nodes:
                    nodes[path].children = [nodes[child] for child in below if child in nodes]
                    for child in nodes[path].children:
                        child.parent = nodes[path]
            self.leaves |= {path for path, node in nodes.items() if node.role in ("label", "image", "separator")}
            return nodes.get(ROOT)
        return None

    def nodes(self):
        top = self.read()
        return list(top.within()) if top is not None else []

    def matches(self, name=None, roles=None, within=None, having=None, shown=True):
        """The nodes with a name (a text, several, or a function of the name) and one of some roles, below one of them."""
        def is_named(node):
            if callable(name):
                return name(node.name)
            return name is None or (node.name in name if isinstance(name, (set, frozenset, tuple)) else node.name == name)
        if within is not None:
            top = next((node for node in self.nodes() if node.path == within.path), None)
            nodes = top.within() if top is not None else []
        else:
            nodes = self.nodes()
        found = []
        for node in nodes:
            try:
                if (roles is None or node.role in roles) and is_named(node) and (not shown or node.is_shown) and (
                        having is None or having(node)):
                    found.append(node)
            except GLib.Error:
                # It vanished.
                continue
        return found

    def has(self, name=None, roles=None, **choice):
        return bool(self.matches(name, roles, **choice))

    def find(self, name=None, roles=None, seconds=None, first=False, **choice):
        """Waits for a node: the last one of several, which is that of the dialog, unless the first is wanted."""
        def found():
            nodes = self.matches(name, roles, **choice)
            return nodes[0 if first else -1] if nodes else None
        options = {} if seconds is None else {"seconds": seconds}
        what = f"{'/'.join(sorted(roles)) if roles else 'a node'} “{name if not callable(name) else 'as asked for'}”"
        return wait(found, lambda: f"{what}; there is {self.summary()}", **options)

    def says(self, *parts, seconds=None):
        """Waits for a label whose text has all parts; returns its text."""
        node = self.find(lambda name: all(part in name for part in parts), seconds=seconds)
        return node.name

    def gone(self, name, roles=None, **choice):
        wait(lambda: not self.has(name, roles, **choice), f"“{name}” to go")

    def windows(self):
        top = self.read()
        return [node for node in top.children if node.role in ("frame", "dialog", "window", "alert")] if top else []

    def focused(self):
        return next((node for node in self.nodes() if node.has("focused")), None)

    def summary(self):
        """The names of what can be seen, for messages of failures."""
        names = [f"{node.role}:{node.name}" for node in self.nodes() if node.name and node.is_shown]
        return ", ".join(dict.fromkeys(names))[:2000] or "nothing"

    def unnamed(self):
        """The controls without a name."""
        return [node.where() for node in self.matches(roles=CONTROLS) if not is_named(node) and not is_part(node)]


def is_named(node):
    # A widget without a name has that of its class.
    return bool(node.name) and not (node.name.startswith(("Gtk", "Adw")) and " " not in node.name)


def is_part(node):
    """Whether a node is a part of a control with a name, as the text in an entry is, or of a toast, whose parts are GTK's.

    Frames around a control, such as the child of a flow box, have the name of what is in them.
    """
    if node.name in ("GtkFlowBoxChild", "GtkMenuButton"):
        return any(is_named(inside) for inside in node.within() if inside is not node and inside.role in CONTROLS)
    above = node.parent
    while above is not None and above.role not in ("frame", "dialog", "application"):
        if above.name == "AdwToastWidget":
            return True
        if above.role in CONTROLS - ITEMS:
            return is_named(above) or is_part(above)
        above = above.parent
    return False

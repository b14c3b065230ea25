"""What a person does: with the pointer, or with keys alone."""

from gi.repository import Gio, GLib

from tree import BUTTONS, ENTRIES, ITEMS
from waiting import Failure, wait

# The most stops of the Tab key in a window.
STOPS = 150


class Pointer:
    """A person with a mouse, or a program that acts for one by AT-SPI."""

    uses_keys = False

    def __init__(self, tree, display):
        self.tree, self.display = tree, display

    def press(self, name, roles=BUTTONS, having=None, **choice):
        """Presses a button, a switch or an entry of a menu, as soon as that can be pressed."""
        def can_be_pressed(node):
            return node.has("sensitive") and (having is None or having(node))
        node = self.tree.find(name, roles, having=can_be_pressed, **choice)
        try:
            self.press_node(node)
        except GLib.Error:
            # It went between the look and the press; there may be another one by now.
            node = self.tree.find(name, roles, having=can_be_pressed, **choice)
            self.press_node(node)
        return node

    def press_node(self, node):
        actions = [name.casefold() for name in node.actions]
        if any(name in actions for name in ("click", "toggle", "activate")):
            node.act("click", "toggle", "activate")
        else:
            if node.role in ("check box", "radio button"):
                self.scroll_to(node)
            self.click(node)

    def scroll_to(self, node):
        """Turns the wheel above the part around a control until the control can be seen."""
        around = node.parent
        while around is not None and around.role != "scroll pane":
            around = around.parent
        if around is None:
            return

        def is_seen():
            (_, top, _, height), (_, first, width, room) = node.extents(), around.extents()
            place = self.display.place(around)
            if place and (top < first or top + height > first + room):
                # At the edge, since sliders and numbers take the wheel.
                self.display.click((place[0] - width // 2 + 4, place[1]), button=4 if top < first else 5)
                return False
            return True
        wait(is_seen, f"{node} to come into view")

    def click(self, node, button=1, count=1):
        place = wait(lambda: self.display.place(node), f"a window with {node}")
        self.display.click(place, button, count)

    def choose(self, name, within=None, **choice):
        """Chooses a row of a list by its name."""
        node = self.tree.find(name, ITEMS, within=within, **choice)
        self.click(node)
        return node

    def write(self, name, text):
        """Replaces the text of an entry."""
        node = self.tree.find(name, ENTRIES)
        node.text = text
        return node

    def key(self, *keys):
        self.display.key(*keys)

    def menu(self, node, entry):
        """Chooses an entry of the menu of a node."""
        self.click(node, button=3)
        self.press(entry)


def choices(node):
    """The paths of the choices that have a node as another one, which may be in cards beside each other."""
    around = node.parent if node.role in ("check box", "radio button") else None
    while around is not None:
        found = {part.path for part in around.within() if part.role == node.role and part.path != node.path}
        if found:
            return found
        around = around.parent
    return set()


class Keyboard(Pointer):
    """A person without a mouse: moves the focus by Tab and arrows, and never by AT-SPI."""

    uses_keys = True

    def __init__(self, tree, display):
        super().__init__(tree, display)
        self.focused = None
        tree.bus.connection.signal_subscribe(
            None, "org.a11y.atspi.Event.Object", "StateChanged", None, "focused", Gio.DBusSignalFlags.NONE, self.note)

    def note(self, connection, sender, path, interface, signal, arguments):
        if arguments.unpack()[1] == 1:
            self.focused = path

    def step(self, key):
        """Presses a key that moves the focus; whether it moved."""
        before = self.focused
        self.display.key(key)
        try:
            wait(lambda: self.focused != before, "the focus to move", seconds=1)
        except Failure:
            return False
        return True

    def reach(self, node):
        """Moves the focus to a node by Tab."""
        inside = {part.path for part in node.within()}
        current = self.tree.focused()
        if current is not None and current.path in inside:
            return
        others = choices(node)
        known, seen = {}, []
        for _ in range(STOPS):
            # Tab goes from row to row of a list, and so it is left from its last row.
            if self.focused not in known:
                known = {found.path: found for found in self.tree.nodes()}
            row = known.get(self.focused)
            while row is not None and row.role not in ITEMS:
                row = row.parent
            # The side bar is one stop, and would choose another page by this key.
            if row is not None and row.parent.name != "Library" and node.path not in {part.path for part in row.parent.within()}:
                self.display.key("End")
            self.step("Tab")
            if self.focused in inside:
                return
            if self.focused in others:
                # Tab goes to the chosen one of several choices, and arrows to the others.
                for key in ["Down"] * len(others) + ["Up"] * len(others):
                    self.step(key)
                    if self.focused in inside:
                        return
            if seen.count(self.focused) > 2:
                break
            seen.append(self.focused)
        raise Failure(f"{node} cannot be reached by Tab: {node.where()}")

    def press_node(self, node):
        self.reach(node)
        self.display.key("space" if node.role in ("check box", "switch", "toggle button") else "Return")

    def choose(self, name, within=None, **choice):
        node = self.tree.find(name, ITEMS, within=within, **choice)
        around = node.parent
        while around.parent is not None and around.role not in ("list", "table", "tree", "tree table"):
            around = around.parent
        self.reach(around)
        self.step("Home")
        inside = {part.path for part in node.within()}
        for _ in range(STOPS):
            if self.focused in inside:
                break
            if not self.step("Down"):
                break
        if self.focused not in inside:
            raise Failure(f"{node} cannot be reached by arrows")
        return node

    def write(self, name, text):
        node = self.tree.find(name, ENTRIES)
        self.reach(node)
        self.display.key("ctrl+a")
        if text:
            self.display.type(text)
        else:
            self.display.key("Delete")
        return node

    def menu(self, node, entry):
        self.reach(node)
        self.display.key("shift+F10")
        self.press(entry)

"""The window of Fonts: what a person sees there and does."""

import hashlib

from gi.repository import GLib

from tree import BUTTONS, ENTRIES, ITEMS
from waiting import Failure, wait


class Fonts:
    """Fonts on a desk, with the hand of a person."""

    def __init__(self, desk, tree, display, hand):
        self.desk, self.tree, self.display, self.hand = desk, tree, display, hand
        self.process = None

    def launch(self, *files):
        """Starts Fonts, or gives files to the running instance."""
        process = self.desk.launch(*files)
        if self.process is None or self.process.poll() is not None:
            self.process = process
            wait(self.tree.windows, "the window")
        return process

    def close(self):
        def ended():
            if self.process.poll() is None and self.display.windows():
                self.hand.key("ctrl+q")
            return self.process.poll() is not None
        wait(ended, "Fonts to end")
        if self.process.returncode != 0:
            raise Failure(f"Fonts ended with {self.process.returncode}")

    # --- The list of families ---

    def list_of(self, name):
        return self.tree.find(name, {"list", "table", "tree", "tree table"}, first=True)

    def rows(self):
        """The names of the rows that GTK has made of the list of families: the visible ones and some around."""
        lists = self.tree.matches("Families", {"list", "table", "tree", "tree table"})
        return [node for top in lists for node in top.within() if node.role in ITEMS and node.name] if lists else []

    def families(self):
        return [row.name.split(", ")[0] for row in self.rows()]

    def row(self, family):
        return wait(lambda: next((row for row in self.rows() if row.name.split(", ")[0] == family), None),
                    lambda: f"the row of {family}; there are {self.families()}")

    def enter(self, key, name):
        """Presses a key that puts the focus into a field, once a page or dialog that closes lets it."""
        def is_focused():
            self.hand.key(key)
            return any(node.has("focused") for node in self.tree.matches(name, ENTRIES))
        wait(is_focused, f"the field “{name}” by {key}")

    def search(self, text):
        """Searches, and goes on in the list."""
        self.enter("ctrl+f", "Search families")
        if self.hand.uses_keys:
            self.hand.key("ctrl+a")
            self.display.type(text)
        else:
            self.tree.find("Search families", ENTRIES).text = text

    def search_for(self, text, families):
        """Searches, and waits until these families are found."""
        self.search(text)
        wait(lambda: sorted(self.families()) == sorted(families),
             lambda: f"the families {families} for “{text}”; there are {self.families()}")
        # The arrow goes from the field into the list.
        self.hand.key("Down")

    def show_all(self):
        self.search("")
        self.hand.key("Down")

    def select(self, family):
        """Selects a family, and so opens its page."""
        if self.hand.uses_keys:
            self.search(family)
            self.row(family)
            self.settle()
            self.hand.key("Down")
            wait(lambda: (focused := self.tree.focused()) is not None and focused.role not in ENTRIES, "the focus in the list")
            if not self.row(family).has("selected"):
                self.hand.key("Home")
            if not self.row(family).has("selected"):
                self.hand.key("space")
            wait(lambda: self.row(family).has("selected"), f"{family} to be selected")
        else:
            self.hand.click(self.row(family))
        return self.row(family)

    def select_all(self):
        """Selects all rows of the list, which has the focus."""
        self.hand.key("ctrl+a")
        wait(lambda: (rows := self.rows()) and all(row.has("selected") for row in rows), "all rows to be selected")

    def selected(self):
        return [row.name.split(", ")[0] for row in self.rows() if row.has("selected")]

    # --- Side bar, menus, pages, dialogs ---

    def entry(self, title):
        """An entry of the side bar, whose name ends with the count."""
        return self.tree.find(lambda name: name == title or name.startswith(title + ", "), ITEMS, within=self.list_of("Library"))

    def count(self, title):
        """The number of families that the side bar has for an entry."""
        words = self.entry(title).name.split(", ")
        return int(words[-1].split()[0].replace(",", "")) if len(words) > 1 else None

    def choose(self, title):
        """Chooses an entry of the side bar."""
        # The count in the name may change meanwhile.
        self.hand.choose(lambda name: name == title or name.startswith(title + ", "), within=self.list_of("Library"))

    def menu(self, entry):
        """Chooses an entry of the main menu."""
        if self.hand.uses_keys:
            self.hand.key("F10")
        else:
            self.hand.press("Main Menu", having=lambda node: bool(node.actions))
        self.press_in_menu(entry)

    def press_in_menu(self, entry):
        """Chooses an entry of the menu that is open; entries of menus have no actions for programs."""
        node = self.tree.find(entry, {"menu item", "check menu item", "radio menu item"})
        if self.hand.uses_keys:
            inside = {part.path for part in node.within()}
            for _ in range(60):
                if self.hand.focused in inside:
                    break
                self.hand.step("Down")
            self.display.key("Return")
        else:
            self.hand.press_node(node)

    def fill(self, name, text, button):
        """Answers a dialog that asks for a name."""
        self.hand.write(name, text)
        self.hand.press(button)
        self.tree.gone(button, BUTTONS)

    def toast(self, *parts):
        """Waits for a toast."""
        return self.tree.find(lambda name: all(part in name for part in parts), {"label"}).name

    def undo_by_toast(self):
        """Undoes the last change of the window: by the button of the toast, or by the key for the same."""
        if self.hand.uses_keys:
            # The toast goes before Tab comes to it from a long list.
            self.hand.key("ctrl+z")
        else:
            self.hand.press_node(self.tree.find("Undo", BUTTONS, having=in_toast))

    # --- Pictures ---

    def look(self, node=None):
        """A number of what can be seen now of a node, or of the display."""
        arguments = ["import", "-window", "root"]
        if node is not None:
            x, y, width, height = node.extents()
            place = self.display.place(node)
            if place is None:
                return None
            arguments += ["-crop", f"{width}x{height}+{max(0, place[0] - width // 2)}+{max(0, place[1] - height // 2)}"]
        picture = self.desk.root / "look.rgb"
        self.desk.run(*arguments, "-depth", "8", f"rgb:{picture}", status=None)
        return hashlib.sha256(picture.read_bytes()).hexdigest() if picture.exists() else None

    def settle(self):
        """Waits until pages and dialogs have come to rest."""
        looks = []

        def same():
            looks.append(self.look())
            return len(looks) > 3 and len(set(looks[-3:])) == 1
        wait(same, "the display to come to rest")

    def differs(self, before, node, what):
        """Waits until a node looks other than before."""
        def changed():
            try:
                found = next((other for other in self.tree.nodes() if other.path == node.path), node)
                return self.look(found) not in (None, before)
            except GLib.Error:
                return False
        wait(changed, f"{what} to look different")


def in_toast(node):
    while node is not None:
        if node.name == "AdwToastWidget":
            return True
        node = node.parent
    return False

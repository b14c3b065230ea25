"""The accessibility bus: calls, and the events that wake who waits."""

from gi.repository import Gio, GLib

REGISTRY, ROOT = "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"


class AccessibilityBus:
    def __init__(self, address):
        session = Gio.DBusConnection.new_for_address_sync(
            address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        answer = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None)
        self.connection = Gio.DBusConnection.new_for_address_sync(
            answer.unpack()[0],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        # The events alone wake the loop; what changed is read again.
        for interface in ("Object", "Window"):
            self.connection.signal_subscribe(
                None, f"org.a11y.atspi.Event.{interface}", None, None, None, Gio.DBusSignalFlags.NONE, lambda *_: None)

    def call(self, name, path, interface, method, arguments=None, tries=3):
        """Calls a method; the unpacked answers."""
        try:
            return self.connection.call_sync(
                name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 20_000, None).unpack()
        except GLib.Error as error:
            # The registry of Debian 12 sometimes ends when it is started by the first call; the next call starts it again.
            if name != REGISTRY or tries == 1 or not error.matches(Gio.dbus_error_quark(), Gio.DBusError.NO_REPLY):
                raise
            return self.call(name, path, interface, method, arguments, tries - 1)

    def applications(self):
        """The bus names of all programs with windows."""
        return [name for name, _ in self.call(REGISTRY, ROOT, "org.a11y.atspi.Accessible", "GetChildren")[0]]

    def children(self, name, path, leaves):
        """Asks for the children of a node, theirs and so on, all at once: {path: [path of child]}.

        GTK makes the nodes when somebody asks for them. leaves: the paths that are not asked.
        """
        found, context, waiting = {}, GLib.MainContext.default(), [0]

        def ask(path):
            if path in found or path in leaves:
                return
            found[path] = []
            waiting[0] += 1
            self.connection.call(name, path, "org.a11y.atspi.Accessible", "GetChildren", None, None,
                                 Gio.DBusCallFlags.NONE, 20_000, None, answer, path)

        def answer(connection, result, path):
            waiting[0] -= 1
            try:
                found[path] = [child for _, child in connection.call_finish(result).unpack()[0]]
            except GLib.Error:
                # The node vanished.
                return
            for child in found[path]:
                ask(child)

        ask(path)
        while waiting[0]:
            context.iteration(True)
        return found

    def items(self, name):
        """All nodes of a program in one call: (own (name, path), program, parent, place, …, interfaces, name, role, …, states)."""
        return self.call(name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")[0]

    def process(self, name):
        """The id of the program's process."""
        return self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                         GLib.Variant("(s)", (name,)))[0]

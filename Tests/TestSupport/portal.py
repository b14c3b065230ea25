"""A settings portal, version 1 as in Debian 12, whose settings a test sets over the bus.

Arguments: settings (the interface), none (a portal without settings) or silent (no answers).
"""
import fnmatch
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PORTAL = "org.freedesktop.portal.Settings"
settings = {}


class Portal(dbus.service.Object):
    @dbus.service.method("org.fontd.Test", in_signature="ssv")
    def Set(self, namespace, key, value):
        settings.setdefault(str(namespace), {})[str(key)] = value
        if mode == "settings":
            self.SettingChanged(namespace, key, value)

    @dbus.service.method("org.fontd.Test")
    def Quit(self):
        GLib.idle_add(loop.quit)

    if sys.argv[1] == "settings":

        @dbus.service.method(PORTAL, in_signature="as", out_signature="a{sa{sv}}")
        def ReadAll(self, patterns):
            return {
                namespace: dbus.Dictionary(values, signature="sv")
                for namespace, values in settings.items()
                if not patterns or any(fnmatch.fnmatchcase(namespace, pattern) for pattern in patterns)
            }

    elif sys.argv[1] == "silent":

        @dbus.service.method(PORTAL, in_signature="as", out_signature="a{sa{sv}}", async_callbacks=("answer", "fail"))
        def ReadAll(self, patterns, answer, fail):
            pass

    @dbus.service.signal(PORTAL, signature="ssv")
    def SettingChanged(self, namespace, key, value):
        pass


mode = sys.argv[1]
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
portal = Portal(bus, "/org/freedesktop/portal/desktop")
name = dbus.service.BusName("org.freedesktop.portal.Desktop", bus)
loop = GLib.MainLoop()
loop.run()

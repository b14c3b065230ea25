"""Sessions of real desktops, made of the desktops' own programs: each starts on a desk with a session bus of its own."""

import os
import shutil

PLASMA = {"XDG_CURRENT_DESKTOP": "KDE", "KDE_FULL_SESSION": "true", "KDE_SESSION_VERSION": "5"}


def xfce(desk, environment):
    """Xfce's settings daemon, which keeps the settings in a service that the bus starts."""
    desk.start(["xfsettingsd", "--no-daemon", "--disable-wm-check", "--replace"], environment)
    owned(desk, environment, "org.xfce.SettingsDaemon")
    return {"XDG_CURRENT_DESKTOP": "XFCE"}


def kde(desk, environment):
    """Plasma's window manager and its daemon with the module for GTK, which starts xsettingsd."""
    environment = {**environment, **PLASMA}
    desk.start(["kwin_x11"], environment)
    kded = daemon(desk, environment)
    desk.wait_for(lambda: "Took ownership" in kded.log.read_text())
    # On another platform, programs do not load Plasma's settings.
    return {**PLASMA, "QT_QPA_PLATFORM": "xcb"}


def kde_wayland(desk, environment):
    """Plasma's compositor with Xwayland, and its daemon with the module for GTK."""
    environment = {**environment, **PLASMA, "XDG_SESSION_TYPE": "wayland"}
    folder = desk.root / f"kde-{len(desk.started)}"
    folder.mkdir()
    shown, program = folder / "started", folder / "program.sh"
    program.write_text(f'echo "$WAYLAND_DISPLAY $DISPLAY" >{shown}\n')
    # The installed file asks for a right to raise priorities, without which it does not start in a container.
    compositor = shutil.copy(shutil.which("kwin_wayland"), folder)
    desk.start([compositor, "--virtual", "--xwayland", "--no-lockscreen", f"sh {program}"], environment)
    wayland, x11 = line(desk, shown).split()
    variables = {**PLASMA, "XDG_SESSION_TYPE": "wayland", "WAYLAND_DISPLAY": wayland, "DISPLAY": x11}
    daemon(desk, {**environment, **variables})
    return variables


def daemon(desk, environment):
    # The module notifies the user's newest process with the name xsettingsd, even that of another session; here it sees its own.
    user = [] if os.geteuid() == 0 else ["--user", "--map-current-user"]
    kded = desk.start(["unshare", *user, "--pid", "--fork", "--kill-child", "--mount-proc", "kded5"], environment)
    owned(desk, environment, "org.kde.GtkConfig")
    return kded


def sway(desk, environment, helper):
    """sway without a screen, which starts the helper as its manual says: with a line of its configuration."""
    shown, configuration = desk.root / f"sway-{len(desk.started)}", desk.root / "sway.conf"
    configuration.write_text(
        f'exec echo "$WAYLAND_DISPLAY $DISPLAY" >{shown}\n' + ("exec fontd --desktop\n" if helper else ""))
    desk.start(["sway", "-c", str(configuration)], {
        **environment, "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"})
    wayland, x11 = line(desk, shown).split()
    return {"XDG_CURRENT_DESKTOP": "sway", "WAYLAND_DISPLAY": wayland, "DISPLAY": x11}


def line(desk, file):
    """The line that a session writes to a file when it is ready."""
    desk.wait_for(lambda: file.exists() and file.read_text().endswith("\n"))
    return file.read_text().strip()


def owned(desk, environment, name):
    call = ["dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner",
            f"string:{name}"]
    return desk.wait_for(lambda: "boolean true" in desk.run(call, environment))

"""A desk of its own: a home, a session bus that knows the installed service, X servers, and the installed fontctl."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

import sessions


class Desk:
    def __init__(self, prefix):
        """prefix: the folder to which fontd was installed (its bin has fontctl, its share the service file)."""
        self.prefix = pathlib.Path(prefix).resolve()
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="reach-"))
        self.home = self.root / "home"
        self.runtime = self.root / "run"
        for folder in (self.home, self.runtime):
            folder.mkdir(mode=0o700)
        self.started = []
        self.environment = {
            "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.runtime), "LANG": "C.UTF-8", "USER": "reach",
            "PATH": f"{self.prefix}/bin:/usr/local/bin:/usr/bin:/bin",
            "XDG_DATA_DIRS": f"{self.prefix}/share:/usr/local/share:/usr/share",
            "XDG_SESSION_ID": "reach", "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory", "GDK_BACKEND": "x11",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        (self.home / ".local/share/fonts").mkdir(parents=True)
        address = f"unix:path={self.runtime}/bus"
        self.start(["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}"])
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        self.wait_for(lambda: (self.runtime / "bus").exists())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.started):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        # The bus started the service and similar programs, which end with it.
        if "REACH_KEEP" not in os.environ:
            shutil.rmtree(self.root, ignore_errors=True)

    @staticmethod
    def wait_for(condition, seconds=20):
        """Polls: what it waits for belongs to programs that send no event. Returns whether it came about."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.1)
        return False

    def start(self, command, environment=None, **options):
        """Starts a program that runs until it ends or the desk is left."""
        log = open(self.root / f"{pathlib.Path(command[0]).name}-{len(self.started)}.log", "wb")
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", log)
        process = subprocess.Popen(
            command, env={**self.environment, **(environment or {})}, stderr=log, start_new_session=True,
            cwd=self.home, **options)
        process.log = pathlib.Path(log.name)
        self.started.append(process)
        return process

    def run(self, command, environment=None, seconds=120, folder=None):
        """Runs a program to its end; its output, or what is wrong with it."""
        try:
            result = subprocess.run(
                command, env={**self.environment, **(environment or {})}, cwd=folder or self.home, timeout=seconds,
                stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
        except subprocess.TimeoutExpired:
            return ""
        (self.root / "run.log").open("a").write(f"{command}\n{result.stdout}{result.stderr}\n")
        return result.stdout

    def fontctl(self, *arguments):
        result = subprocess.run(
            ["fontctl", *map(str, arguments), "--json"], env=self.environment, cwd=self.home, capture_output=True,
            text=True, check=False)
        if result.returncode != 0:
            raise RuntimeError(f"fontctl {arguments}: {result.stdout}{result.stderr}")
        return json.loads(result.stdout)

    def display(self, kind):
        """A display, and what serves its settings: words of "bare", "alone", "wayland", "xsettingsd", "gsd-xsettings", "xfce", "kde",
        "kde-wayland", "sway", "xwayland" and "helper"."""
        words = kind.split()
        bus = f"unix:path={self.runtime}/bus-{len(self.started)}"
        self.start(["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={bus}"])
        environment = {"DBUS_SESSION_BUS_ADDRESS": bus}
        if "sway" in words:
            environment |= sessions.sway(self, environment, "helper" in words)
        elif "kde-wayland" in words:
            environment |= sessions.kde_wayland(self, environment)
        else:
            environment |= self.wayland() if "wayland" in words else self.x11()
        if "WAYLAND_DISPLAY" in environment:
            environment["GDK_BACKEND"] = "x11" if "xwayland" in words else "wayland"
        if "xsettingsd" in words:
            configuration = self.root / "xsettingsd.conf"
            configuration.write_text('Net/ThemeName "Adwaita"\n')
            self.start(["xsettingsd", "-c", str(configuration)], environment)
        if "gsd-xsettings" in words:
            self.start(["/usr/libexec/gsd-xsettings"], environment)
        if "xfce" in words:
            environment |= sessions.xfce(self, environment)
        if "kde" in words:
            environment |= sessions.kde(self, environment)
        if "helper" in words and "sway" not in words:
            self.start(["fontd", "--desktop"], environment)
        return environment

    def wayland(self):
        self.start(["weston", "--backend=headless-backend.so", "--socket=wayland-reach", "--idle-time=0", "--no-config"])
        self.wait_for(lambda: (self.runtime / "wayland-reach").exists())
        return {"WAYLAND_DISPLAY": "wayland-reach"}

    def x11(self):
        # Without -noreset a server refuses programs for a moment after its last one has ended.
        read, write = os.pipe()
        self.start(["Xvfb", "-displayfd", str(write), "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset"],
                   pass_fds=[write])
        os.close(write)
        with os.fdopen(read) as pipe:
            return {"DISPLAY": ":" + pipe.readline().strip()}

    def qt_plugin(self, version):
        """The environment in which programs of a Qt load fontd's plugin."""
        plugins = self.root / f"qt{version}"
        sources = pathlib.Path(__file__).parent.parent.parent / "Sources/QtPlugin"
        subprocess.run(["make", "-s", "-C", sources, f"QT={version}", f"OUT={plugins}/generic"], check=True)
        return {"QT_PLUGIN_PATH": str(plugins), "QT_QPA_GENERIC_PLUGINS": "fontd"}

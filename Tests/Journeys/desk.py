"""A desk of its own: a display, a session bus with the installed services, accessibility, a home, and fontctl."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

from waiting import Failure, wait

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={root}/bus</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{root}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
  <reset-dirs/>
  {folders}
  <dir>{home}/.local/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <cachedir>/var/cache/fontconfig</cachedir>
</fontconfig>
"""

# Of system fonts, enough for the languages of the interface and for families with several styles.
SYSTEM = ["/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/truetype/lato", "/usr/share/fonts/opentype/ebgaramond"]
# Messages in the log of a program that fail a journey.
CRITICAL = re.compile(r"-CRITICAL \*\*|-ERROR \*\*|Fatal error|assertion .* failed|SUMMARY: \w+Sanitizer")


class Desk:
    """Everything that a journey uses; leaving it ends the processes and removes the files."""

    def __init__(self, prefix, system=None, size="1280x800", locale="C.UTF-8"):
        self.prefix = pathlib.Path(prefix).resolve()
        # Paths of sockets are short.
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="fonts-", dir="/tmp"))
        self.home, self.runtime, self.given = self.root / "home", self.root / "run", self.root / "home/Downloads"
        for folder in (self.home, self.runtime, self.given, self.root / "services", self.root / "system"):
            folder.mkdir(mode=0o700)
        self.started, self.logs = [], []
        self.size = size
        self.environment = {
            "HOME": str(self.home), "USER": "reader", "LANG": locale, "LC_ALL": locale,
            "XDG_RUNTIME_DIR": str(self.runtime), "XDG_DATA_HOME": f"{self.home}/.local/share",
            "XDG_CONFIG_HOME": f"{self.home}/.config", "XDG_CACHE_HOME": f"{self.home}/.cache",
            "XDG_STATE_HOME": f"{self.home}/.local/state",
            "XDG_DATA_DIRS": f"{self.prefix}/share:/usr/local/share:/usr/share",
            "PATH": f"{self.prefix}/bin:/usr/local/bin:/usr/bin:/bin", "FONTCONFIG_FILE": f"{self.root}/fonts.conf",
            "GTK_A11Y": "atspi", "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory", "GDK_BACKEND": "x11",
            "GTK_USE_PORTAL": "0", "LIBGL_ALWAYS_SOFTWARE": "1", "SWIFT_BACKTRACE": "enable=no",
        }
        for name in ("LD_LIBRARY_PATH", "FONTD_TEST_FONTS"):
            if name in os.environ:
                self.environment[name] = os.environ[name]
        folders = (system if system is not None else SYSTEM) + [f"{self.root}/system"]
        (self.root / "fonts.conf").write_text(FONTS.format(home=self.home, folders="\n  ".join(f"<dir>{name}</dir>" for name in folders)))
        for folder in (".local/share/fonts", ".config", ".cache", ".local/state"):
            (self.home / folder).mkdir(parents=True, exist_ok=True)
        self.start_display()
        self.start_bus()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.started):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        # The bus started the service in its own group of processes, which ended with it.
        if "FONTD_JOURNEY_KEEP" not in os.environ:
            shutil.rmtree(self.root, ignore_errors=True)

    # --- Processes ---

    def start(self, command, environment=None, name=None, **options):
        """Starts a program that runs until it ends or the desk is left; its output is in a log."""
        path = self.root / f"{name or pathlib.Path(command[0]).name}-{len(self.started)}.log"
        self.logs.append(path)
        with open(path, "wb") as log:
            options.setdefault("stdout", log)
            process = subprocess.Popen(
                [str(word) for word in command], env={**self.environment, **(environment or {})}, stderr=log,
                stdin=subprocess.DEVNULL, start_new_session=True, cwd=self.home, **options)
        process.log = path
        self.started.append(process)
        return process

    def run(self, *command, environment=None, status=0):
        """Runs a program to its end; returns what it printed."""
        result = subprocess.run(
            [str(word) for word in command], env={**self.environment, **(environment or {})}, cwd=self.home,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=300, check=False)
        if status is not None and result.returncode != status:
            raise Failure(f"{command[0]} ended with {result.returncode}: {result.stdout}{result.stderr}")
        return result.stdout

    def start_display(self):
        reading, writing = os.pipe()
        server = self.start(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{self.size}x24", "-nolisten", "tcp"],
            pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        if not number:
            raise Failure("Xvfb does not start: " + server.log.read_text())
        self.environment["DISPLAY"] = ":" + number

    def start_bus(self):
        for file in (self.prefix / "share/dbus-1/services").glob("*.service"):
            (self.root / "services" / file.name).symlink_to(file)
        (self.root / "bus.conf").write_text(BUS.format(root=self.root))
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={self.root}/bus"
        self.start(["dbus-daemon", f"--config-file={self.root}/bus.conf", "--nofork", "--nopidfile"])
        wait((self.root / "bus").exists, "the bus")
        self.start(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])
        wait(lambda: self.owner("org.a11y.Bus"), "the accessibility bus")

    def owner(self, name):
        """The process that owns a name of the bus; none if nobody does."""
        said = self.run("dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
                        "org.freedesktop.DBus.GetConnectionUnixProcessID", f"string:{name}", status=None)
        found = re.search(r"uint32 (\d+)", said)
        return int(found.group(1)) if found else None

    # --- What is installed ---

    def fontctl(self, *arguments, status=0):
        """Runs fontctl; returns its JSON document."""
        said = self.run("fontctl", *arguments, "--json", status=status)
        return json.loads(said) if said.strip() else None

    def listed(self):
        """The families that every program of fontconfig sees."""
        return {line.split(",")[0] for line in self.run("fc-list", "--format", "%{family}\n").splitlines()}

    def registrations(self):
        return self.fontctl("list")["registrations"]

    def registered(self):
        """The families of all registrations, with whether they are on."""
        return {face["family"]: entry["enabled"] for entry in self.registrations() for face in entry["faces"]}

    def launch(self, *files, environment=None):
        """Starts Fonts as a launcher does."""
        return self.start(["fontd-fonts", *files], environment)

    # --- After a journey ---

    def criticals(self):
        """The critical messages of all programs of the desk."""
        return [f"{path.name}: {line.strip()}" for path in self.logs if path.exists()
                for line in path.read_text(errors="replace").splitlines() if CRITICAL.search(line)]

    def picture(self, path):
        """Takes a picture of the display."""
        self.run("import", "-window", "root", path, status=None)

"""A confined program: an instance of Flatpak as `flatpak run` makes it, with bwrap and xdg-dbus-proxy."""

import fcntl
import os
import random
import subprocess

from waiting import wait

APPLICATION = "org.example.Writer"
INFORMATION = """[Application]
name={application}
runtime=runtime/org.freedesktop.Platform/x86_64/23.08

[Instance]
instance-id={instance}
branch=stable
arch=x86_64
app-path={deployed}/files
flatpak-version=1.14.10
session-bus-proxy=true

[Session Bus Policy]
org.fontd.FontRegistry1=talk
"""


def is_possible():
    result = subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "/bin/true"],
                            capture_output=True, check=False)
    return result.returncode == 0


class Sandbox:
    """An instance of the application, which lasts as long as the desk."""

    def __init__(self, desk):
        self.desk = desk
        self.number = str(random.randrange(1, 2**32))
        self.folder = desk.runtime / ".flatpak" / self.number
        self.folder.mkdir(parents=True, mode=0o700)
        self.deployed = desk.home / f".local/share/flatpak/app/{APPLICATION}/x86_64/stable/active"
        (self.deployed / "files").mkdir(parents=True, exist_ok=True)
        (self.folder / "info").write_text(INFORMATION.format(
            application=APPLICATION, instance=self.number, deployed=self.deployed))
        (self.folder / ".ref").write_bytes(b"")
        self.own = desk.home / ".var/app" / APPLICATION
        self.own.mkdir(parents=True, exist_ok=True)
        self.socket = desk.root / "filtered"
        self.socket.mkdir(exist_ok=True)
        self.export()
        self.start_proxy()
        # The instance runs as long as a program of it.
        self.command = [
            "/bin/sh", "-c", 'exec 9>"$0/bwrapinfo.json"; exec bwrap --info-fd 9 "$@"', str(self.folder), "--ro-bind",
            str(self.folder), f"/run/flatpak/.flatpak/{self.number}", "--lock-file",
            f"/run/flatpak/.flatpak/{self.number}/.ref", *self.options()]
        desk.start([*self.command, "--", "sh", "-c", "exec sleep 1000"], name="sandbox")
        wait(self.is_running, "the sandbox")

    def export(self):
        """The desktop entry that Flatpak exports, by which people know the application."""
        entry = self.desk.home / f".local/share/flatpak/exports/share/applications/{APPLICATION}.desktop"
        entry.parent.mkdir(parents=True, exist_ok=True)
        entry.write_text(f"[Desktop Entry]\nType=Application\nName=Writer\nIcon=accessories-text-editor\nExec=flatpak run {APPLICATION}\n")
        (self.deployed / "metadata").write_text(f"[Application]\nname={APPLICATION}\n")
        current = self.deployed.parent.parent.parent / "current"
        if not current.exists():
            current.symlink_to("x86_64/stable")

    def start_proxy(self):
        host = []
        for name in os.listdir("/"):
            path = "/" + name
            if os.path.islink(path):
                host += ["--symlink", os.readlink(path), path]
            elif os.path.isdir(path):
                host += ["--bind" if name in ("tmp", "var", "run") else "--ro-bind", path, path]
        address = self.desk.environment["DBUS_SESSION_BUS_ADDRESS"]
        self.desk.start([
            "/bin/sh", "-c", 'info=$1; shift; exec bwrap "$@" 3<"$info"', "sh", str(self.folder / "info"), *host,
            "--perms", "0600", "--file", "3", "/.flatpak-info", "--", "xdg-dbus-proxy", address, f"{self.socket}/bus", "--filter",
            f"--own={APPLICATION}", "--talk=org.fontd.FontRegistry1"], name="proxy")
        wait((self.socket / "bus").exists, "the filter of the bus")

    def options(self):
        options = ["--unshare-all", "--new-session", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", "/run",
                   "--ro-bind", "/usr", "/usr"]
        for name in ("bin", "lib", "lib64", "sbin"):
            options += ["--symlink", "usr/" + name, "/" + name]
        for path in ("/etc/ld.so.cache", "/etc/passwd", "/etc/group"):
            options += ["--ro-bind-try", path, path]
        return options + ["--bind", str(self.own), str(self.own), "--ro-bind", f"{self.socket}/bus", "/run/flatpak/bus",
                          "--ro-bind", str(self.folder / "info"), "/.flatpak-info"]

    def is_running(self):
        """bwrap locks the file when the program runs."""
        with open(self.folder / ".ref", "rb+") as file:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return True
            fcntl.lockf(file, fcntl.LOCK_UN)
        return False

    def start(self, script, *arguments):
        """Runs a Python program of the application; its own folder and the bus are all that it has."""
        path = self.own / "program.py"
        path.write_text(script)
        return self.desk.start([*self.command, "--", "/usr/bin/python3", str(path), *map(str, arguments)], {
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/flatpak/bus", "HOME": str(self.own)}, name="writer")

    def uninstall(self):
        """Ends all programs of the application and removes it, as Flatpak does."""
        for process in self.desk.started:
            if process.log.name.startswith(("sandbox", "writer", "proxy")) and process.poll() is None:
                os.killpg(process.pid, 9)
                process.wait()
        (self.desk.home / f".local/share/flatpak/exports/share/applications/{APPLICATION}.desktop").unlink()
        self.desk.run("rm", "-rf", self.desk.home / f".local/share/flatpak/app/{APPLICATION}", self.folder)

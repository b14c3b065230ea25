"""A Flatpak application that draws text with Pango, in a runtime made on the spot of this machine's Python and Pango."""

import glob
import pathlib
import platform
import shutil
import subprocess

APPLICATION, RUNTIME = "org.fontd.Reach", "org.fontd.Platform"
PROGRAMS = ["/usr/bin/python3", "/bin/sh"]
TREES = ["/usr/lib/python3.*", "/usr/lib/python3/dist-packages/gi", "/usr/lib/python3/dist-packages/cairo", "/usr/lib/*-linux-gnu/girepository-1.0"]
LIBRARIES = [f"/usr/lib/*-linux-gnu/{name}" for name in (
    "libpango-1.0.so.0", "libpangocairo-1.0.so.0", "libpangoft2-1.0.so.0", "libcairo-gobject.so.2",
    "libgirepository-1.0.so.1")]
# The configuration of freedesktop.org's runtimes.
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <include ignore_missing="yes">/run/host/font-dirs.xml</include>
  <dir>/run/host/fonts</dir>
  <dir>/run/host/user-fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


def command(desk, probe, *arguments):
    """How to run a Python program in the application; installs that at first."""
    if not (desk.root / "flatpak").exists():
        install(desk, probe)
    return ["flatpak", "run", "--user", "--command=python3", APPLICATION, f"/app/{probe.name}", *arguments]


def install(desk, probe):
    root, repository = desk.root / "flatpak", desk.root / "flatpak-repository"
    usr = root / "runtime/usr"
    found = [path for pattern in LIBRARIES for path in glob.glob(pattern)]
    extensions = [path for tree in TREES for folder in glob.glob(tree) for path in glob.glob(f"{folder}/**/*.so", recursive=True)]
    for pattern in TREES:
        for folder in glob.glob(pattern):
            shutil.copytree(folder, usr / folder[5:], dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for program in PROGRAMS:
        copy(program, usr / "bin" / pathlib.Path(program).name)
    needed = subprocess.run(["ldd", *PROGRAMS, *found, *extensions], capture_output=True, text=True, check=False).stdout
    for library in sorted({word for word in needed.split() if word.startswith("/") and not word.endswith(":")} | set(found)):
        copy(library, usr / library.removeprefix("/usr/").lstrip("/"))
    (usr / "etc/fonts").mkdir(parents=True)
    (usr / "etc/fonts/fonts.conf").write_text(CONFIGURATION)
    (usr / "share").mkdir()
    (root / "runtime/files").mkdir()
    for file in (probe, probe.parent.parent / "ink.py"):
        copy(file, root / "app/files" / file.name)
    facts = "".join(f"{kind}={RUNTIME}/{platform.machine()}/1\n" for kind in ("runtime", "sdk"))
    (root / "runtime/metadata").write_text(f"[Runtime]\nname={RUNTIME}\n{facts}")
    (root / "app/metadata").write_text(f"[Application]\nname={APPLICATION}\n{facts}")
    for arguments in (
            ["build-finish", root / "app"],
            ["build-export", "--runtime", repository, root / "runtime", "1"],
            ["build-export", repository, root / "app", "1"],
            ["--user", "remote-add", "--no-gpg-verify", "made", repository],
            ["--user", "install", "-y", "--noninteractive", "made", f"{APPLICATION}//1"]):
        desk.run(["flatpak", *map(str, arguments)], seconds=300)


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)

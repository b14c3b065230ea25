#!/usr/bin/python3
"""Gives families to a program for reading, which must not run meanwhile unless it is Foliate.

    reader_fonts.py [--serif FAMILY] [--sans FAMILY] [--mono FAMILY] [--default serif|sans|mono] PROGRAM [--settings FILE]

PROGRAM is foliate, koreader or calibre. Only families that fontctl lists are taken; without any the program's families
are printed. All other settings stay, and the first change leaves a copy of the file beside it, with .before-fonts at its
end. Needs Python 3, and for Foliate python3-gi.

Where programs keep families:
- Foliate 3: the GSettings schema com.github.johnfactotum.Foliate.viewer.font (data/*.gschema.xml)
- KOReader: settings.reader.lua, a Lua table (frontend/apps/reader/modules/readerfont.lua, frontend/dump.lua)
- calibre's viewer: viewer-webengine.json (src/calibre/gui2/viewer/web_view.py)

Thorium is left out: it compares its state with a log of changes, and takes one from outside for damage
(src/main/redux/store/memory.ts).
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROLES = ("serif", "sans", "mono")
CONFIG = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")


def fail(message):
    sys.exit(f"reader_fonts.py: {message}")


def require(families):
    """Exits unless fontctl lists each family."""
    try:
        listed = subprocess.run(["fontctl", "families", "--json"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        fail(f"fontctl cannot list the families: {error}")
    known = {family["family"] for family in json.loads(listed)["families"]}
    for family in families:
        if family not in known:
            fail(f"There is no family {family!r}. `fontctl families` lists them.")


def require_stopped(program, word):
    """Exits if a process runs whose arguments contain a word: it would overwrite its settings at its end."""
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                arguments = file.read().split(b"\0")
        except OSError:
            continue
        if int(process) != os.getpid() and any(os.path.basename(a) == word.encode() for a in arguments[:3]):
            fail(f"{program} is running. Close it first.")


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{path} cannot be read: {error}. Start the program once, so that it writes its settings.")


def write(path, text):
    """Replaces a file as a whole; its first version is kept."""
    if not os.path.exists(path + ".before-fonts"):
        shutil.copy2(path, path + ".before-fonts")
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=os.path.dirname(path), delete=False) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    shutil.copymode(path, file.name)
    os.replace(file.name, path)


class Foliate:
    """Foliate 3, which follows GSettings while it runs."""

    keys = {"serif": "serif", "sans": "sans-serif", "mono": "monospace"}
    defaults = ("serif", "sans")

    def __init__(self, _):
        from gi.repository import Gio

        name = "com.github.johnfactotum.Foliate.viewer.font"
        source = Gio.SettingsSchemaSource.get_default()
        if source is None or source.lookup(name, True) is None:
            fail("Foliate is not installed: GSettings has no schema of it.")
        self.sync = Gio.Settings.sync
        self.settings = Gio.Settings.new(name)

    def families(self):
        return {role: self.settings.get_string(key) for role, key in self.keys.items()}

    def set(self, families, default):
        for role, family in families.items():
            self.settings.set_string(self.keys[role], family)
        if default:
            self.settings.set_uint("default", self.defaults.index(default))
        self.sync()


class Calibre:
    """calibre's viewer of books."""

    defaults = ROLES

    def __init__(self, path):
        require_stopped("calibre's viewer", "ebook-viewer")
        self.path = path or os.path.join(CONFIG, "calibre", "viewer-webengine.json")
        try:
            self.settings = json.loads(read(self.path))
            session = self.settings.setdefault("session_data", {})
            self.fonts = session.setdefault("standalone_font_settings", {})
            self.fonts.keys()
        except (ValueError, AttributeError) as error:
            fail(f"{self.path} is damaged: {error}. It was not changed.")

    def families(self):
        return {role: self.fonts.get(role + "_family", "") for role in ROLES}

    def set(self, families, default):
        for role, family in families.items():
            self.fonts[role + "_family"] = family
        if default:
            self.fonts["standard_font"] = default
        write(self.path, json.dumps(self.settings, indent=2, ensure_ascii=False))


class KOReader:
    """KOReader, whose settings are lines of a Lua table: `    ["key"] = value,`."""

    defaults = ROLES
    generic = {"serif": "serif", "sans": "sans-serif", "mono": "monospace"}

    def __init__(self, path):
        require_stopped("KOReader", "reader.lua")
        self.path = path or os.path.join(CONFIG, "koreader", "settings.reader.lua")
        self.text = read(self.path)
        if not re.search(r"^return \{", self.text, re.M) or not self.text.rstrip().endswith("}"):
            fail(f"{self.path} is damaged: it does not contain a table of settings. It was not changed.")

    @staticmethod
    def quoted(text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\\n") + '"'

    def find(self, key):
        """Returns the match of a setting at the top of the table, whose value is a text or a flat table."""
        value = r'("(?:[^"\\]|\\.|\\\n)*"|\{[^{}]*\})'
        found = list(re.finditer(r'^    \["' + re.escape(key) + r'"\] = ' + value + ",\n", self.text, re.M))
        if len(found) > 1:
            fail(f"{self.path} is damaged: it has {key} twice. It was not changed.")
        return found[0] if found else None

    def put(self, key, value):
        line = f'    ["{key}"] = {value},\n'
        if found := self.find(key):
            self.text = self.text[: found.start()] + line + self.text[found.end():]
        else:
            end = re.search(r"^return \{\n?", self.text, re.M).end()
            self.text = self.text[:end] + line + self.text[end:]

    def table(self):
        found = self.find("cre_font_family_fonts")
        entries = re.findall(r'\["((?:[^"\\]|\\.)*)"\] = "((?:[^"\\]|\\.)*)"', found[1]) if found else []
        return {key: re.sub(r"\\(.)", r"\1", value) for key, value in entries}

    def families(self):
        table = self.table()
        return {role: table.get(self.generic[role], "") for role in ROLES}

    def set(self, families, default):
        table = self.table()
        table.update({self.generic[role]: family for role, family in families.items()})
        lines = "".join(f'        ["{key}"] = {self.quoted(table[key])},\n' for key in sorted(table))
        self.put("cre_font_family_fonts", "{\n" + lines + "    }")
        if "mono" in families:
            self.put("monospace_font", self.quoted(families["mono"]))
        if default:
            if self.generic[default] not in table:
                fail(f"KOReader has no family for {default}: use --{default} as well.")
            self.put("cre_font", self.quoted(table[self.generic[default]]))
        write(self.path, self.text)


def main():
    parser = argparse.ArgumentParser(description="Gives families to a program for reading.")
    for role in ROLES:
        parser.add_argument("--" + role, metavar="FAMILY")
    parser.add_argument("--default", choices=ROLES, help="the role of the main text")
    parser.add_argument("--settings", metavar="FILE", help="the program's settings, if they are elsewhere")
    parser.add_argument("program", choices=("foliate", "koreader", "calibre"))
    arguments = parser.parse_args()
    families = {role: getattr(arguments, role) for role in ROLES if getattr(arguments, role)}
    require(families.values())
    program = {"foliate": Foliate, "koreader": KOReader, "calibre": Calibre}[arguments.program](arguments.settings)
    if arguments.default and arguments.default not in program.defaults:
        fail("Foliate's main text is serif or sans: --default serif")
    if families or arguments.default:
        program.set(families, arguments.default)
    for role, family in program.families().items():
        print(f"{role}\t{family}")


if __name__ == "__main__":
    main()

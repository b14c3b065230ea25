"""The life of the package Examples/FontNames/Reader, for scripts/names: built, changed, damaged, installed, moved."""

import os
import shutil

import fonts
from packages import ROOT, VERSION, Hidden, Workspace, expect, replace, show

FILES = 2 * len(fonts.FAMILIES)


class Reader:
    """The package in a workspace, and its situations in their order."""

    def __init__(self, workspace: Workspace):
        self.workspace = workspace
        self.package = workspace.copy("Reader", "Reader")
        self.folder = os.path.join(self.package, "Sources/Typefaces/Fonts")
        self.prefix = workspace.path("prefix")

    def situations(self):
        return [self.clean, self.unchanged, self.touched, self.replaced, self.added, self.removed, self.damaged,
                self.misspelt, self.checked, self.previewed, self.versioned, self.installed, self.damaged_installed,
                self.in_python, self.in_gtk]

    def file(self, name):
        return os.path.join(self.folder, name)

    def build(self):
        return self.workspace.build(self.package)

    def expect_fonts(self, names, program="reader", folder=None):
        """Runs the program: each font is new, then known, and found by its name."""
        result = self.workspace.run(program)
        expect(result.status == 0, f"the program ended with {result.status}:\n{result.text}")
        found = {line.split()[1]: line.split()[2] for line in result.lines("found ")}
        expect(set(found) == set(names), f"the fonts are {sorted(found)}, not {sorted(names)}:\n{result.text}")
        for line in result.lines("found "):
            expect("nowhere" not in line, f"a font is not found: {line}\n{result.text}")
            expect(folder is None or line.split(" ", 2)[2].startswith(folder), f"a font is not in {folder}: {line}")
        new, known = len(result.lines("registered ")), len(result.lines("already-registered "))
        expect((new, known) == (len(names), len(names)), f"{new} were new and {known} were known:\n{result.text}")
        expect(result.lines("bold Lora-Bold true"), f"the typed names differ:\n{result.text}")

    @property
    def names(self):
        return [name.removesuffix(".ttf") for name in os.listdir(self.folder) if name.endswith(".ttf")]

    def clean(self):
        fonts.write_families(self.folder)
        fonts.write_license(self.folder)
        built = self.build()
        expect("warning:" not in built.text, f"the build warns:\n{built.text}")
        self.expect_fonts(self.names)
        return f"{built.seconds:.0f} s CPU"

    def unchanged(self):
        # SwiftPM links the tool of a plugin anew in the build after the first one.
        self.build()
        before = self.workspace.built()
        built = self.build()
        changed = [path for path, time in self.workspace.built().items() if before.get(path) != time]
        expect(not changed, f"these were generated or compiled: {changed}")
        return f"{built.seconds:.1f} s CPU"

    def touched(self):
        before = self.workspace.built()
        os.utime(self.file("Lora-Bold.ttf"))
        built = self.build()
        expect(self.workspace.built() == before, "something was written or compiled")
        return f"{built.seconds:.1f} s CPU"

    def replaced(self):
        before = self.workspace.generated()
        fonts.write(self.file("Lora-Bold.ttf"), fonts.font("Lora", "Bold", 700, 700, revision=2))
        self.build()
        expect(self.workspace.generated() != before, "the table was not generated again")
        self.expect_fonts(self.names)

    def added(self):
        fonts.write(self.file("Added.ttf"), fonts.font("Added"))
        self.build()
        self.expect_fonts([name for name in self.names if name != "Added"] + ["Added-Regular"])

    def removed(self):
        os.remove(self.file("Added.ttf"))
        self.build()
        # SwiftPM leaves the file in the bundle.
        self.expect_fonts(self.names)

    def damaged(self):
        path = self.file("Lato-Bold.ttf")
        with open(path, "r+b") as file:
            whole = file.read()
            file.truncate(len(whole) // 2)
        result = self.workspace.swift("build", self.package)
        expect(result.status != 0, "a damaged font was built")
        expect(f"{path}:1:1: error: " in result.text, f"the error is not at the font's path:\n{result.text}")
        with open(path, "wb") as file:
            file.write(whole)
        self.build()
        self.expect_fonts(self.names)

    def misspelt(self):
        main = os.path.join(self.package, "Sources/reader/main.swift")
        with open(main) as file:
            source = file.read()
        replace(main, r"FontName\.loraBold", "FontName.loraBlod")
        result = self.workspace.swift("build", self.package)
        with open(main, "w") as file:
            file.write(source)
        expect(result.status != 0 and "has no member 'loraBlod'" in result.text, f"it compiles:\n{result.text}")
        self.build()

    def checked(self):
        result = self.workspace.font_names(self.package, "check")
        expect("error:" not in result.text and "warning:" not in result.text, f"check reports:\n{result.text}")
        # A family without bold is noted.
        fonts.write(self.file("Plain.ttf"), fonts.font("Plain"))
        result = self.workspace.font_names(self.package, "check")
        os.remove(self.file("Plain.ttf"))
        expect(f"{self.file('Plain.ttf')}:1:1: note: " in result.text, f"check has no note:\n{result.text}")

    def previewed(self):
        page = self.workspace.path("fonts.html")
        self.workspace.font_names(self.package, "preview", "--output", page)
        with open(page) as file:
            text = file.read()
        expect(all(family in text for family in fonts.FAMILIES), "a family is not on the page")

    def versioned(self):
        """The same package with fontd as a dependency by version, from a repository."""
        repository = self.workspace.repository("fontd", ROOT)
        manifest = os.path.join(self.package, "Package.swift")
        with open(manifest) as file:
            source = file.read()
        replace(manifest, r'\.package\(name: "fontd", path: "[^"]*"\)', f'.package(url: "{repository}", exact: "{VERSION}")')
        try:
            self.build()
            self.expect_fonts(self.names)
        finally:
            with open(manifest, "w") as file:
                file.write(source)
        self.build()

    def installed(self):
        """A prefix alone: neither the sources nor the build folder exist."""
        shutil.rmtree(self.prefix, ignore_errors=True)
        result = self.workspace.font_names(self.package, "install", "--prefix", self.prefix)
        share = os.path.join(self.prefix, "share/Reader")
        expect(result.text.count("installed ") >= FILES + 1, f"not every file was reported:\n{result.text}")
        self.workspace.build(self.package, "--product", "Typefaces")
        for name, folder in [("reader", "bin"), ("libTypefaces.so", "lib")]:
            os.makedirs(os.path.join(self.prefix, folder), exist_ok=True)
            shutil.copy(self.workspace.product(name), os.path.join(self.prefix, folder))
        names = self.names
        with Hidden(self.workspace.scratch), Hidden(self.package):
            self.expect_fonts(names, os.path.join(self.prefix, "bin/reader"), share)
        again = self.workspace.font_names(self.package, "install", "--prefix", self.prefix)
        expect("installed " not in again.text, f"unchanged files were installed again:\n{again.text}")

    def damaged_installed(self):
        bundle = os.path.join(self.prefix, "share/Reader/Reader_Typefaces.resources")
        path = os.path.join(bundle, "Lato-Bold.ttf")
        with open(path, "r+b") as file:
            whole = file.read()
            file.truncate(len(whole) // 2)
        try:
            with Hidden(self.workspace.scratch):
                result = self.workspace.run(os.path.join(self.prefix, "bin/reader"))
        finally:
            with open(path, "wb") as file:
                file.write(whole)
        failed = [line for line in result.lines("failed ") if "Lato-Bold.ttf 104 " in line]
        expect(failed, f"the damaged file is not reported:\n{result.text}")
        expect(len(result.lines("registered ")) == FILES - 1, f"others were not registered:\n{result.text}")

    def in_python(self):
        library = os.path.join(self.prefix, "lib/libTypefaces.so")
        code = f"import ctypes; print(ctypes.CDLL({library!r}).typefaces_register())"
        with Hidden(self.workspace.scratch):
            result = self.workspace.run("/usr/bin/python3", "-c", code)
        expect(result.output == "0\n", f"the library registered less:\n{result.text}")

    def in_gtk(self):
        library = os.path.join(self.prefix, "lib/libTypefaces.so")
        with Hidden(self.workspace.scratch):
            for family in fonts.FAMILIES:
                result = show(self.workspace, library, family)
                expect(result.output == f"{fonts.advance(family)}\n", f"{family} is not shown:\n{result.text}")

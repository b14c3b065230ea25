"""Other packages that scripts/names builds: with a shared font, from nothing, and with bad input."""

import os
import shutil

import fonts
from packages import Hidden, Workspace, expect, show

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "{name}",
    dependencies: [.package(name: "fontd", path: "{fontd}")],
    targets: [
        .executableTarget(
            name: "{target}", dependencies: [.product(name: "{product}", package: "fontd")],
            resources: [.{rule}("Fonts")],
            plugins: [.plugin(name: "FontNames", package: "fontd")])
    ]
)
"""


class SharedFont:
    """An app and a library with the same font, and with different ones of the same name."""

    def __init__(self, workspace: Workspace):
        self.workspace = workspace
        self.package = os.path.join(workspace.copy("SharedFont", "SharedFont"), "App")

    def situations(self):
        return [self.equal_bytes, self.other_bytes]

    def path(self, *names):
        return os.path.join(os.path.dirname(self.package), *names)

    def steps(self):
        self.workspace.build(self.package)
        result = self.workspace.run("shared-font")
        expect(result.status == 0, f"the program ended with {result.status}:\n{result.text}")
        return dict(line.split(": ", 1) for line in result.output.splitlines())

    def equal_bytes(self):
        """One registration with two owners."""
        for folder in ["App/Sources/App", "Captions/Sources/Captions"]:
            fonts.write(self.path(folder, "Fonts/Lora-Regular.ttf"), fonts.font("Lora"))
            fonts.write_license(self.path(folder, "Fonts"))
        steps = self.steps()
        expect(steps["the library registers"] == "registered; found", f"{steps}")
        expect(steps["the app registers"].endswith("; found") and "failed" not in steps["the app registers"], f"{steps}")
        expect(steps["the library unregisters"] == "unregistered; found", f"{steps}")
        expect(steps["the app unregisters"] == "unregistered; not found", f"{steps}")

    def other_bytes(self):
        """A conflict that names both files."""
        fonts.write(self.path("App/Sources/App/Fonts/Lora-Regular.ttf"), fonts.font("Lora", advance=900, revision=2))
        registers = self.steps()["the app registers"]
        expect(registers.startswith("failed 305 "), f"there is no conflict: {registers}")
        bundles = ["SharedFont_shared-font.resources", "Captions_Captions.resources"]
        expect(all(bundle in registers for bundle in bundles), f"a path is missing: {registers}")


class FromNothing:
    """A package with one dependency, one plugin line and one call, which a GTK program loads."""

    MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Hello",
    products: [.library(name: "Hello", type: .dynamic, targets: ["Hello"])],
    dependencies: [.package(name: "fontd", path: "{fontd}")],
    targets: [
        .target(
            name: "Hello", dependencies: [.product(name: "ProcessFonts", package: "fontd")],
            resources: [.process("Hello.ttf")],
            plugins: [.plugin(name: "FontNames", package: "fontd")])
    ]
)
"""
    SOURCE = """import ProcessFonts

let bridge = FontconfigBridge(for: ProcessFontManager(provider: "org.example.Hello"))

@c(typefaces_show)
public func show() -> CInt {
    let summary = registerModuleFonts()
    _ = bridge
    return CInt(summary.errors.count)
}
"""

    def __init__(self, workspace: Workspace):
        self.workspace = workspace
        self.prefix = workspace.path("hello-prefix")

    def situations(self):
        return [self.written_installed_shown]

    def written_installed_shown(self):
        package = self.workspace.write("Hello", {
            "Package.swift": self.MANIFEST.format(fontd=self.workspace.fontd), "Sources/Hello/Hello.swift": self.SOURCE})
        fonts.write(os.path.join(package, "Sources/Hello/Hello.ttf"), fonts.font("Hello", advance=770))
        self.workspace.build(package, "--product", "Hello")
        shutil.rmtree(self.prefix, ignore_errors=True)
        self.workspace.font_names(package, "install", "--prefix", self.prefix)
        os.makedirs(os.path.join(self.prefix, "lib"))
        library = shutil.copy(self.workspace.product("libHello.so"), os.path.join(self.prefix, "lib"))
        shutil.rmtree(package)
        with Hidden(self.workspace.scratch):
            result = show(self.workspace, library, "Hello")
        expect(result.output == "770\n", f"the text is not in the package's font:\n{result.text}")


class OddFonts:
    """Fonts and files that are not as fonts usually are: the package builds, or the build says why."""

    def __init__(self, workspace: Workspace):
        self.workspace = workspace

    def situations(self):
        return [self.many, self.collection, self.families, self.names, self.not_fonts, self.large, self.link]

    def attempt(self, write, rule="copy"):
        """Builds a package of which a function fills the folder with fonts."""
        manifest = MANIFEST.format(name="Odd", target="odd", product="FontResources", rule=rule, fontd=self.workspace.fontd)
        source = "import FontResources\n\nprint(ModuleFonts.resources.count, ModuleFonts.resources.flatMap(\\.names).count)\n"
        package = self.workspace.write("Odd", {"Package.swift": manifest, "Sources/odd/main.swift": source})
        folder = os.path.join(package, "Sources/odd/Fonts")
        os.makedirs(folder)
        write(folder)
        return self.workspace.swift("build", package), folder

    def expect_counts(self, write, counts, rule="copy"):
        result, _ = self.attempt(write, rule)
        expect(result.status == 0, f"the build failed:\n{result.text}")
        output = self.workspace.run("odd").output
        expect(output == f"{counts[0]} {counts[1]}\n", f"the fonts are {output}, not {counts}")
        return result

    def expect_error(self, write, name):
        result, folder = self.attempt(write)
        path = os.path.join(folder, name)
        expect(result.status != 0 and f"{path}:1:1: error: " in result.text, f"no error at {path}:\n{result.text}")

    def many(self):
        def write(folder):
            for number in range(200):
                fonts.write(os.path.join(folder, f"{number}.ttf"), fonts.font(f"Family {number}"))
        built = self.expect_counts(write, (200, 200), rule="process")
        return f"{built.seconds:.0f} s CPU"

    def collection(self):
        self.expect_counts(
            lambda folder: fonts.write(folder + "/Both.ttc", fonts.collection(fonts.font("One"), fonts.font("Two"))), (1, 2))

    def families(self):
        families = ["Public", "1942 Report", "クレー", "init", "Type", "Self", "default", "_", "`"]
        def write(folder):
            for number, family in enumerate(families):
                fonts.write(f"{folder}/{number}.ttf", fonts.font(family, postscript=f"{family}-Regular"))
        self.expect_counts(write, (len(families), len(families)))

    def names(self):
        hostile = ['Quo"te', "Back\\slash", "New\nline", "End*/ing", 'Three"""', "Over\u202eride", "Long" * 120, "\\(1)", "#\"#"]
        def write(folder):
            for number, family in enumerate(hostile):
                fonts.write(f"{folder}/{number}.ttf", fonts.font(family, postscript=f"Hostile{number}"))
            fonts.write(folder + "/nameless.ttf", nameless())
        self.expect_counts(write, (len(hostile) + 1, len(hostile) + 1))

    def not_fonts(self):
        for name, contents in [("text.ttf", b"This is no font.\n"), ("empty.ttf", b"")]:
            def write(folder, name=name, contents=contents):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(contents)
            self.expect_error(write, name)

    def large(self):
        def write(folder):
            fonts.write(folder + "/large.ttf", fonts.font("Large"))
            os.truncate(folder + "/large.ttf", (256 << 20) + 1)
        self.expect_error(write, "large.ttf")

    def link(self):
        self.expect_error(lambda folder: os.symlink("nothing.ttf", folder + "/dead.ttf"), "dead.ttf")
        outside = self.workspace.path("outside.ttf")
        fonts.write(outside, fonts.font("Outside"))
        result, folder = self.attempt(lambda folder: os.symlink(outside, folder + "/link.ttf"))
        if result.status == 0:
            return self.expect_linked()
        expect(f"{folder}/link.ttf:1:1: error: " in result.text, f"the build does not say why:\n{result.text}")

    def expect_linked(self):
        output = self.workspace.run("odd").output
        expect(output == "1 1\n", f"the linked font is not in the table: {output}")


def nameless():
    made = fonts.font("Nameless")
    made["name"].names = []
    return made

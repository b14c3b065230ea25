"""Warnings about fonts: `treatAllWarnings` governs those of the package that is built, and dependencies have none."""

import os
import shutil

import fonts
from packages import ROOT, VERSION, Workspace, expect, run

LIBRARY = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Library",
    products: [.library(name: "Library", targets: ["Library"])],
    dependencies: [.package(url: "{fontd}", exact: "{version}")],
    targets: [
        .target(
            name: "Library", dependencies: [.product(name: "FontResources", package: "fontd")],
            resources: [.copy("Fonts")], swiftSettings: [.treatAllWarnings(as: .{level})],
            plugins: [.plugin(name: "FontNames", package: "fontd")])
    ]
)
"""
PROGRAM = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Program", dependencies: [.package(url: "{library}", exact: "{version}")],
    targets: [
        .executableTarget(
            name: "program", dependencies: [.product(name: "Library", package: "Library")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ]
)
"""
# Open fonts need their text of the licence beside them.
STATEMENT = "This Font Software is licensed under the SIL Open Font License, Version 1.1."


class Dependency:
    def __init__(self, workspace: Workspace):
        self.workspace = workspace
        self.address = None

    def situations(self):
        return [self.warnings_fail, self.warnings_of_dependencies]

    def library(self, level):
        self.address = self.address or self.workspace.repository("fontd", ROOT)
        package = self.workspace.write("Library", {
            "Package.swift": LIBRARY.format(fontd=self.address, version=VERSION, level=level),
            "Sources/Library/Library.swift": "public func count() -> Int { ModuleFonts.resources.count }\n"})
        font = fonts.font("Open")
        font["name"].setName(STATEMENT, 13, 3, 1, 0x409)
        os.makedirs(os.path.join(package, "Sources/Library/Fonts"))
        fonts.write(os.path.join(package, "Sources/Library/Fonts/Open.ttf"), font)
        return package

    def warnings_fail(self):
        for level in ["warning", "error"]:
            package = self.library(level)
            result = self.workspace.swift("build", package)
            path = os.path.join(package, "Sources/Library/Fonts/Open.ttf")
            expect(f"{path}:1:" in result.text and "SIL Open Font License" in result.text, f"no {level}:\n{result.text}")
            expect((result.status == 0) == (level == "warning"), f"as {level} the build ended with {result.status}")

    def warnings_of_dependencies(self):
        package = self.library("error")
        for command in [["git", "init", "-q"], ["git", "add", "."],
                        ["git", "-c", "user.name=Names", "-c", "user.email=names@example.org", "commit", "-q", "-m", "Library"]]:
            expect(run(command, folder=package).status == 0, " ".join(command))
        library = self.workspace.repository("Library", package)
        shutil.rmtree(package)
        program = self.workspace.write("Program", {
            "Package.swift": PROGRAM.format(library=library, version=VERSION),
            "Sources/program/main.swift": "import Library\n\nprint(count())\n"})
        result = self.workspace.build(program)
        expect("warning:" not in result.text and "SIL Open Font" not in result.text, f"a dependency warns:\n{result.text}")
        expect(self.workspace.run("program").output == "1\n", "the program has not the font of the library")

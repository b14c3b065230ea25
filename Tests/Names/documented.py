"""The package and the commands of the documents, for scripts/names."""

import os
import re
import shutil

import fonts
from packages import ROOT, SWIFT, Workspace, expect, replace, run


def blocks(document, mark):
    """Returns the languages and texts of the marked blocks of a document."""
    with open(os.path.join(ROOT, document)) as file:
        return re.findall(rf"^```(\w+) {mark}\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)


class Documented:
    """A package with the manifest, the source and the settings of the documents, in which their commands are typed."""

    def __init__(self, workspace: Workspace, documents, mark):
        self.workspace = workspace
        found = [block for document in documents for block in blocks(document, mark)]
        self.swift = [text for language, text in found if language == "swift"]
        self.settings = [text for language, text in found if language == "json"]
        self.commands = [line[2:] for language, text in found if language == "console"
                         for line in text.splitlines() if line.startswith("$ ")]
        self.package = workspace.path("Documented")

    def situations(self):
        return [self.as_documented, self.commands_as_documented, self.settings_as_documented]

    def as_documented(self):
        manifest, source = self.swift
        self.workspace.write("Documented", {"Package.swift": manifest, "Sources/hello/main.swift": source})
        folder = os.path.join(self.package, "Sources/hello/Fonts")
        for style, weight in fonts.STYLES.items():
            fonts.write(os.path.join(folder, f"Lora-{style}.ttf"), fonts.font("Lora", style, weight))
        fonts.write_license(folder)
        self.workspace.build(self.package)
        result = self.workspace.run("hello")
        expect(result.output == "Lora-Bold\nLora-Bold false\n", f"the program prints {result.text}")

    def commands_as_documented(self):
        """The commands, with the scratch folder of the workspace, which has a debug build."""
        scratch, prefix = self.workspace.scratch, self.workspace.path("documented-prefix")
        shutil.rmtree(prefix, ignore_errors=True)
        for command in self.commands:
            typed = command.replace("-c release", "").replace(".build/release", f"{scratch}/debug")
            typed = re.sub(r"^swift (build|package)", rf"{SWIFT} \1 --scratch-path {scratch}", typed)
            result = run(["sh", "-c", typed.replace("/tmp/hello", prefix)], folder=self.package)
            expect(result.status == 0, f"{command} failed:\n{result.text}")

    def settings_as_documented(self):
        [settings] = self.settings
        folder = os.path.join(self.package, "Sources/hello")
        fonts.write(folder + "/Fonts/Unused.ttf", fonts.font("Lora"))
        fonts.write(folder + "/Fonts/Licensed.ttf", fonts.font("Licensed", fs_type=2))
        with open(folder + "/fontnames.json", "w") as file:
            file.write(settings)
        replace(folder + "/main.swift", r"FontName\.loraBold", "FontName.heading")
        self.workspace.build(self.package)
        result = self.workspace.run("hello")
        expect(result.output == "Lora-Bold\nLora-Bold false\n", f"the program prints {result.text}")

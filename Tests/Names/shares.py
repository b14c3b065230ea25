"""What the plugin costs a build: CPU time of a package with it minus that of the same package without it."""

import os
import shutil

import fonts
from packages import SWIFT, Workspace, expect, run

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Plain",
    dependencies: [.package(name: "fontd", path: "{fontd}")],
    targets: [
        .executableTarget(
            name: "plain", dependencies: [.product(name: "ProcessFonts", package: "fontd")],
            resources: [.copy("Fonts")]{plugins})
    ]
)
"""
PLUGINS = ',\n            plugins: [.plugin(name: "FontNames", package: "fontd")]'
# The program is the same with and without generated code.
SOURCE = """import ProcessFonts

print(ProcessFontManager(provider: "org.example.Plain").provider)
"""
FONTS = 8
# CPU seconds of a clean build, and the ratio of builds without a change.
DEBUG, RELEASE, UNCHANGED = 60, 150, 1.5


class Shares:
    """Two packages that differ in one line of the manifest, each built from nothing in a folder of its own."""

    # They take minutes, and so run only by name.
    on_request = True

    def __init__(self, workspace: Workspace):
        self.workspace = workspace

    def situations(self):
        return [self.debug_share, self.release_share]

    def debug_share(self):
        return self.share("debug", DEBUG)

    def release_share(self):
        return self.share("release", RELEASE)

    def share(self, configuration, bar):
        clean, unchanged = {}, {}
        for name, plugins in [("with", PLUGINS), ("without", "")]:
            package = self.workspace.write(f"Plain-{name}", {
                "Package.swift": MANIFEST.format(fontd=self.workspace.fontd, plugins=plugins),
                "Sources/plain/main.swift": SOURCE})
            for number in range(FONTS):
                path = os.path.join(package, f"Sources/plain/Fonts/Share{number}.ttf")
                os.makedirs(os.path.dirname(path), exist_ok=True)
                fonts.write(path, fonts.font(f"Share {number}"))
            scratch = self.workspace.path(f"plain-{name}-{configuration}")
            shutil.rmtree(scratch, ignore_errors=True)
            clean[name] = self.build(package, scratch, configuration)
            # The smallest of three: the first after a clean build also writes what SwiftPM keeps of its plan.
            unchanged[name] = min(self.build(package, scratch, configuration) for _ in range(3))
            shutil.rmtree(scratch)
        share, ratio = clean["with"] - clean["without"], unchanged["with"] / unchanged["without"]
        fact = (f"{share:.0f} s CPU of {clean['with']:.0f} s; without a change {unchanged['with']:.1f} s CPU, "
                f"{ratio:.2f}× the build without the plugin")
        expect(share <= bar and ratio <= UNCHANGED, f"the plugin's share is above {bar} s or {UNCHANGED}×: {fact}")
        return fact

    @staticmethod
    def build(package, scratch, configuration):
        result = run([SWIFT, "build", "-c", configuration, "--product", "plain", "--package-path", package,
                      "--scratch-path", scratch])
        expect(result.status == 0, f"the build of {package} failed:\n{result.text}")
        return result.seconds

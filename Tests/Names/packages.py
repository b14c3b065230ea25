"""Builds and runs packages with fonts, for scripts/names."""

import glob
import os
import re
import resource
import shutil
import subprocess

import fonts

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
SWIFT = os.environ.get("SWIFT", "swift")
# That of the packages in repositories.
VERSION = "9.9.9"


class Failure(Exception):
    """A situation that did not end as it must."""


def expect(condition, message):
    if not condition:
        raise Failure(message)


class Result:
    """What a program printed, and the CPU time that it and its children took."""

    def __init__(self, status, output, errors, seconds):
        self.status, self.output, self.errors, self.seconds = status, output, errors, seconds

    @property
    def text(self):
        return self.output + self.errors

    def lines(self, beginning):
        return [line for line in self.output.splitlines() if line.startswith(beginning)]


def run(arguments, folder=None, environment=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True, errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Result(done.returncode, done.stdout, done.stderr, seconds)


class Workspace:
    """A folder with copies of the examples beside a link to the checkout, and one folder for all builds."""

    def __init__(self, folder):
        self.folder = folder
        self.scratch = os.path.join(folder, "build")
        self.fontd = os.path.join(folder, "fontd")
        self.planned = None
        if not os.path.islink(self.fontd):
            os.symlink(ROOT, self.fontd)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def copy(self, example, name):
        """Copies a package of Examples/FontNames; its manifest refers to the checkout by the link."""
        package = self.path(name)
        shutil.rmtree(package, ignore_errors=True)
        shutil.copytree(os.path.join(ROOT, "Examples/FontNames", example), package,
                        ignore=shutil.ignore_patterns(".build", "Fonts"))
        for folder, _, files in os.walk(package):
            if "Package.swift" in files:
                manifest = os.path.join(folder, "Package.swift")
                replace(manifest, r'path: "(\.\./)+\.\."', f'path: "{self.fontd}"')
        return package

    def write(self, package, files):
        """Writes the files of a new package."""
        shutil.rmtree(self.path(package), ignore_errors=True)
        for name, text in files.items():
            path = self.path(package, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        return self.path(package)

    def repository(self, name, folder):
        """Makes a repository of a checkout with one version, and returns its address."""
        repository = self.path("repository", name + ".git")
        shutil.rmtree(repository, ignore_errors=True)
        for command in [["git", "clone", "-q", "--bare", folder, repository], ["git", "-C", repository, "tag", "-f", VERSION]]:
            done = run(command)
            expect(done.status == 0, f"{' '.join(command)}:\n{done.text}")
        return f"file://{repository}"

    def swift(self, verb, package, *arguments):
        # SwiftPM takes its plan for the package before this one as that of this one.
        if self.planned != package:
            for name in ["description.json", "plugin-tools-description.json"]:
                for plan in glob.glob(os.path.join(self.scratch, "*/debug", name)):
                    os.remove(plan)
            self.planned = package
        return run([SWIFT, verb, "--package-path", package, "--scratch-path", self.scratch, *arguments])

    def build(self, package, *arguments):
        """Builds a package, which must succeed."""
        result = self.swift("build", package, *arguments)
        expect(result.status == 0, f"the build of {package} failed:\n{result.text}")
        return result

    def font_names(self, package, *arguments):
        """Runs `swift package font-names`, which must succeed."""
        result = self.swift("package", package, "font-names", *arguments)
        expect(result.status == 0, f"font-names {' '.join(arguments)} failed:\n{result.text}")
        return result

    def product(self, name):
        return os.path.join(self.scratch, "debug", name)

    def run(self, program, *arguments, **variables):
        """Runs a built program, without a home."""
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **variables}
        return run([program if "/" in program else self.product(program), *arguments], environment=environment)

    def built(self):
        """The times of everything that is generated and compiled."""
        times = {}
        for folder, _, files in os.walk(os.path.realpath(os.path.join(self.scratch, "debug"))):
            for name in files:
                if name.endswith((".o", ".swiftmodule")):
                    path = os.path.join(folder, name)
                    times[path] = os.stat(path).st_mtime_ns
        return {**times, **self.generated()}

    def generated(self):
        """The times of the generated sources."""
        times = {}
        for folder, _, files in os.walk(os.path.join(self.scratch, "plugins/outputs")):
            for name in files:
                if name.endswith(".swift"):
                    path = os.path.join(folder, name)
                    times[path] = os.stat(path).st_mtime_ns
        return times


def replace(file, pattern, text):
    with open(file) as opened:
        old = opened.read()
    new = re.sub(pattern, lambda _: text, old)
    expect(new != old, f"{file} has no {pattern}")
    with open(file, "w") as opened:
        opened.write(new)


def say(situation, *facts):
    print(f"names: {situation}: {', '.join(facts)}" if facts else f"names: {situation}", flush=True)


def show(workspace, library, family):
    """Shows a text with a GTK program that loads a library."""
    program = os.path.join(ROOT, "Examples/FontNames/Reader/show.py")
    # The only other font: real ones of the same family could match the language better.
    fonts.write(workspace.path("system/Other.ttf"), fonts.font("Other", advance=950))
    configuration = workspace.path("fonts.conf")
    with open(configuration, "w") as file:
        file.write(f"<fontconfig><dir>{workspace.path('system')}</dir><cachedir>{workspace.path('cache')}</cachedir></fontconfig>")
    with Display() as display:
        return workspace.run("/usr/bin/python3", program, library, family, DISPLAY=display, GDK_BACKEND="x11",
                             GSK_RENDERER="cairo", FONTCONFIG_FILE=configuration, XDG_CACHE_HOME=workspace.path("cache"))


class Hidden:
    """A folder that is at another place meanwhile."""

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        os.rename(self.folder, self.folder + ".away")

    def __exit__(self, *_):
        os.rename(self.folder + ".away", self.folder)


class Display:
    """A display of its own."""

    def __enter__(self):
        reading, writing = os.pipe()
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp"], pass_fds=[writing],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        expect(number, "Xvfb did not start")
        return f":{number}"

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

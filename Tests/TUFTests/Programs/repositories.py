"""Makes a repository and 200 mutations of it, and writes python-tuf's verdict for each.

The output is JSON: `root` and `base`, the files with which a client begins; `cases`, each with a `name`, the `files` that the
server then has, and `targets`: the SHA-256 of what python-tuf found for each path of `paths`, or null; `accepted` is whether
the refresh succeeded. The mutations are the same at each run; only the keys are new.
"""

import base64
import copy
import hashlib
import json
import random
import shutil
import sys
import tempfile
import time

from securesystemslib.formats import encode_canonical
from securesystemslib.signer import CryptoSigner
from tuf.api.exceptions import DownloadHTTPError
from tuf.ngclient import FetcherInterface, Updater

COUNT = 200
PATHS = ["top.txt", "fonts/a.woff2", "fonts/b.woff2", "fonts/sub/c.woff2", "bin/1", "bin/2", "deep"]
ROLES = ["root", "timestamp", "snapshot", "targets"]
SIGNERS = {
    "root": [CryptoSigner.generate_ed25519() for _ in range(3)],
    "timestamp": [CryptoSigner.generate_ecdsa()],
    "snapshot": [CryptoSigner.generate_rsa()],
    "targets": [CryptoSigner.generate_ed25519(), CryptoSigner.generate_ecdsa(), CryptoSigner.generate_rsa()],
    "fonts": [CryptoSigner.generate_ed25519()],
    "hashed": [CryptoSigner.generate_ecdsa()],
    "bins": [CryptoSigner.generate_ed25519()],
    "other": [CryptoSigner.generate_ed25519()],
}
THRESHOLDS = {"root": 2, "targets": 2}


def keys(*roles):
    return {s.public_key.keyid: s.public_key.to_dict() for role in roles for s in SIGNERS[role]}


def role(name):
    return {"keyids": [s.public_key.keyid for s in SIGNERS[name]], "threshold": THRESHOLDS.get(name, 1)}


def described(content):
    return {"length": len(content), "hashes": {"sha256": hashlib.sha256(content).hexdigest()}}


def signed(kind, **members):
    return {"_type": kind, "spec_version": "1.0.31", "version": 1, "expires": "2100-01-01T00:00:00Z", **members}


class Repository:
    """The signed parts by role, and the files that follow from them."""

    def __init__(self, version):
        self.version = version  # of all roles, unless a mutation sets another one
        self.hashes = True
        self.unlisted = ()
        self.signers = {name: list(signers) for name, signers in SIGNERS.items()}
        self.signatures = {}  # changes of the list of signatures, by role
        self.bytes = {}  # changes of the files, by role
        self.parts = {
            "root": signed(
                "root", consistent_snapshot=True, keys=keys(*ROLES), roles={name: role(name) for name in ROLES}),
            "timestamp": signed("timestamp", meta={"snapshot.json": {"version": 1}}),
            "snapshot": signed("snapshot", meta={}),
            "targets": signed("targets", targets={"top.txt": described(b"top")}, delegations={
                "keys": keys("fonts", "hashed", "bins"),
                "roles": [
                    {"name": "fonts", "terminating": False, "paths": ["fonts/*.woff2"], **role("fonts")},
                    {"name": "hashed", "terminating": True,
                     "path_hash_prefixes": [hashlib.sha256(b"bin/1").hexdigest()[:4]], **role("hashed")},
                    {"name": "bins", "terminating": False, "paths": ["bin/?", "deep"], **role("bins")},
                ]}),
            "fonts": signed("targets", targets={
                path: described(path.encode()) for path in ["fonts/a.woff2", "fonts/b.woff2", "fonts/sub/c.woff2"]}),
            "hashed": signed("targets", targets={"bin/1": described(b"hashed")}),
            "bins": signed("targets", targets={}, delegations={
                "keys": keys("bins"), "succinct_roles": {"bit_length": 2, "name_prefix": "b", **role("bins")}}),
        }
        for number in range(4):
            inside = {path: described(path.encode()) for path in ["bin/1", "bin/2", "deep"]
                      if hashlib.sha256(path.encode()).digest()[0] >> 6 == number}
            self.parts[f"b-{number}"] = signed("targets", targets=inside)
            self.signers[f"b-{number}"] = self.signers["bins"]
        for part in self.parts.values():
            part["version"] = version
        self.parts["timestamp"]["meta"]["snapshot.json"]["version"] = version

    def number(self, part):
        """The version for the entry of a document, which may state none."""
        version = part.get("version")
        return version if isinstance(version, int) and version > 0 else self.version

    def document(self, name):
        part = self.parts[name]
        data = encode_canonical(part).encode()
        listed = []
        for signer in self.signers[name]:
            signature = signer.sign(data)
            # The length of an ECDSA signature differs, but the places of mutations should not.
            while signer.public_key.scheme.startswith("ecdsa") and len(signature.signature) != 142:
                signature = signer.sign(data)
            listed.append({"keyid": signature.keyid, "sig": signature.signature})
        listed = self.signatures.get(name, lambda value: value)(listed)
        document = json.dumps({"signatures": listed, "signed": part}, indent=1).encode()
        return self.bytes.get(name, lambda value: value)(document)

    def listed(self, document, part, name, container):
        entry = container.setdefault(name + ".json", {})
        entry.setdefault("version", self.number(part))
        if self.hashes:
            for key, value in described(document).items():
                entry.setdefault(key, value)

    def files(self):
        """Signs from the delegated roles to the root; what a mutation set in `meta` stays."""
        documents = {}
        listed = self.parts["snapshot"]["meta"]
        for name in self.parts:
            if name in ROLES and name != "targets":
                continue
            documents[name] = self.document(name)
            if name not in self.unlisted:
                self.listed(documents[name], self.parts[name], name, listed)
        documents["snapshot"] = self.document("snapshot")
        self.listed(documents["snapshot"], self.parts["snapshot"], "snapshot", self.parts["timestamp"]["meta"])
        files = {"timestamp.json": self.document("timestamp"), f"{self.version}.root.json": self.document("root")}
        for name, document in documents.items():
            meta = self.parts["timestamp"]["meta"] if name == "snapshot" else listed
            version = meta.get(name + ".json", {}).get("version", self.version)
            files[f"{version}.{name}.json"] = document
            if self.parts["root"].get("consistent_snapshot") is not True:
                files[f"{name}.json"] = document
        return files


class Fetcher(FetcherInterface):
    def __init__(self, files):
        self.files = files

    def _fetch(self, url):
        name = url.removeprefix("http://m/")
        if name not in self.files:
            raise DownloadHTTPError("not found", 404)
        yield self.files[name]


def verdict(folder, files, root=None):
    found = {path: None for path in PATHS}
    updater = None
    try:
        updater = Updater(folder, "http://m/", folder, "http://t/", Fetcher(files), bootstrap=root)
        updater.refresh()
    except Exception as error:  # whatever python-tuf raises, it refuses the repository
        return False, found, f"{type(error).__name__}: {error}"
    for path in PATHS:
        try:
            info = updater.get_targetinfo(path)
        except Exception:
            continue
        if info is not None:
            found[path] = info.hashes.get("sha256")
    return True, found, None


def structural():
    """The mutations of documents, as name and function."""
    def set_member(name, key, value):
        def change(repository):
            if value is None:
                repository.parts[name].pop(key)
            else:
                repository.parts[name][key] = copy.deepcopy(value)
        return change

    every = ["root", "timestamp", "snapshot", "targets", "fonts", "hashed", "bins", "b-1"]
    for name in every:
        for value in (1, 3, 0, "2", None):
            yield f"{name} version {value}", set_member(name, "version", value)
        for value in ("2020-01-01T00:00:00Z", "2100-02-29T00:00:00Z", "2100-01-01T00:00:00+00:00", None):
            yield f"{name} expires {value}", set_member(name, "expires", value)
        yield f"{name} type", set_member(name, "_type", "mirrors")
        yield f"{name} unknown member", set_member(name, "x-unknown", {"a": ["\u00e9\n\"\\", None, True, -1]})
        for label, change in {
            "none": lambda value: [],
            "first": lambda value: value[:1],
            "last two": lambda value: value[-2:],
            "twice": lambda value: value + value[:1],
            "empty beside": lambda value: value + [{"keyid": "00", "sig": ""}],
            "zeros": lambda value: [{**entry, "sig": "00" * (len(entry["sig"]) // 2)} for entry in value],
        }.items():
            yield f"{name} signatures {label}", lambda r, n=name, c=change: r.signatures.__setitem__(n, c)
        yield f"{name} other key", lambda r, n=name: r.signers.__setitem__(n, SIGNERS["other"])
    for value in ("1.0", "1", "2.0.0", "1.0.0.0", "1.x"):
        yield f"timestamp specification {value}", set_member("timestamp", "spec_version", value)
    for label, entry in {
        "length": {"length": 10}, "negative": {"length": -1}, "hash": {"hashes": {"sha256": "00" * 32}},
        "no hashes": {"hashes": {}}, "unknown hash": {"hashes": {"sha999": "00"}}, "version": {"version": 7},
    }.items():
        yield f"snapshot entry {label}", lambda r, e=entry: r.parts["timestamp"]["meta"].__setitem__(
            "snapshot.json", {"version": 2, **e})
        yield f"targets entry {label}", lambda r, e=entry: r.parts["snapshot"]["meta"].__setitem__(
            "targets.json", {"version": 2, **e})
    for name in ("targets", "fonts"):
        yield f"{name} not listed", lambda r, n=name: setattr(r, "unlisted", (n,))
    for name in ROLES:
        yield f"root without {name}", lambda r, n=name: r.parts["root"]["roles"].pop(n)
        yield f"root threshold 0 {name}", lambda r, n=name: r.parts["root"]["roles"][n].__setitem__("threshold", 0)
        yield f"root threshold 9 {name}", lambda r, n=name: r.parts["root"]["roles"][n].__setitem__("threshold", 9)
        yield f"root keyid twice {name}", lambda r, n=name: r.parts["root"]["roles"][n]["keyids"].append(
            r.parts["root"]["roles"][n]["keyids"][0])
        yield f"root unknown keyid {name}", lambda r, n=name: r.parts["root"]["roles"][n]["keyids"].append("00")
    yield "root without consistent snapshots", set_member("root", "consistent_snapshot", False)
    yield "root consistent_snapshot absent", set_member("root", "consistent_snapshot", None)
    delegation = lambda r, number: r.parts["targets"]["delegations"]["roles"][number]
    for label, change in {
        "pattern": lambda d: d.__setitem__("paths", ["fonts/[a]*", "*/*/*"]),
        "star": lambda d: d.__setitem__("paths", ["*"]),
        "no paths": lambda d: d.pop("paths"),
        "both": lambda d: d.__setitem__("path_hash_prefixes", ["00"]),
        "threshold": lambda d: d.__setitem__("threshold", 2),
        "top role": lambda d: d.__setitem__("name", "snapshot"),
        "empty name": lambda d: d.__setitem__("name", ""),
        "same name": lambda d: d.__setitem__("name", "bins"),
        "terminating": lambda d: d.__setitem__("terminating", True),
        "without terminating": lambda d: d.pop("terminating"),
    }.items():
        yield f"delegation {label}", lambda r, c=change: c(delegation(r, 0))
    for label, key, value in (("bits 0", "bit_length", 0), ("bits 33", "bit_length", 33), ("bits 1", "bit_length", 1),
                              ("prefix", "name_prefix", "c")):
        yield f"hash bins {label}", lambda r, k=key, v=value: r.parts["bins"]["delegations"][
            "succinct_roles"].__setitem__(k, v)
    for label, before, after in (
        ("member twice", b'"signed": {', b'"signed": {"version": 2,'), ("float", b'"version": 2', b'"version": 2.0'),
        ("byte order mark", b"", b"\xef\xbb\xbf"), ("text after", b"", None), ("escape", b'"_type"', b'"\\u005ftype"'),
    ):
        def change(repository, before=before, after=after):
            repository.bytes["timestamp"] = lambda data: (
                data + b" x" if after is None else after + data if not before else data.replace(before, after, 1))
        yield f"timestamp {label}", change


def bytewise(seed):
    """A mutation of the bytes of a file, with and without hashes of it elsewhere."""
    generator = random.Random(seed)
    name = generator.choice(["root", "timestamp", "snapshot", "targets", "fonts", "b-1", "b-2"])

    def alter(data):
        data = bytearray(data)
        place = generator.randrange(len(data))
        kind = generator.randrange(5)
        if kind == 0:
            data[place] ^= 1 << generator.randrange(8)
        elif kind == 1:
            del data[place]
        elif kind == 2:
            data.insert(place, generator.choice(b' \n0"}]'))
        elif kind == 3:
            del data[place:]
        else:
            data[place:place] = data[place:place + generator.randrange(1, 40)]
        return bytes(data)

    def change(repository):
        repository.hashes = False
        repository.bytes[name] = alter
    return f"{name} bytes {seed}", change


def cases():
    mutations = list(structural())
    # All of the syntax of JSON, which are the last, some of the others, and bytes for a third.
    chosen = mutations[-5:] + random.Random(1).sample(mutations[:-5], COUNT * 2 // 3 - 5)
    return chosen + [bytewise(seed) for seed in range(COUNT - len(chosen))]


def main():
    encoded = lambda files: {name: base64.b64encode(data).decode() for name, data in files.items()}
    base = Repository(1).files()
    root = base["1.root.json"]
    results = []
    with tempfile.TemporaryDirectory() as folder:
        accepted, found, error = verdict(folder + "/base", base, root)
        assert accepted and all(found[path] for path in ("top.txt", "fonts/a.woff2", "bin/1", "bin/2", "deep")), error
        for number, (name, change) in enumerate([("no change", lambda repository: None)] + cases()):
            repository = Repository(2)
            change(repository)
            files = repository.files()
            shutil.copytree(folder + "/base", f"{folder}/{number}", symlinks=True)
            accepted, found, error = verdict(f"{folder}/{number}", files)
            results.append({"name": name, "files": encoded(files), "accepted": accepted, "targets": found,
                            "error": error})
    json.dump({"now": int(time.time()), "root": base64.b64encode(root).decode(), "base": encoded(base),
               "paths": PATHS, "cases": results}, sys.stdout)


main()

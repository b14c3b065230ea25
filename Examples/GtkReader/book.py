"""The pages of an EPUB book, or of one article in HTML."""

import pathlib
import posixpath
import urllib.parse
import xml.etree.ElementTree as xml
import zipfile

OPF = "{http://www.idpf.org/2007/opf}"
CONTAINER = "{urn:oasis:names:tc:opendocument:xmlns:container}"
TYPES = {
    ".xhtml": "application/xhtml+xml", ".html": "text/html", ".htm": "text/html", ".css": "text/css",
    ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif"}


class Book:
    """A document whose files are read when pages request them."""

    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        self.archive = zipfile.ZipFile(self.path) if zipfile.is_zipfile(self.path) else None
        self.pages = self._spine() if self.archive else [self.path.name]

    def _spine(self):
        container = xml.fromstring(self.archive.read("META-INF/container.xml"))
        package_name = next(container.iter(CONTAINER + "rootfile")).get("full-path")
        package = xml.fromstring(self.archive.read(package_name))
        folder = posixpath.dirname(package_name)
        files = {item.get("id"): item.get("href") for item in package.iter(OPF + "item")}
        return [
            posixpath.normpath(posixpath.join(folder, urllib.parse.unquote(files[reference.get("idref")])))
            for reference in package.iter(OPF + "itemref")]

    def file(self, name):
        """The bytes of a file of the document and their media type; None if there is no such file."""
        media_type = TYPES.get(posixpath.splitext(name)[1].lower(), "application/octet-stream")
        if self.archive:
            try:
                return self.archive.read(name), media_type
            except KeyError:
                return None
        return (self.path.read_bytes(), media_type) if name == self.path.name else None

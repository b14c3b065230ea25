import FontTransfer
import Foundation

/// The address of a catalogue and the SHA-256 of its first root, which makes it trusted: `URL#sha256=HEX`.
package struct CatalogAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address of the folder of the catalogue, ending in a slash: `https:`, `http:` or `file:`.
    package let url: String
    /// The SHA-256 of `metadata/1.root.json`, in lower-case hexadecimal digits.
    package let root: String

    package init(url: String, root: String) {
        self.url = url.hasSuffix("/") ? url : url + "/"
        self.root = root
    }

    /// The address of a catalogue in a folder of this machine.
    package init(folder: String, root: String) {
        self.init(url: URL(filePath: folder, directoryHint: .isDirectory).absoluteString, root: root)
    }

    /// Reads an address with its root; nil if the text has another form.
    package init?(_ text: String) {
        guard let mark = text.range(of: "#sha256=", options: .backwards) else { return nil }
        let root = text[mark.upperBound...].lowercased()
        guard root.utf8.count == 64, root.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            mark.lowerBound > text.startIndex
        else { return nil }
        self.init(url: String(text[..<mark.lowerBound]), root: root)
    }

    /// Whether a document of the catalogue may have an address: one from a server cannot name files of this machine.
    package func mayName(_ address: String) -> Bool {
        url.hasPrefix("file:") || !address.lowercased().hasPrefix("file:")
    }

    /// Returns the absolute form of an address that a document has: relative to the catalogue, or absolute.
    package func resolve(_ address: String) -> String {
        guard URL(string: address)?.scheme == nil else { return address }
        return url + address
    }

    /// The address of the folder for messages, without a user name and a password.
    package var shown: String { RemoteAddress.shown(url) }

    /// The address with its root for people, without a user name and a password.
    package var shownWithRoot: String { CatalogAddress(url: shown, root: root).description }

    package var description: String { "\(url)#sha256=\(root)" }

    /// The name of the folders with the catalogue's metadata and copies: the whole hash, so that a copy belongs to no other
    /// root.
    package var folderName: String { root }

    /// The first digits of the root, which stand for the catalogue until it states an identifier.
    package var digits: String { String(root.prefix(16)) }
}

import Foundation

/// Where the files of a catalogue are, relative to its address.
///
/// | path | content |
/// | --- | --- |
/// | `metadata/1.root.json` | the first root, whose SHA-256 people give to `catalog add` |
/// | `metadata/<n>.<role>.json`, `metadata/timestamp.json` | signed metadata |
/// | `metadata/packs/<n>.gz` | the hash bins that publication n changed; unsigned, each bin is verified |
/// | `metadata/packs/all.<n>.gz` | all hash bins of publication n |
/// | `targets/<sha256>.catalog.json` | ``CatalogDocument`` |
/// | `targets/families/<sha256>.<id>.json` | ``FamilyDocument`` |
/// | `files/<sha256>/<name>` | fonts, and `<name>.xz` beside large ones |
/// | `licenses/<sha256>.txt`, `previews/<sha256>.png` | licence texts and pictures |
package enum CatalogLayout {
    /// The folder of the signed metadata.
    package static let metadata = "metadata/"
    /// The folder of the documents.
    package static let targets = "targets/"

    /// The prefix of the names of hash bins: a short one, as the snapshot has it for each bin.
    package static let binPrefix = "f"

    /// The path of the target of a family.
    package static func family(_ id: String) -> String { "families/\(id).json" }

    /// The identifier of the family of a target; nil if the path is not that of a family.
    package static func id(ofFamily path: String) -> String? {
        guard path.hasPrefix("families/"), path.hasSuffix(".json") else { return nil }
        let id = path.dropFirst("families/".count).dropLast(".json".count)
        return isIdentifier(id) ? String(id) : nil
    }

    /// Whether a text is an identifier: lower-case letters, digits, hyphens and dots, not beginning with a dot or a hyphen.
    package static func isIdentifier(_ text: some StringProtocol) -> Bool {
        guard (1...100).contains(text.utf8.count), let first = text.utf8.first, first != UInt8(ascii: "."),
            first != UInt8(ascii: "-")
        else { return false }
        return text.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
    }

    /// The greatest length of a document, in bytes.
    package static let documentLimit = 1 << 20

    /// The target of the catalogue's own document.
    package static let catalog = "catalog.json"

    /// The path of a font file.
    package static func file(_ sha256: String, name: String) -> String { "files/\(sha256)/\(name)" }

    /// Returns a path as a relative address, in which only unreserved characters stand for themselves (RFC 3986).
    package static func address(of path: String) -> String {
        path.addingPercentEncoding(withAllowedCharacters: unreserved) ?? path
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")

    /// The path of a text of a licence.
    package static func license(_ sha256: String) -> String { "licenses/\(sha256).txt" }
    /// The path of a picture.
    package static func preview(_ sha256: String) -> String { "previews/\(sha256).png" }

    /// The pack of the bins that a publication changed.
    package static func pack(_ snapshot: Int64) -> String { "metadata/packs/\(snapshot).gz" }

    /// The pack of all bins of a publication.
    package static func fullPack(_ snapshot: Int64) -> String { "metadata/packs/all.\(snapshot).gz" }
}

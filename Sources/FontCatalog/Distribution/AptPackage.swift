import FontModel
import Foundation

/// A package that apt offers.
struct AptPackage: Sendable, Hashable, Codable {
    var name: String
    /// The version that apt would install.
    var version: String
    /// The bytes of the package.
    var size: Int64
    /// The first line of its description.
    var summary: String
    var homepage: String?
    /// Whether it belongs to the section of fonts.
    var isOfFonts: Bool

    /// Whether the name is that of a package with fonts: tools for fonts, such as birdfont, are in their section, too.
    var isNamedAsFonts: Bool { ["fonts-", "ttf-", "otf-", "xfonts-"].contains(where: name.hasPrefix) }

    /// Whether a text is the name of a package (Debian Policy 5.6.7).
    static func isName(_ text: String) -> Bool {
        guard text.utf8.count >= 2, let first = text.utf8.first, isLetterOrDigit(first) else { return false }
        return text.utf8.allSatisfy { isLetterOrDigit($0) || "+-.".utf8.contains($0) }
    }

    /// Whether a text can be a version (Debian Policy 5.6.12).
    static func isVersion(_ text: String) -> Bool {
        guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy {
            isLetterOrDigit($0) || (0x41...0x5A).contains($0) || ".+-~:".utf8.contains($0)
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }
}

/// Reads the fields of packages as `apt-cache dumpavail` prints them, deb822(5).
final class AptPackageReader {
    /// The packages by name: those of fonts, and others that are wanted.
    private(set) var packages: [String: AptPackage] = [:]
    private let wanted: Set<String>
    private var lines = TextLines()
    private var fields: [String: String] = [:]

    /// - Parameter wanted: The names of packages that are kept whatever their section.
    init(wanted: Set<String>) { self.wanted = wanted }

    func read(_ bytes: UnsafeRawBufferPointer) { lines.read(bytes) { read(line: $0) } }

    func finish() {
        lines.finish { read(line: $0) }
        endPackage()
    }

    /// The fields that are read, by their first letter, which excludes nearly all other lines.
    private static func field(_ first: UInt8) -> [String] {
        switch first {
        case UInt8(ascii: "P"): ["Package"]
        case UInt8(ascii: "V"): ["Version"]
        case UInt8(ascii: "S"): ["Size", "Section"]
        case UInt8(ascii: "H"): ["Homepage"]
        case UInt8(ascii: "D"): ["Description"]
        default: []
        }
    }

    private func read(line: UnsafeRawBufferPointer) {
        guard let first = line.first, first != 0x0A else { return endPackage() }
        for name in Self.field(first) where line.starts(with: name.utf8) {
            let value = line.dropFirst(name.utf8.count)
            guard value.first == UInt8(ascii: ":") else { continue }
            fields[name] = String(decoding: value.dropFirst(), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    private func endPackage() {
        defer { fields.removeAll(keepingCapacity: true) }
        guard let name = fields["Package"], let version = fields["Version"], AptPackage.isName(name),
            AptPackage.isVersion(version), let size = fields["Size"].flatMap({ Int64($0) }), size > 0
        else { return }
        // The section of packages outside of `main` is `non-free/fonts`.
        let isOfFonts = fields["Section"]?.split(separator: "/").last == "fonts"
        guard isOfFonts || wanted.contains(name) else { return }
        packages[name] = AptPackage(
            name: name, version: version, size: size, summary: fields["Description"] ?? "",
            homepage: fields["Homepage"], isOfFonts: isOfFonts)
    }
}

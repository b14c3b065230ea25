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
struct AptPackageReader {
    /// The packages by name: those of fonts, and others that are wanted.
    private(set) var packages: [String: AptPackage] = [:]
    private let wanted: Set<String>
    private var line: [UInt8] = []
    private var fields: [String: String] = [:]

    /// - Parameter wanted: The names of packages that are kept whatever their section.
    init(wanted: Set<String>) { self.wanted = wanted }

    mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line += rest[..<end]
            readLine()
            line.removeAll(keepingCapacity: true)
            rest = rest[(end + 1)...]
        }
        line += rest
    }

    mutating func finish() {
        readLine()
        endPackage()
    }

    /// The fields that are read; the first letters of other lines exclude nearly all of them.
    private static let names = ["Package", "Version", "Size", "Section", "Homepage", "Description"]

    private mutating func readLine() {
        guard let first = line.first else { return endPackage() }
        guard "PVSHD".utf8.contains(first) else { return }
        for name in Self.names where line.starts(with: name.utf8) && line.dropFirst(name.utf8.count).first == 0x3A {
            let value = String(decoding: line.dropFirst(name.utf8.count + 1), as: UTF8.self)
            fields[name] = value.trimmingCharacters(in: .whitespaces)
        }
    }

    private mutating func endPackage() {
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

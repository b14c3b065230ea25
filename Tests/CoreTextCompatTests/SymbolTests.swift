import Foundation
import Testing

/// The tables of docs/coretext.md.
@Suite struct SymbolTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// The public names in the sources; members are written after their type.
    private func declared() throws -> Set<String> {
        let folder = Self.root.appending(path: "Sources/CoreTextCompat")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        try #require(files.count > 20)
        var names: Set<String> = []
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            var type: String?
            for line in text.split(separator: "\n") {
                if line == "}" { type = nil }
                if let match = line.firstMatch(of: /^public (final )?(class|struct|enum) ([A-Za-z]+)/) {
                    type = String(match.3)
                    names.insert(String(match.3))
                } else if let match = line.firstMatch(
                    of: /^public (nonisolated\(unsafe\) )?(func|let|var|typealias) ([A-Za-z]+)/)
                {
                    names.insert(String(match.3))
                } else if let type, line.contains("override") == false,
                    let match = line.firstMatch(of: /^    (public (static )?(let|var|func)|case) ([A-Za-z]+)/)
                {
                    names.insert("\(type).\(match.4)")
                } else if let type,
                    let match = line.firstMatch(of: /^    public (convenience )?init\??\((_ )?([A-Za-z]+)/)
                {
                    names.insert("\(type).init(\(match.2 == nil ? "\(match.3):" : "_:"))")
                }
            }
        }
        return names
    }

    /// The names in the first columns of the tables.
    private func documented() throws -> Set<String> {
        let text = try String(contentsOf: Self.root.appending(path: "docs/coretext.md"), encoding: .utf8)
        let offered = try #require(text.range(of: "\n## Symbols\n"))
        let end = try #require(text[offered.upperBound...].range(of: "\n## "))
        var names: Set<String> = []
        for line in text[offered.upperBound..<end.lowerBound].split(separator: "\n") where line.hasPrefix("| `") {
            var type: String?
            for match in line.split(separator: "|")[0].matches(of: /`([^`]+)`/) {
                let name = String(match.1)
                if name.hasPrefix("."), let type {
                    names.insert(type + name)
                } else {
                    names.insert(name)
                    type = name
                }
            }
        }
        return names
    }

    @Test func theTablesNameEveryPublicSymbol() throws {
        // Those that every option set and every enumeration has.
        let implied: Set<String> = ["CTFontSymbolicTraits.rawValue", "CTFontSymbolicTraits.init(rawValue:)"]
        let (declared, documented) = (try declared().subtracting(implied), try documented())
        #expect(declared.subtracting(documented).sorted().isEmpty, "docs/coretext.md lacks these symbols.")
        #expect(documented.subtracting(declared).sorted().isEmpty, "The library lacks these symbols.")
        #expect(
            declared.isSuperset(of: [
                "CTFontManagerRegisterFontsForURL", "CTFontManagerScope.persistent", "CGFont.init(_:)",
            ]))
    }
}

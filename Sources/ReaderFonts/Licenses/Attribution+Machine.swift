public import Foundation

extension [Attribution] {
    /// The attributions as a document of SPDX 2.3 in the tag-value form.
    ///
    /// - Parameters:
    ///   - tool: The name and the version of the program that writes it.
    ///   - date: The date of the document.
    public func spdx(by tool: String, at date: Date) -> String {
        var lines = [
            "SPDXVersion: SPDX-2.3", "DataLicense: CC0-1.0", "SPDXID: SPDXRef-DOCUMENT", "DocumentName: fonts",
            "DocumentNamespace: https://spdx.org/spdxdocs/fonts-\(namespace)", "Creator: Tool: \(tool)",
            "Created: \(date.formatted(.iso8601))",
        ]
        for (index, item) in enumerated() {
            let id = "SPDXRef-Package-\(index + 1)"
            lines += ["", "PackageName: \(Self.line(item.family))", "SPDXID: \(id)"]
            if let version = item.versions.first { lines.append("PackageVersion: \(Self.line(version))") }
            let license = item.license.expression ?? "NOASSERTION"
            lines += [
                "PackageDownloadLocation: NOASSERTION", "FilesAnalyzed: false", "PackageLicenseConcluded: \(license)",
                "PackageLicenseDeclared: \(license)",
                "PackageCopyrightText: \(Self.textValue(item.copyrights.joined(separator: "\n")))",
                "Relationship: SPDXRef-DOCUMENT DESCRIBES \(id)",
            ]
        }
        for identifier in Set(compactMap(\.license.expression)).sorted() where identifier.hasPrefix("LicenseRef-") {
            let text = first { $0.license.expression == identifier }?.texts.first?.text ?? ""
            lines += ["", "LicenseID: \(identifier)", "ExtractedText: \(Self.textValue(text))"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The attributions as a copyright file of Debian (DEP-5, version 1.0).
    public var debian: String {
        var paragraphs = ["Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"]
        for item in self {
            let files = item.files.map { Self.pattern(($0 as NSString).lastPathComponent) }
            // An empty line would end the paragraph.
            let stated = item.copyrights.map(Self.line).filter { !$0.allSatisfy(\.isWhitespace) }
            let copyrights = stated.isEmpty ? ["unknown"] : stated
            paragraphs.append(
                "Files: \(Self.continued(files))\nCopyright: \(Self.continued(copyrights))\nLicense: \(item.license.debianName)"
            )
        }
        var seen: Set<String> = []
        for item in self where seen.insert(item.license.debianName).inserted {
            let text = item.texts.first?.text ?? "The font does not state its license."
            paragraphs.append("License: \(item.license.debianName)\n" + Self.folded(text))
        }
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    /// A name that two documents share only if they have the same contents.
    private var namespace: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in map({ [$0.family] + $0.versions + $0.copyrights + $0.files }).joined().joined(separator: "\n").utf8
        {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// A value of several lines; the end mark cannot occur within it.
    private static func textValue(_ text: String) -> String {
        guard !text.isEmpty else { return "NONE" }
        // By scalar, since the mark ends before a combining mark, too.
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "t", scalars.suffix(2).elementsEqual("</".unicodeScalars) { scalars.append(" ") }
            scalars.append(scalar)
        }
        return "<text>\(String(scalars))</text>"
    }

    private static func continued(_ lines: [String]) -> String { lines.map(line).joined(separator: "\n ") }

    /// A text as lines that begin with a blank; an empty line has a point.
    private static func folded(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { $0.allSatisfy(\.isWhitespace) ? " ." : " " + $0 }
            .joined(separator: "\n")
    }

    /// A file name as a pattern: blanks are represented by a wildcard, since they separate patterns.
    private static func pattern(_ name: String) -> String {
        var pattern = "*/"
        for scalar in line(name).unicodeScalars {
            switch scalar {
            case "*", "?", "\\": pattern += "\\\(scalar)"
            case _ where scalar.properties.isWhitespace: pattern += "?"
            default: pattern.unicodeScalars.append(scalar)
            }
        }
        return pattern
    }
}

extension LicenseFinding {
    /// The licence as an SPDX licence expression; nil if it is unknown.
    public var expression: String? {
        preciseIdentifier.map { KnownLicense.unlisted.contains($0) ? "LicenseRef-" + $0 : $0 }
    }

    /// The short name in Debian's copyright files, which has no blanks.
    fileprivate var debianName: String {
        identifier.map {
            $0.replacing(" WITH Font-exception-2.0", with: "-with-Font-exception").replacing(" WITH ", with: "-with-")
        } ?? "unknown"
    }
}

package import FontModel
import Foundation
import StyleSheets

/// The attribution of a family: what a program that contains or shows its fonts owes to their authors.
public struct Attribution: Sendable, Hashable, Codable {
    /// A text of a licence, and the file that has it.
    public struct Text: Sendable, Hashable, Codable {
        /// The path of the file; nil if the text is the font's own (name 13).
        public var file: String?
        public var text: String

        package init(file: String?, text: String) {
            self.file = file
            self.text = text
        }
    }

    public var family: String
    /// The versions of the fonts (name 5), each once.
    public var versions: [String]
    /// The paths of the font files.
    public var files: [String]
    /// The copyrights, each once: those of the fonts (name 0), then those at the beginning of the licence texts.
    public var copyrights: [String]
    /// The designers (name 9), each once.
    public var designers: [String]
    /// The trademarks (name 7), each once.
    public var trademarks: [String]
    /// The addresses of the vendor or the designer (names 11 and 12), each once.
    public var sources: [String]
    public var license: LicenseFinding
    /// The texts of the licence.
    public var texts: [Text]
    /// Texts that were found beside the fonts, and that may be the licence of other fonts.
    public var foundTexts: [Text]

    public init(
        family: String, versions: [String] = [], files: [String] = [], copyrights: [String] = [],
        designers: [String] = [], trademarks: [String] = [], sources: [String] = [], license: LicenseFinding,
        texts: [Text] = [], foundTexts: [Text] = []
    ) {
        self.family = family
        self.versions = versions
        self.files = files
        self.copyrights = copyrights
        self.designers = designers
        self.trademarks = trademarks
        self.sources = sources
        self.license = license
        self.texts = texts
        self.foundTexts = foundTexts
    }

    /// The line above a text that may be the licence of other fonts.
    fileprivate func heading(_ text: Text) -> String {
        let license = KnownLicense.identifier(ofText: text.text, fonts: files).map { " (\($0))" } ?? ""
        return "Found beside the font\(license); it may be the license of another font"
    }

    /// The licence's name for people.
    public var licenseName: String { license.preciseIdentifier ?? "unknown license" }

    /// Returns the lines of a licence text that state a copyright, before the licence proper begins.
    static func copyrights(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).prefix(20)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.lowercased().hasPrefix("copyright") && $0.contains(where: \.isNumber) }
    }
}

extension Attribution: FieldEncoded {
    /// The members without the texts, which have another form in each encoding.
    package var fieldMembers: [FieldMember] {
        [FieldMember]([
            "family": .text(family), "license": .stated(license.expression),
            "evidence": .stated(license.evidence?.rawValue), "reservedNames": .texts(license.reservedNames),
            "copyrights": .texts(copyrights), "designers": .texts(designers), "trademarks": .texts(trademarks),
            "sources": .texts(sources), "versions": .texts(versions), "files": .texts(files),
        ])
    }
}

extension Attribution.Text: FieldEncoded {
    package var fieldMembers: [FieldMember] { [FieldMember](["file": .stated(file), "text": .text(text)]) }
}

extension [Attribution] {
    /// The page of attributions as text.
    public var text: String {
        map { item in
            var lines = [item.family, String(repeating: "=", count: item.family.count)]
            lines += item.copyrights
            lines += item.trademarks
            if !item.designers.isEmpty { lines.append("Designed by " + item.designers.joined(separator: ", ")) }
            lines.append("License: " + item.licenseName)
            lines += item.sources.map { "Source: " + $0 }
            lines += item.texts.map { "\n" + $0.text }
            lines += item.foundTexts.map { "\n\(item.heading($0)):\n\n" + $0.text }
            return lines.joined(separator: "\n") + "\n"
        }.joined(separator: "\n\n")
    }

    /// The page of attributions as HTML.
    public var html: String {
        func escaped(_ text: String) -> String { MarkupText.escaped(text) }
        let sections = map { item in
            var section = "<section>\n<h2>\(escaped(item.family))</h2>\n"
            for line in item.copyrights + item.trademarks { section += "<p>\(escaped(line))</p>\n" }
            if !item.designers.isEmpty {
                section += "<p>Designed by \(escaped(item.designers.joined(separator: ", ")))</p>\n"
            }
            section += "<p>License: \(escaped(item.licenseName))</p>\n"
            for source in item.sources {
                let isLink = source.hasPrefix("https://") || source.hasPrefix("http://")
                section += "<p>" + (isLink ? "<a href=\"\(escaped(source))\">\(escaped(source))</a>" : escaped(source))
                section += "</p>\n"
            }
            for text in item.texts {
                section += "<details><summary>License text</summary><pre>\(escaped(text.text))</pre></details>\n"
            }
            for text in item.foundTexts {
                section += "<details><summary>\(escaped(item.heading(text)))</summary>"
                section += "<pre>\(escaped(text.text))</pre></details>\n"
            }
            return section + "</section>\n"
        }
        return MarkupText.page("Font licenses", body: "<h1>Font licenses</h1>\n" + sections.joined())
    }
}

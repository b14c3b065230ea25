package import FontModel
import FontRegistry
package import Foundation
import ReaderFonts

/// The facts of a style, in sections of labels and values.
package struct FontFacts: Sendable, Hashable {
    /// A fact.
    package struct Fact: Sendable, Hashable, Identifiable {
        package var label: String
        package var value: String
        /// The address that the value links to: of `http` and `https` only.
        package var link: URL?

        package var id: String { label + value }
    }

    /// Facts of one kind.
    package struct Section: Sendable, Hashable, Identifiable {
        package var title: String
        package var facts: [Fact]
        package var id: String { title }
    }

    package var sections: [Section]

    /// - Parameters:
    ///   - style: The style.
    ///   - details: The details that were read from its file.
    ///   - languages: The languages with the share of their letters, 0…1.
    ///   - package: The package of the file; nil if it belongs to none.
    package init(
        _ style: StyleRow, details: FontDetails, file: FileRow, languages: [(language: String, share: Double)] = [],
        package: String? = nil, characters: Int? = nil
    ) {
        let locale = Translation.locale
        let face = style.font.face
        sections = [
            Section(title: tr("Names"), facts: Self.names(style, locale)),
            Section(
                title: tr("About"), facts: Self.about(face, details, locale)),
            Section(title: tr("Contents"), facts: Self.contents(face, details, characters: characters)),
            Section(languages: languages),
            Section(title: tr("File"), facts: Self.file(file, style.format, package: package)),
        ].filter { !$0.facts.isEmpty }
    }

    private static func names(_ style: StyleRow, _ locale: Locale) -> [Fact] {
        let font = style.font
        var facts = [
            Fact(label: tr("Family"), value: font.face.family), Fact(label: tr("Style"), value: style.title),
            Fact(label: tr("Full name"), value: font.face.fullName),
            Fact(label: tr("PostScript name"), value: style.instance?.postscriptName ?? font.postscriptName),
        ]
        for name in font.face.localizedNames where name.kind == .family || name.kind == .fullName {
            let language = LanguageName.text(name.language, in: locale)
            let label = name.kind == .family ? tr("Family ({language})") : tr("Full name ({language})")
            facts.append(Fact(label: label.filled(["language": language]), value: name.text))
        }
        return facts
    }

    private static func about(_ face: FontFace, _ details: FontDetails, _ locale: Locale) -> [Fact] {
        var facts: [Fact] = []
        func add(_ label: String, _ text: String?, link: String? = nil) {
            guard let text, !text.isEmpty else { return }
            facts.append(Fact(label: label, value: text, link: link.flatMap(webAddress)))
        }
        add(tr("Version"), face.version.isEmpty ? NumberText.version(face.revision) : face.version)
        add(
            tr("Designer"), details.text(.designer, for: locale), link: details.text(.designerURL))
        add(tr("Manufacturer"), details.text(.manufacturer, for: locale), link: details.text(.vendorURL))
        add(tr("Description"), details.text(.description, for: locale))
        add(tr("Copyright"), details.text(.copyright, for: locale))
        add(tr("Trademark"), details.text(.trademark, for: locale))
        add(tr("Embedding"), details.embedding.map(Self.text))
        return facts
    }

    private static func contents(_ face: FontFace, _ details: FontDetails, characters: Int?) -> [Fact] {
        var facts = [Fact(label: tr("Glyphs"), value: NumberText.count(face.glyphCount))]
        if let characters { facts.append(Fact(label: tr("Characters"), value: NumberText.count(characters))) }
        facts.append(Fact(label: tr("Outlines"), value: text(face.outlines)))
        if !face.axes.isEmpty {
            let axes = face.axes.map { axis in
                tr("{name} {from}–{to}").filled([
                    "name": AxisName.text(axis), "from": NumberText.decimal(axis.minimum),
                    "to": NumberText.decimal(axis.maximum),
                ])
            }
            facts.append(Fact(label: tr("Axes"), value: axes.joined(separator: "\n")))
        }
        if !details.colorFormats.isEmpty {
            facts.append(Fact(label: tr("Colour formats"), value: details.colorFormats.joined(separator: ", ")))
        }
        return facts
    }

    private static func file(_ file: FileRow, _ format: FontFormat?, package: String?) -> [Fact] {
        var facts = [Fact(label: tr("File"), value: file.title)]
        if let format { facts.append(Fact(label: tr("Format"), value: format.title)) }
        if let path = file.path {
            facts.append(Fact(label: tr("Folder"), value: DisplayText.harmless(String(PathText.folder(of: path)))))
        }
        if let package { facts.append(Fact(label: tr("Package"), value: DisplayText.clean(package))) }
        return facts
    }

    private static func text(_ outlines: OutlineFormat) -> String {
        switch outlines {
        case .trueType: tr("TrueType")
        case .cff: tr("OpenType (CFF)")
        case .cff2: tr("OpenType (CFF2)")
        case .bitmap: tr("Bitmaps")
        }
    }

    private static func text(_ embedding: FontEmbedding) -> String {
        let permission =
            switch embedding.permission {
            case .installable: tr("Allowed for all documents")
            case .editable: tr("Allowed for documents that are edited")
            case .previewAndPrint: tr("Allowed for reading and printing")
            case .restricted: tr("Not allowed")
            }
        guard !embedding.allowsSubsetting else { return permission }
        return tr("{permission}; only whole fonts").filled(["permission": permission])
    }

    /// Returns the address of a text from a font; nil for other schemes, which could start programs.
    static func webAddress(_ text: String) -> URL? {
        let text = text.trimmingCharacters(in: .whitespaces)
        let lower = text.lowercased()
        let address = lower.hasPrefix("http://") || lower.hasPrefix("https://") ? text : "https://" + text
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            let host = url.host(), host.contains("."), url.user() == nil
        else { return nil }
        return url
    }
}

extension FontFacts.Section {
    /// The languages with the share of their letters, 0…1.
    init(languages: [(language: String, share: Double)]) {
        let facts = languages.map { language, share in
            FontFacts.Fact(label: LanguageName.text(language), value: NumberText.percent(share))
        }
        self.init(title: tr("Languages"), facts: facts)
    }
}

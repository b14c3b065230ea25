import FontFiles
import FontModel
import Foundation

/// A font file and the family that it belongs to; its facts are needed only if the family has to be made.
struct FoundFont: Sendable {
    /// Where the file was found, and the texts of licences beside it.
    let item: FontItem
    let sha256: String
    /// The family, the PostScript name and whether the name was made up: those of the first face.
    let first: BuildCache.FirstFace
    /// Nil if the cache has them.
    private let facts: FontFacts?

    /// Reads a file, unless an earlier build read the same content.
    ///
    /// - Throws: The errors of ``FontItem/open()`` and ``FontFacts/read(_:_:_:_:)``.
    init(_ item: FontItem, _ inspector: FileInspector, _ cache: BuildCache?) throws(FontError) {
        self.item = item
        let source = try item.open()
        if let cache {
            let sha256 = try source.sha256()
            if let first = cache.firstFace(of: sha256) {
                self.first = first
                self.sha256 = sha256
                facts = nil
                return
            }
        }
        let facts = try FontFacts.read(item, source, inspector, cache)
        sha256 = facts.sha256
        first = BuildCache.FirstFace(facts.faces[0].face)
        self.facts = facts
    }

    /// Returns the facts of the file.
    func facts(_ inspector: FileInspector, _ cache: BuildCache?) throws(FontError) -> FontFacts {
        if let facts { return facts }
        let source = try item.open()
        if let known = cache?.facts(of: sha256, size: source.size, given: item.name) {
            return FontFacts(item, known.inspection, known.details)
        }
        return try FontFacts.read(item, source, inspector, cache)
    }
}

/// The files of a family before their facts are known.
struct FoundFamily: Sendable {
    let family: String
    /// The files in the order of their names.
    let fonts: [FoundFont]

    init(_ family: String, _ fonts: [FoundFont]) {
        self.family = family
        func key(_ font: FoundFont) -> (String, String, String) {
            (String(PathText.name(of: font.item.name)), font.sha256, font.item.name)
        }
        self.fonts = fonts.sorted { key($0) < key($1) }
    }

    /// Returns the fonts with their facts.
    func fonts(_ inspector: FileInspector, _ cache: BuildCache?) throws(FontError) -> FamilyFonts {
        var facts: [FontFacts] = []
        for font in fonts { facts.append(try font.facts(inspector, cache)) }
        return FamilyFonts(family, facts)
    }
}

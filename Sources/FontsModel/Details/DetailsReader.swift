import FontAdvice
import FontFiles
package import FontModel
import FontRegistry
import Foundation
package import ReaderFonts

/// Reads what the pages of one family show, each when it is shown.
package struct DetailsReader: Sendable {
    package let library: any FontLibrary

    /// The most languages whose share is computed for one style.
    private static let mostLanguages = 400

    package init(_ library: any FontLibrary) { self.library = library }

    /// Returns the styles and files of a family; nil if it is gone.
    package func family(_ id: String) async throws(FontError) -> FamilyDetails? {
        try await library.families([id]).first.flatMap(FamilyDetails.init)
    }

    package func characters(of style: StyleRow) async throws(FontError) -> CharacterGrid {
        CharacterGrid(try await library.coverage(of: style.font))
    }

    /// Returns what is said of a style that lacks letters of the user's text; nil if it has all, or could not be read.
    package func remark(on text: String, in style: StyleRow) async -> String? {
        let shown = text.unicodeScalars.filter {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        }
        guard !shown.isEmpty, let coverage = try? await library.coverage(of: style.font) else { return nil }
        return shown.allSatisfy(coverage.contains) ? nil : SampleTexts.remark
    }

    package func features(of style: StyleRow) async throws(FontError) -> FeatureSettings {
        FeatureSettings(try await library.features(of: style.font))
    }

    /// Returns the facts of a style; those that cannot be read are left out.
    ///
    /// - Parameter hasLanguages: Whether the share of each language is among them, which takes the longest.
    package func facts(
        of style: StyleRow, in family: FamilyDetails, hasLanguages: Bool = true
    ) async throws(FontError) -> FontFacts {
        let file = family.files[style.file]
        let details = try await library.details(of: style.font)
        let coverage = try? await library.coverage(of: style.font)
        let languages = hasLanguages ? await shares(of: style) : []
        var package: String?
        if file.provider == nil, let path = file.path { package = await library.package(of: path) }
        return FontFacts(
            style, details: details, file: file, languages: languages, package: package, characters: coverage?.count)
    }

    /// Returns the languages of a style with their shares; nil if it has none.
    package func languages(of style: StyleRow) async -> FontFacts.Section? {
        let section = FontFacts.Section(languages: await shares(of: style))
        return section.facts.isEmpty ? nil : section
    }

    private func shares(of style: StyleRow) async -> [(language: String, share: Double)] {
        var languages: [(language: String, share: Double)] = []
        for language in LanguageName.unique(style.font.face.languages).prefix(Self.mostLanguages) {
            if Task.isCancelled { break }
            let share = try? await library.share(of: language, in: style.font)
            languages.append((language, share?.share ?? 1))
        }
        return languages
    }

    package func license(of family: String) async throws(FontError) -> LicensePage {
        LicensePage(try await library.attribution(of: family))
    }

    /// Returns what programs get for one file, registered or not.
    package func why(of file: FileRow) async throws(FontError) -> WhyText {
        guard file.provider == nil, let path = file.path else { return try await why(file.id) }
        return WhyText(try await library.explanation(ofPath: URL(localPath: path)).explanation)
    }

    /// Returns what programs get for a family or a font.
    package func why(_ name: String) async throws(FontError) -> WhyText {
        WhyText(try await library.explanation(of: name))
    }
}

/// The licence of a family.
package struct LicensePage: Sendable, Hashable {
    /// The name of the licence (SPDX), or that it is not known.
    package var title: String
    /// Whether the licence is known to be an open one.
    package var isOpen: Bool
    /// The copyrights and designers.
    package var holders: [String]
    /// The texts, with the name of the file that has it; empty for the font's own.
    package var texts: [(file: String, text: String)] {
        zip(files, contents).map { ($0, $1) }
    }
    private var files: [String]
    private var contents: [String]

    package init(_ attribution: Attribution?) {
        title = attribution?.license.expression ?? tr("Unknown licence")
        isOpen = attribution?.license.isOpen ?? false
        holders = ((attribution?.copyrights ?? []) + (attribution?.designers ?? [])).map(DisplayText.harmless).unique
        let texts = (attribution?.texts ?? []) + (attribution?.foundTexts ?? [])
        files = texts.map { text in text.file.map { DisplayText.clean(String(PathText.name(of: $0))) } ?? "" }
        contents = texts.map(\.text)
    }
}

public import FontModel
import Fontconfig

extension FontManager {
    /// Returns the fonts that draw a text, in the order of the text and without gaps.
    ///
    /// For each grapheme cluster, which is never divided, the order is: the families as given, fonts that support the
    /// language, registered fonts, and the system's fonts in the order in which fontconfig tries them. Emoji prefer
    /// fonts with colour glyphs. Spaces and punctuation stay with the font of the text around them if it has them. The
    /// corresponding functions are Apple's `CTFontCreateForString` and `CTFontCopyDefaultCascadeListForLanguages`,
    /// DirectWrite's `IDWriteFontFallback::MapCharacters` and fontconfig's `FcFontSort`; see also CSS Fonts Level 4,
    /// section 5.3 "Cluster matching".
    /// - Parameters:
    ///   - text: The text.
    ///   - families: The preferred families, as in ``match(family:style:)``; those that do not exist are passed over.
    ///   - style: The requested style, to which the nearest face of each family is taken.
    ///   - language: The language of the text (BCP 47); see ``FontQuery/languages``.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if fontconfig cannot be used, or if
    ///   part of the text has no font and the store, which may have one, cannot be read.
    public func runs(
        of text: String, families: [String] = [], style: FontStyle = FontStyle(), language: String? = nil
    ) async throws(FontError) -> [FontRun] {
        let (style, cache) = (StyleMatching(style), processState.system)
        let system = try await queue.perform { () throws(FontError) in try cache.current(loadsRegistered: true) }
        var runs = TextRuns(text)
        var failure: FontError?

        func offer(_ match: FontMatch) async {
            let font = match.font
            switch font.origin {
            case .system, .file:
                if let entry = font.place.flatMap(system.fonts.index) {
                    runs.offer(match) { system.fonts.covers(entry, $0) }
                }
            case .registered(_, let scope, _, _, _):
                do throws(FontError) {
                    // The coverages of process scope are in memory anyway.
                    let known =
                        scope == .process
                        ? try await coverage(of: font)
                        : try await processState.coverages.value.coverage(of: font) { font throws(FontError) in
                            try await self.coverage(of: font)
                        }
                    if let known { runs.offer(match) { known.covers($0) } }
                } catch {
                    // A font that was removed meanwhile draws nothing.
                    if error.code != .fileNotFound { failure = error }
                }
            }
        }

        for family in families where runs.isIncomplete {
            let (fonts, error) = try await found(matching: FontQuerySet(including: [FontQuery(family: family)]))
            failure = failure ?? error
            if let match = style.match(among: fonts) { await offer(match) }
        }
        if runs.isIncomplete {
            let all = FontQuerySet(including: [FontQuery(scopes: Set(FontScope.allCases))])
            let (registered, error) = try await found(matching: all)
            failure = failure ?? error
            let order = try await queue.perform { () throws(FontError) in
                let others = system.fallbacks(families: families, language: language)
                return FontFallback.order(
                    registered.filter { !DocumentFonts.belongs($0) } + others, style: style, language: language)
            }
            for match in order where runs.isIncomplete { await offer(match) }
        }
        let result = runs.runs()
        if let failure, result.contains(where: { $0.match == nil }) { throw failure }
        return result
    }
}

import CFontconfig
package import FontModel

extension SystemFonts {
    /// A face of a file, or one of its named instances.
    package struct Place: Sendable, Hashable {
        package var path: String
        /// The index of the face in the file.
        package var face: Int
        /// The number of the named instance in the order of `fvar`, from 1; 0 for the face itself.
        package var instance: Int

        package init(path: String, face: Int, instance: Int = 0) {
            (self.path, self.face, self.instance) = (path, face, instance)
        }
    }

    /// Returns those of the fonts that fontconfig takes to be nearest to a request for a family, and the faces among
    /// which it chose.
    ///
    /// Fonts that are equally near are all returned, in fontconfig's order: a program gets the first, because of the
    /// order of folders and files alone.
    ///
    /// - Parameters:
    ///   - family: A requested family. It is not a fontconfig pattern.
    ///   - style: A face with the weight, width and slant of the request; nil for fontconfig's defaults, the regular
    ///     style.
    ///   - isNamed: Whether the name of the style is requested, too.
    ///   - faces: The fonts to choose among; their instances take part, too. Other fonts are passed over.
    /// - Returns: The nearest fonts, and the faces that fontconfig has, with 0 for the instance.
    ///
    /// The corresponding C functions are `FcConfigSubstitute`, `FcDefaultSubstitute` and `FcFontSetMatch`, which compares
    /// as `FcFontMatch` does.
    package func nearest(
        to family: String, inStyleOf style: FontFace? = nil, named isNamed: Bool = false, among faces: Set<Place>
    ) -> (nearest: [Place], known: Set<Place>) {
        guard let choice = choice(of: family, inStyleOf: style, named: isNamed, among: faces) else { return ([], []) }
        let patterns = choice.patterns
        let known = Set(patterns.map { Place(path: $0.place.path, face: $0.place.face) })
        guard let best = choice.best else { return ([], known) }
        // Of two equal patterns the first is taken: one that is as near as the best is taken when it precedes it.
        let equals = patterns.indices.filter { index in
            index != best
                && choice.query.best(among: [patterns[index].pattern, patterns[best].pattern], in: handle) == 0
        }
        return (([best] + equals).map { patterns[$0].place }, known)
    }

    /// The font that fontconfig chooses for a request.
    private struct Choice: ~Copyable {
        let query: PatternHandle
        /// The fonts among which it chose, in its order.
        let patterns: [(place: Place, pattern: PatternView)]
        /// The index of the chosen one; nil if there are none.
        let best: Int?
    }

    /// Returns fontconfig's choice for the request that ``nearest(to:inStyleOf:named:among:)`` describes; nil if there is
    /// no memory.
    private func choice(
        of family: String, inStyleOf style: FontFace?, named isNamed: Bool, among faces: Set<Place>
    ) -> Choice? {
        guard let query = PatternHandle(), style.map({ query.addStyle(of: $0, named: isNamed) }) ?? true,
            query.prepare(families: [family], in: handle)
        else { return nil }
        let patterns = patterns(of: faces)
        let best = query.best(among: patterns.map(\.pattern), in: handle)
        return Choice(query: query, patterns: patterns, best: best)
    }
}

extension SystemFonts {
    /// The font that programs get when they ask for another one by its family and style.
    package struct Preferred: Sendable, Hashable {
        /// The reason for which fontconfig prefers it.
        package enum Reason: Sendable, Hashable {
            /// It supports this language, in which fontconfig looks for fonts.
            case language(String)
            /// It has a higher version.
            case version
            /// Only the order of folders and files distinguishes the two.
            case order
        }

        package var place: Place
        package var reason: Reason
    }

    /// Whether fontconfig has a face of a file.
    package func has(_ place: Place) -> Bool {
        patterns(in: [place.path]).contains { $0.pattern.faceIndex == place.face }
    }

    /// Returns the font that programs get when they ask for the family and style of a face; nil if they get the face, or
    /// if another style is merely nearer.
    package func preferred(to face: FontFace, at path: String) -> Preferred? {
        let place = Place(path: path, face: face.index)
        let rivals = places(ofFamily: face.family)
        guard rivals.contains(where: { $0.path != path }), rivals.contains(place),
            mayPrecede(place, among: rivals)
        else { return nil }
        guard let choice = choice(of: face.family, inStyleOf: face, named: true, among: rivals), let best = choice.best
        else { return nil }
        let first = choice.patterns[best].place
        guard first.path != path else { return nil }
        let patterns = patterns(of: [place, Place(path: first.path, face: first.face)])
        guard let own = patterns.first(where: { $0.place.path == path && $0.place.instance == 0 })?.pattern,
            let other = patterns.first(where: { $0.place == first })?.pattern
        else { return nil }
        if let language = families(triedFor: face.family).language, own.lacks(language),
            !other.lacks(language)
        {
            return Preferred(place: first, reason: .language(language))
        }
        let styles = Set(own.strings(FC_STYLE).map { $0.lowercased() })
        guard !styles.isDisjoint(with: other.strings(FC_STYLE).map { $0.lowercased() }) else { return nil }
        let versions = (own.integer(FC_FONTVERSION) ?? 0, other.integer(FC_FONTVERSION) ?? 0)
        return Preferred(place: first, reason: versions.1 > versions.0 ? .version : .order)
    }

    /// Whether a font of another file may precede a face for programs that request its family and style: one that has a
    /// style of the same name, or supports the user's language if the face does not.
    ///
    /// It is faster than to let fontconfig decide, and most fonts of a list have no such rival.
    private func mayPrecede(_ place: Place, among rivals: Set<Place>) -> Bool {
        let patterns = patterns(of: rivals)
        guard let own = patterns.first(where: { $0.place == place })?.pattern else { return false }
        let styles = Set(own.strings(FC_STYLE).map { $0.lowercased() })
        let lacking = assumedLanguage.flatMap { own.lacks($0) ? $0 : nil }
        return patterns.contains { rival in
            rival.place.path != place.path
                && (lacking.map { !rival.pattern.lacks($0) } ?? false
                    || !styles.isDisjoint(with: rival.pattern.strings(FC_STYLE).map { $0.lowercased() }))
        }
    }

    /// Returns the styles of a variable face whose weight programs take for another one, because `OS/2.usWeightClass` is
    /// not the default of the axis `wght`, by which fontconfig scales all weights.
    package func mistakenWeights(of face: FontFace, at path: String) -> [ExplainedFont.Weight] {
        guard let axis = face.axes.first(where: { $0.tag == "wght" }) else { return [] }
        return patterns(of: [Place(path: path, face: face.index)]).compactMap { place, pattern in
            guard place.instance <= face.instances.count, let value = pattern.number(FC_WEIGHT) else { return nil }
            let shown = FcWeightToOpenTypeDouble(value)
            let instance =
                place.instance > 0 ? face.instances[place.instance - 1] : face.instances.first(where: \.isDefault)
            // fontconfig's scale has few steps for the lightest weights.
            guard shown > 0, abs(shown - (instance?.coordinates["wght"] ?? axis.defaultValue)) > 25 else { return nil }
            let own = FontDescriptor(face: face, instance: instance, path: nil, origin: .file)
            return ExplainedFont.Weight(style: own.style, weight: own.weight, shown: shown.rounded())
        }
    }
}

extension PatternView {
    /// Whether the font does not support a language, as fontconfig names it.
    fileprivate func lacks(_ language: String) -> Bool {
        guard let languages else { return true }
        return FcLangSetHasLang(languages, language) == FcLangDifferentLang
    }
}

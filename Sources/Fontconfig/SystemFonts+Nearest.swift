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

        package static func == (one: Place, other: Place) -> Bool {
            one.face == other.face && one.instance == other.instance && one.path.hasBytes(of: other.path)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(ExactText(path))
            hasher.combine(face)
            hasher.combine(instance)
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
    ///   - faces: The fonts to choose among; their instances take part, too. Other fonts are passed over.
    /// - Returns: The nearest fonts, and the faces that fontconfig has, with 0 for the instance.
    ///
    /// The corresponding C functions are `FcConfigSubstitute`, `FcDefaultSubstitute` and `FcFontSetMatch`, which compares
    /// as `FcFontMatch` does.
    package func nearest(
        to family: String, inStyleOf style: FontFace? = nil, among faces: Set<Place>
    ) -> (nearest: [Place], known: Set<Place>) {
        let choice = choice(of: family, among: faces) { query in style.map { query.addStyle(of: $0) } ?? true }
        guard let choice else { return ([], []) }
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

    /// Returns fontconfig's choice for a requested family; nil if there is no memory.
    ///
    /// - Parameter addStyle: Adds the requested style to the query; returns false if there is no memory.
    private func choice(
        of family: String, among faces: Set<Place>, addStyle: (borrowing PatternHandle) -> Bool
    ) -> Choice? {
        guard let query = PatternHandle(), addStyle(query), query.prepare(families: [family], in: handle) else {
            return nil
        }
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
        patterns(in: place.path).contains { $0.pattern.faceIndex == place.face }
    }

    /// Returns the font that programs get when they ask for the family and style of a face as fontconfig lists them; nil
    /// if they get the face, or if another style is merely nearer.
    ///
    /// - Parameter hidden: Files that programs are taken not to see.
    package func preferred(to face: FontFace, at path: String, hiding hidden: Set<String> = []) -> Preferred? {
        let place = Place(path: path, face: face.index)
        guard let (own, rivals) = rivals(of: place, inFamily: face.family, hiding: hidden),
            let choice = choice(of: face.family, among: rivals.union([place]), addStyle: { $0.addStyle(of: own) }),
            let best = choice.best
        else { return nil }
        let (first, other) = choice.patterns[best]
        guard !first.path.hasBytes(of: path) else { return nil }
        if let language = families(triedFor: face.family).language, own.lacks(language), !other.lacks(language) {
            return Preferred(place: first, reason: .language(language))
        }
        guard own.sharesStyle(with: other) else { return nil }
        let versions = (own.integer(FC_FONTVERSION) ?? 0, other.integer(FC_FONTVERSION) ?? 0)
        return Preferred(place: first, reason: versions.1 > versions.0 ? .version : .order)
    }

    /// Returns the pattern of a face and the faces of other files that programs may get in its place when they ask for its
    /// family and style: those that have a style of the same name, or support the user's language if the face does not.
    ///
    /// Most fonts of a list have none, so that fontconfig need not be asked, which takes a millisecond.
    /// - Returns: Nil if there are no such faces, or if fontconfig does not have the face.
    private func rivals(
        of place: Place, inFamily family: String, hiding hidden: Set<String>
    ) -> (own: PatternView, rivals: Set<Place>)? {
        let faces = faces(ofFamily: family)
        let (others, own) = place.path.withCString { path in
            (faces.filter { !$0.isOf(path) }, faces.first { $0.faceIndex == place.face && $0.isOf(path) })
        }
        guard !others.isEmpty, let own else { return nil }
        let lacking = assumedLanguage.flatMap { own.lacks($0) ? $0 : nil }
        let rivals = others.filter { rival in
            lacking.map { !rival.lacks($0) } ?? false || own.sharesStyle(with: rival)
        }
        let places = rivals.compactMap { rival in rival.path.map { Place(path: $0, face: rival.faceIndex) } }
            .filter { !hidden.contains($0.path) }
        return places.isEmpty ? nil : (own, Set(places))
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
    /// Whether a style of another font has the name of one of this font's in any language, as fontconfig compares them.
    fileprivate func sharesStyle(with other: PatternView) -> Bool {
        var position = 0
        while let name = bytes(FC_STYLE, position) {
            position += 1
            var place = 0
            while let otherName = other.bytes(FC_STYLE, place) {
                if FcStrCmpIgnoreCase(name, otherName) == 0 { return true }
                place += 1
            }
        }
        return false
    }

    /// Whether the font does not support a language, as fontconfig names it.
    fileprivate func lacks(_ language: String) -> Bool {
        guard let languages else { return true }
        return FcLangSetHasLang(languages, language) == FcLangDifferentLang
    }
}

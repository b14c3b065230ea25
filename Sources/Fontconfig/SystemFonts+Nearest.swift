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
        guard let query = PatternHandle(), style.map({ query.addStyle(of: $0, named: isNamed) }) ?? true,
            query.prepare(families: [family], in: handle)
        else { return ([], []) }
        let patterns = patterns(of: faces)
        let known = Set(patterns.map { Place(path: $0.place.path, face: $0.place.face) })
        guard let best = query.best(among: patterns.map(\.pattern), in: handle) else { return ([], known) }
        // Of two equal patterns the first is taken: one that is as near as the best is taken when it precedes it.
        let equals = patterns.indices.filter { index in
            index != best
                && query.best(among: [patterns[index].pattern, patterns[best].pattern], in: handle) == 0
        }
        return (([best] + equals).map { patterns[$0].place }, known)
    }
}

extension PatternHandle {
    /// Returns the index of the first of the patterns that are nearest to this prepared pattern; nil if there are none.
    func best(among patterns: [PatternView], in config: ConfigHandle) -> Int? {
        var fonts = patterns.map { Optional($0.raw) }
        return fonts.withUnsafeMutableBufferPointer { fonts in
            // The set borrows the patterns, and FcFontSetMatch only reads it.
            var set = FcFontSet(nfont: Int32(fonts.count), sfont: Int32(fonts.count), fonts: fonts.baseAddress)
            guard let match = match(in: &set, config) else { return nil }
            return match.withView { found in
                patterns.firstIndex { $0.path == found.path && $0.integer(FC_INDEX) == found.integer(FC_INDEX) }
            }
        }
    }
}

import FontLookup
public import FontModel
import Foundation
package import ReaderFonts

/// A query for one font of catalogues, in the form of Android's font providers:
/// `name=Source Serif 4&weight=700&italic=0&width=100&besteffort=true`.
///
/// | key | value |
/// | --- | --- |
/// | `name` | the family, in any language; case, accents and width do not count |
/// | `weight` | 1…1000, 400 if it is absent |
/// | `italic` | 0 or 1, or a number between them, which is rounded; 0 if it is absent |
/// | `width` | in percent of the normal width, 100 if it is absent |
/// | `besteffort` | `true` for the nearest style if there is no such font, else `false` |
///
/// Values may be percent-encoded, and must be if they have `&` or `%`.
public struct CatalogQuery: Sendable, Hashable {
    /// Why a query has no font, with Android's words.
    public enum Failure: String, Error, Sendable, Hashable, CaseIterable {
        /// No family has the name, or it has no such style.
        case fontNotFound = "FONT_NOT_FOUND"
        /// The family is not offered any more.
        case fontUnavailable = "FONT_UNAVAILABLE"
        /// The text is not a query.
        case malformedQuery = "MALFORMED_QUERY"

        /// Android's number of the result; that of a font is 0.
        public var number: Int {
            switch self {
            case .fontNotFound: 1
            case .fontUnavailable: 2
            case .malformedQuery: 3
            }
        }
    }

    /// The font of a query.
    public struct Match: Sendable, Hashable {
        /// The document of the family.
        public var family: FamilyDocument
        /// The file with the face.
        public var file: FamilyDocument.File
        /// The face that is nearest to the style.
        public var face: FontFace
        /// The PostScript name of the face, or of the named instance with the style.
        public var postscriptName: String
        /// The values of the axes of a variable face, by tag.
        public var coordinates: [String: Double]
        /// Whether the font has the style of the query.
        public var isExact: Bool
    }

    /// The family.
    public var name: String
    /// The weight, 1…1000.
    public var weight = 400
    /// Whether an italic face is wanted.
    public var isItalic = false
    /// The width in percent of the normal width.
    public var width = 100.0
    /// Whether the nearest style is wanted if there is no such font.
    public var isBestEffort = false

    /// Reads a query.
    ///
    /// - Throws: ``Failure/malformedQuery`` for a text in another form, with an unknown or repeated key, or without a name.
    public init(_ text: String) throws(Failure) {
        name = ""
        var known: Set<String> = []
        for part in text.split(separator: "&", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, known.insert(String(pair[0])).inserted,
                let value = String(pair[1]).removingPercentEncoding, set(String(pair[0]), value)
            else { throw .malformedQuery }
        }
        guard search != nil else { throw .malformedQuery }
    }

    /// Sets a value; returns false for an unknown key or another value.
    private mutating func set(_ key: String, _ value: String) -> Bool {
        switch key {
        case "name": name = value
        case "weight":
            guard let number = Int(value), (1...1_000).contains(number) else { return false }
            weight = number
        case "italic":
            guard let number = Double(value), (0...1).contains(number) else { return false }
            isItalic = number >= 0.5
        case "width":
            guard let number = Double(value), number > 0, number <= 1_000 else { return false }
            width = number
        case "besteffort":
            guard let flag = Bool(value) else { return false }
            isBestEffort = flag
        default: return false
        }
        return true
    }

    /// The search for the families that may have the name; nil for a name without words.
    package var search: FamilySearch? { FamilySearch(name) }

    /// Returns the font among families; those with another name do not count.
    ///
    /// - Parameter families: The documents of families, the preferred catalogue first.
    /// - Throws: ``Failure/fontUnavailable`` if all families of the name are withdrawn or replaced,
    ///   ``Failure/fontNotFound`` if there is no family of the name, or none with the style.
    public func match(among families: [FamilyDocument]) throws(Failure) -> Match {
        let named = families.filter { family in
            ([family.family] + family.names.values + family.aliases).contains { search?.equals($0) ?? false }
        }
        guard !named.isEmpty else { throw .fontNotFound }
        let offered = named.filter { $0.status == nil }
        guard !offered.isEmpty else { throw .fontUnavailable }
        let matches = offered.compactMap(match)
        guard let match = matches.first(where: \.isExact) ?? matches.first, match.isExact || isBestEffort else {
            throw .fontNotFound
        }
        return match
    }

    /// The face of a family that is nearest to the style; nil for a family without faces.
    private func match(in family: FamilyDocument) -> Match? {
        let style = FontStyle(weight: Double(weight), width: width, slope: isItalic ? .italic : .upright)
        let fonts = family.files.flatMap { file in
            file.faces.map { FontDescriptor(face: $0.face, path: file.sha256, origin: .file) }
        }
        guard let found = StyleMatching(style).match(among: fonts),
            let file = family.files.first(where: { $0.sha256 == found.font.path })
        else { return nil }
        return Match(
            family: family, file: file, face: found.font.face, postscriptName: found.font.postscriptName,
            coordinates: found.coordinates, isExact: found.unmet.isEmpty)
    }
}

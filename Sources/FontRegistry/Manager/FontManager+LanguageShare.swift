public import FontModel
import Fontconfig

/// The part of a language's characters that a font has.
public struct LanguageShare: Sendable, Hashable {
    /// The language, as fontconfig names it.
    public var language: String
    /// The number of characters that the language needs, by fontconfig's orthography.
    public var count: Int
    /// The characters of these that the font lacks.
    public var missing: [Unicode.Scalar]

    /// The share that the font has, 0…1.
    public var share: Double { count == 0 ? 1 : 1 - Double(missing.count) / Double(count) }
}

extension FontManager {
    /// Returns the share of a language's characters that a font has.
    ///
    /// ``FontFace/languages`` has only the languages of which nothing is missing; a font that lacks one of 2,000
    /// characters serves its readers nevertheless.
    /// - Parameters:
    ///   - font: The font.
    ///   - language: The language, as fontconfig names it: `ja`, `zh-tw`.
    /// - Returns: The share; nil if fontconfig does not know the language.
    /// - Throws: The errors of ``coverage(of:)``.
    public func share(of language: String, in font: FontDescriptor) async throws(FontError) -> LanguageShare? {
        let characters = try await queue.perform { () throws(FontError) in Orthography.characters(of: language) }
        guard let needed = characters else { return nil }
        let coverage = try await coverage(of: font)
        return try await queue.perform { () throws(FontError) in
            let missing = needed.ranges.flatMap { $0.compactMap(Unicode.Scalar.init) }.filter { !coverage.contains($0) }
            return LanguageShare(language: language, count: needed.count, missing: missing)
        }
    }
}

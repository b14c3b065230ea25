public import FontModel
public import FontRegistry
import Foundation
public import StyleSheets

/// The fonts of families, for a page.
public struct PageFonts: Sendable, Hashable, Codable {
    /// The ways in which a page gets a font.
    public enum Source: Sendable {
        /// The address of the file, which pages from files can load.
        ///
        /// A face of a collection is contained in the rule, since pages cannot name it.
        case file
        /// The bytes within the rule, which pages of all origins can load.
        ///
        /// WebKitGTK takes more than a second for rules of more than 3 MB.
        case data
        /// An address that the app answers, for web views in the app.
        case scheme(FontScheme)
    }

    /// The rules, in the order of the families.
    public var rules: [FontFaceRule] = []
    /// The families of which no font can be used.
    public var missing: [String] = []
    /// The characters of the text that no font of the families has, in their order, each once.
    public var uncovered = ""
    /// The PostScript names of the fonts that do not permit to be embedded (`OS/2.fsType`), and are left out.
    public var restricted: [String] = []
    /// The files that are left out since pages load none of their format, such as Type 1, and of whose fonts the families
    /// have none in OpenType; each once, by path.
    public var unsupported: [String] = []

    /// The rules as CSS.
    public var css: String { rules.map(\.css).joined() }
}

extension FontManager {
    /// Returns rules by which a page shows families.
    ///
    /// - Parameters:
    ///   - families: The names of the families, in any language the fonts have, in order of preference.
    ///   - source: The way in which the page gets the fonts.
    ///   - text: A text; each family is limited to the characters that it draws in this order of the families. Nil for
    ///     all characters.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used or a file cannot be read now, or ``FontError/Code/invalidFontData`` (104) if a file has changed to something
    ///   else.
    public func pageFonts(
        of families: [String], as source: PageFonts.Source, limitedTo text: String? = nil
    ) async throws(FontError) -> PageFonts {
        try await pageFonts(of: families, as: source, limitedTo: text) { _, _ in [] }
    }

    /// Returns rules by which a page shows families, without some files.
    ///
    /// - Parameter leftOut: Returns the paths of the files that are left out among those of the fonts of a name.
    package func pageFonts(
        of families: [String], as source: PageFonts.Source, limitedTo text: String?,
        without leftOut: @Sendable (String, [FontDescriptor]) async -> Set<String>
    ) async throws(FontError) -> PageFonts {
        var result = PageFonts()
        var characters: [String: Set<UInt32>] = [:]
        if let text {
            for run in try await runs(of: text, families: families) {
                let scalars = text[run.range].unicodeScalars
                if let family = run.match?.font.face.family {
                    characters[family, default: []].formUnion(scalars.map(\.value))
                }
            }
        }
        var drawn: Set<UInt32> = []
        for name in families {
            let found = try await self.fonts(ofFamily: name).filter { $0.url != nil }
            let unused = await leftOut(name, found)
            let (loaded, others) = try await byFormat(found.filter { !unused.contains($0.path ?? "") })
            result.unsupported += Set(others.compactMap(\.path)).subtracting(result.unsupported).sorted()
            let fonts = try await ordered(loaded, ofFamily: name)
            guard let family = fonts.first?.face.family else {
                result.missing.append(name)
                continue
            }
            let used = characters[family] ?? []
            drawn.formUnion(used)
            if text != nil, used.isEmpty { continue }
            let count = result.rules.count + result.restricted.count
            for (rule, font) in Self.rules(of: fonts, family: name) {
                do throws(FontError) {
                    if case .data = source, try await !self.details(of: font).permitsEmbedding {
                        result.restricted.append(font.postscriptName)
                        continue
                    }
                    var rule = rule
                    rule.url = try await address(of: font, as: source)
                    rule.characters = CharacterCoverage(used.map { $0...$0 }).ranges
                    result.rules.append(rule)
                } catch {
                    // A font may go between the query and the look at its file, which is no fault of the page.
                    guard error.code == .fileNotFound else { throw error }
                }
            }
            if result.rules.count + result.restricted.count == count { result.missing.append(name) }
        }
        let rest = (text ?? "").unicodeScalars.filter { !drawn.contains($0.value) }
        result.uncovered = String(String.UnicodeScalarView(rest.unique))
        return result
    }

    /// Returns the rules of a family without those that another one makes useless, and their fonts.
    private static func rules(of fonts: [FontDescriptor], family: String) -> [(FontFaceRule, FontDescriptor)] {
        var kept: [(FontFaceRule, FontDescriptor)] = []
        guard let face = fonts.first else { return [] }
        let others = fonts.dropFirst()
        // The face of the family comes first. Of the others variable faces do, because they replace static ones.
        for font in [face] + others.filter(\.face.isVariable) + others.filter({ !$0.face.isVariable }) {
            for rule in FontFaceRule.rules(of: font.face, family: family, url: "")
            where !kept.contains(where: { rule.isCovered(by: $0.0) }) {
                // A page would choose any of two rules for the style of the face.
                let parts = kept.first.map { rule.parts(beside: $0.0) } ?? [rule]
                kept += parts.map { ($0, font) }
            }
        }
        return kept
    }

    /// Returns the rules that show a face, which contain it.
    ///
    /// - Throws: `FontError` with code `fileNotFound` (101) if the file cannot be read, or `invalidFontData` (104).
    package func inlineRules(of font: FontDescriptor, family: String) async throws(FontError) -> [FontFaceRule] {
        FontFaceRule.rules(of: font.face, family: family, url: try await address(of: font, as: .data))
    }

    /// Returns the address of a file with the face and no other.
    private func address(of font: FontDescriptor, as source: PageFonts.Source) async throws(FontError) -> String {
        switch source {
        case .scheme(let scheme): return try await scheme.address(of: font)
        case .file:
            if let url = font.url, try FontFile.format(at: url) != .collection { return url.absoluteString }
        case .data: break
        }
        let file = try await faceFile(of: font)
        return "data:\(file.mediaType);base64,\(file.data.base64EncodedString())"
    }
}

extension FontDetails {
    /// Whether a page or another document may contain the outlines.
    package var permitsEmbedding: Bool {
        embedding.map { $0.permission != .restricted && !$0.isBitmapOnly } ?? true
    }
}

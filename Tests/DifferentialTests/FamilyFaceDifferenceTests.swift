import CFontconfig
import FontModel
import FontPictures
import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

@testable import FontctlCommands

/// Compares the face that each family alone means: of `resolve`, `preview` and `css`, with that of `fc-match`.
@Suite struct FamilyFaceDifferenceTests {
    /// A reason for a difference.
    private enum Reason: String, CaseIterable {
        /// fontconfig finds both fonts equally near and takes the first file; fontd goes by the names.
        case equal = "equal to fontconfig"
        /// The name is the PostScript or full name, or the family and style, of another font.
        case otherName = "the name of another font"
        /// The family has no face of the style that a page asks for, and CSS looks for the nearest in another order.
        case noRegular = "no regular style in the page"
        /// The page has the bytes of one face of a collection, which takes long to cut out.
        case collection = "collection, not compared in the page"
        /// Pictures and pages have the OpenType font of the same name.
        case type1 = "Type 1, which pictures and pages do not show"
    }

    private static let folders: [String] = {
        let shared = [SharedFonts.fonts, SharedFonts.cases.map { $0 + "/fonts" }].compactMap(\.self)
        let tree = ProcessInfo.processInfo.environment["FONTD_FONT_TREE"]
        return [tree ?? "/usr/share/fonts"] + shared
    }()

    @Test func everyCommandMeansTheFaceOfFontconfig() async throws {
        let home = try PrivateHome(fontFolders: Self.folders)
        let manager = try home.user()
        let matcher = try #require(FontMatcher(home.root + "/fonts.conf"))
        var explained: [Reason: Int] = [:]
        var unexplained: [String] = []
        let families = matcher.families
        try #require(!families.isEmpty)
        for family in families {
            guard let expected = matcher.match(family) else { continue }
            let answer = try await manager.resolve(family)
            let found = try #require(answer.match, "\(family)")
            guard !(found.path ?? "").lowercased().hasSuffix(".pfb") else {
                explained[.type1, default: 0] += 1
                continue
            }
            let preview = try await manager.previewFonts(FontTarget.any(family)).map(\.font)
            if preview != [found] { unexplained.append("\(family): preview \(preview.map(\.postscriptName))") }
            let own = FontMatcher.Font(path: found.path ?? "", face: found.face.index)
            var reason: Reason?
            if own != expected {
                let isOther = ![.familyStyle, .localized].contains(answer.matchedBy) || !matcher.has(family, own)
                reason = isOther ? .otherName : matcher.areEqual(family, expected, own) ? .equal : nil
                if let reason {
                    explained[reason, default: 0] += 1
                } else {
                    unexplained.append("\(family): resolve \(own), fc-match \(expected)")
                }
            }
            guard reason != .otherName else { continue }
            if own.path.lowercased().hasSuffix("c") {
                explained[.collection, default: 0] += 1
                continue
            }
            let rules = try await manager.pageFonts(of: [family], as: .file).rules
            let isRegular =
                found.weight == 400 && found.width == 100 && found.slant == 0 && !found.traits.contains(.italic)
            let fitting = rules.filter { rule in
                rule.weight.contains(400) && rule.width.contains(100) && rule.slope == .upright
            }
            if !isRegular {
                if fitting.isEmpty { explained[.noRegular, default: 0] += 1 }
            } else if fitting.count != 1
                || fitting[0].url.hasPrefix("file:")
                    && URL(string: fitting[0].url)?.path(percentEncoded: false) != own.path
            {
                unexplained.append("\(family): css \(fitting.map { $0.url.prefix(200) }), resolve \(own)")
            }
        }
        print("families: \(families.count), explained: \(explained.map { "\($0.key.rawValue): \($0.value)" }.sorted())")
        #expect(unexplained.isEmpty, "\(unexplained.count):\n\(unexplained.prefix(40).joined(separator: "\n"))")
    }
}

/// fontconfig's own choice, by its C functions.
private final class FontMatcher {
    struct Font: Hashable {
        var path: String
        var face: Int
    }

    private let config: OpaquePointer
    private var patterns: [Font: [OpaquePointer]] = [:]
    private(set) var families: [String] = []

    init?(_ file: String) {
        guard let raw = FcConfigCreate(), FcConfigParseAndLoad(raw, file, FcTrue) == FcTrue,
            FcConfigBuildFonts(raw) == FcTrue, let set = FcConfigGetFonts(raw, FcSetSystem)
        else { return nil }
        config = raw
        var names: Set<String> = []
        for index in 0..<Int(set.pointee.nfont) {
            guard let pattern = set.pointee.fonts[index], let font = Self.font(pattern) else { continue }
            patterns[font, default: []].append(pattern)
            names.formUnion(Self.families(pattern))
        }
        families = names.sorted()
    }

    deinit { FcConfigDestroy(config) }

    private static func families(_ pattern: OpaquePointer) -> [String] {
        var names: [String] = []
        var text: UnsafeMutablePointer<FcChar8>?
        while FcPatternGetString(pattern, FC_FAMILY, Int32(names.count), &text) == FcResultMatch, let text {
            names.append(String(cString: text))
        }
        return names
    }

    private static func font(_ pattern: OpaquePointer) -> Font? {
        var text: UnsafeMutablePointer<FcChar8>?
        var index: Int32 = 0
        guard FcPatternGetString(pattern, FC_FILE, 0, &text) == FcResultMatch, let text,
            FcPatternGetInteger(pattern, FC_INDEX, 0, &index) == FcResultMatch
        else { return nil }
        return Font(path: String(cString: text), face: Int(index) & 0xFFFF)
    }

    /// Calls `body` with a prepared request for a family.
    private func request<R>(_ family: String, _ body: (OpaquePointer) -> R) -> R? {
        guard let query = FcPatternCreate() else { return nil }
        defer { FcPatternDestroy(query) }
        FcPatternAddString(query, FC_FAMILY, family)
        FcConfigSubstitute(config, query, FcMatchPattern)
        FcDefaultSubstitute(query)
        return body(query)
    }

    func match(_ family: String) -> Font? {
        request(family) { query -> Font? in
            var result = FcResultNoMatch
            guard let match = FcFontMatch(config, query, &result) else { return nil }
            defer { FcPatternDestroy(match) }
            return Self.font(match)
        } ?? nil
    }

    /// Whether a font has a family, as fontconfig compares names.
    func has(_ family: String, _ font: Font) -> Bool {
        func key(_ name: String) -> String { name.lowercased().filter { $0 != " " } }
        return (patterns[font] ?? []).contains { Self.families($0).contains { key($0) == key(family) } }
    }

    /// Whether fontconfig takes whichever of two fonts comes first.
    func areEqual(_ family: String, _ one: Font, _ other: Font) -> Bool {
        func first(_ fonts: [Font]) -> Font? {
            request(family) { query -> Font? in
                var raw = fonts.flatMap { patterns[$0] ?? [] }.map(Optional.some)
                return raw.withUnsafeMutableBufferPointer { raw -> Font? in
                    var set = FcFontSet(nfont: Int32(raw.count), sfont: Int32(raw.count), fonts: raw.baseAddress)
                    return withUnsafeMutablePointer(to: &set) { set -> Font? in
                        var sets: [UnsafeMutablePointer<FcFontSet>?] = [set]
                        var result = FcResultNoMatch
                        guard let match = FcFontSetMatch(config, &sets, 1, query, &result) else { return nil }
                        defer { FcPatternDestroy(match) }
                        return Self.font(match)
                    }
                }
            } ?? nil
        }
        return first([one, other]) == one && first([other, one]) == other
    }
}

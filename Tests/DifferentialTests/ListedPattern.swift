import CFontconfig
import FontModel

@testable import Fontconfig

/// A name and its language according to fontconfig.
struct NamedText: Hashable, Sendable {
    var language: String
    var text: String
}

/// A pattern as `fc-scan` would print it: fontconfig's own values, unconverted except for the display form of texts.
struct ListedPattern: Sendable {
    /// The index of the face in the file.
    var face: Int
    /// The number of the named instance, from 1; 0 for the face, at its default location or with all its axes.
    var instance: Int
    var families: [NamedText] = []
    var styles: [NamedText] = []
    var fullNames: [NamedText] = []
    var postscriptName: String?
    /// The weight; nil if it is a range.
    var weight: Double?
    var width: Double?
    var slant: Int?
    var spacing: Int?
    var fontVersion: Int?
    var isVariable: Bool
    var hasOutlines: Bool
    var hasColor: Bool
    var isSymbolic: Bool
    var format: String?
    var characters: [UInt32]

    /// Whether this is the pattern of the face itself, at its default location.
    var isFace: Bool { instance == 0 && !isVariable }

    /// Returns all patterns of a file; empty if fontconfig finds no font in it.
    static func all(of path: String) -> [ListedPattern] {
        guard let set = FcFontSetCreate() else { return [] }
        defer { FcFontSetDestroy(set) }
        var count: Int32 = 0
        FcFreeTypeQueryAll(path, UInt32.max, nil, &count, set)
        var patterns: [ListedPattern] = []
        for place in 0..<Int(set.pointee.nfont) {
            if let raw = set.pointee.fonts?[place] { patterns.append(ListedPattern(raw)) }
        }
        return patterns
    }

    private init(_ raw: OpaquePointer) {
        let view = PatternView(raw: raw)
        func names(_ object: String, _ languages: String) -> [NamedText] {
            var names: [NamedText] = []
            while let text = view.string(object, names.count) {
                names.append(
                    NamedText(language: view.string(languages, names.count) ?? "und", text: DisplayText.clean(text)))
            }
            return names
        }
        let index = view.integer(FC_INDEX) ?? 0
        face = index & 0xFFFF
        instance = index >> 16
        families = names(FC_FAMILY, FC_FAMILYLANG)
        styles = names(FC_STYLE, FC_STYLELANG)
        fullNames = names(FC_FULLNAME, FC_FULLNAMELANG)
        postscriptName = view.string(FC_POSTSCRIPT_NAME).map(DisplayText.clean)
        weight = view.number(FC_WEIGHT)
        width = view.number(FC_WIDTH)
        slant = view.integer(FC_SLANT)
        spacing = view.integer(FC_SPACING)
        fontVersion = view.integer(FC_FONTVERSION)
        isVariable = view.flag(FC_VARIABLE)
        hasOutlines = view.flag(FC_OUTLINE)
        hasColor = view.flag(FC_COLOR)
        isSymbolic = view.flag(FC_SYMBOL)
        format = view.string(FC_FONTFORMAT)
        characters = view.characters.map(Self.characters) ?? []
    }

    private static func characters(of set: OpaquePointer) -> [UInt32] {
        var found: [UInt32] = []
        found.reserveCapacity(Int(FcCharSetCount(set)))
        withUnsafeTemporaryAllocation(of: FcChar32.self, capacity: Int(cfc_page_words())) { map in
            guard let words = map.baseAddress else { return }
            var next: FcChar32 = 0
            var page = FcCharSetFirstPage(set, words, &next)
            while page != cfc_charset_done() {
                for place in 0..<map.count {
                    var rest = map[place]
                    while rest != 0 {
                        found.append(page + UInt32(32 * place + rest.trailingZeroBitCount))
                        rest &= rest - 1
                    }
                }
                page = FcCharSetNextPage(set, words, &next)
            }
        }
        return found
    }
}

import CFriBidi
import CHarfBuzz

/// A part of a text with one direction, one script and one orientation.
struct TextItem: Equatable {
    /// The places of the scalars in the text.
    var range: Range<Int>
    /// The level of embedding of the bidirectional algorithm (UAX 9); odd from right to left.
    var level: Int
    var script: UInt32
    var orientation = GlyphOrientation.horizontal

    /// Whether the glyphs are in the opposite order of the text; upright ones follow each other from top to bottom.
    var isRightToLeft: Bool { level % 2 == 1 && orientation != .upright }
}

/// A line of text, divided into items in logical order.
struct ItemizedText {
    let scalars: [UInt32]
    private(set) var items: [TextItem] = []
    /// Whether the paragraph runs from right to left, so that the line is flush right.
    private(set) var isRightToLeft = false

    init(_ text: String, isVertical: Bool = false) {
        scalars = text.unicodeScalars.map(\.value)
        guard !scalars.isEmpty else { return }
        let levels = findLevels()
        let scripts = Self.scripts(of: scalars)
        let orientations =
            isVertical
            ? GlyphOrientation.vertical(scalars) : [GlyphOrientation](repeating: .horizontal, count: scalars.count)
        var start = 0
        for place in 1...scalars.count
        where place == scalars.count || levels[place] != levels[start] || scripts[place] != scripts[start]
            || orientations[place] != orientations[start]
        {
            items.append(
                TextItem(
                    range: start..<place, level: Int(levels[start]), script: scripts[start],
                    orientation: orientations[start]))
            start = place
        }
    }

    private mutating func findLevels() -> [FriBidiLevel] {
        let count = FriBidiStrIndex(scalars.count)
        var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: scalars.count)
        var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
        var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
        fribidi_get_bidi_types(scalars, count, &types)
        fribidi_get_bracket_types(scalars, count, types, &brackets)
        var base = cfribidi_undetermined()
        guard fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels) > 0 else {
            return [FriBidiLevel](repeating: 0, count: scalars.count)
        }
        // The last bit of a direction is that of its level (fribidi-bidi-types.h, FRIBIDI_MASK_RTL).
        isRightToLeft = base.rawValue & 1 == 1
        return levels
    }

    /// Returns the script of each scalar; those that belong to none have that of the text before, or else after.
    private static func scripts(of scalars: [UInt32]) -> [UInt32] {
        let functions = hb_unicode_funcs_get_default()
        var scripts = scalars.map { hb_unicode_script(functions, $0).rawValue }
        let open: Set = [HB_SCRIPT_COMMON.rawValue, HB_SCRIPT_INHERITED.rawValue, HB_SCRIPT_UNKNOWN.rawValue]
        var last = scripts.first { !open.contains($0) } ?? HB_SCRIPT_COMMON.rawValue
        for place in scripts.indices {
            if open.contains(scripts[place]) { scripts[place] = last } else { last = scripts[place] }
        }
        return scripts
    }

    /// Returns elements of a line, which are in logical order, in the order from left to right (UAX 9, rule L2).
    static func visual<Element>(_ elements: [Element], level: (Element) -> Int) -> [Element] {
        var levels = elements.map { FriBidiLevel(level($0)) }
        let types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: elements.count)
        var order = elements.indices.map(FriBidiStrIndex.init)
        let count = FriBidiStrIndex(elements.count)
        _ = fribidi_reorder_line(0, types, count, 0, FriBidiParType(rawValue: 0), &levels, nil, &order)
        return order.map { elements[Int($0)] }
    }
}

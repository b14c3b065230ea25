import CHarfBuzz

/// The orientation of the glyphs of a run.
enum GlyphOrientation: Equatable {
    /// In a line from left to right or from right to left.
    case horizontal
    /// In a line from top to bottom, as in a horizontal one.
    case upright
    /// In a line from top to bottom, turned to the right, so that the text begins at the top.
    case sideways

    /// Returns the orientation of each scalar of a vertical line: what belongs to another is turned with that.
    static func vertical(_ scalars: [UInt32]) -> [GlyphOrientation] {
        let functions = hb_unicode_funcs_get_default()
        var last: GlyphOrientation?
        return scalars.map { scalar in
            let isInherited = hb_unicode_script(functions, scalar) == HB_SCRIPT_INHERITED
            let orientation = (isInherited ? last : nil) ?? (isUpright(scalar) ? .upright : .sideways)
            last = orientation
            return orientation
        }
    }

    /// Whether a scalar is upright in vertical text: `Vertical_Orientation` of Unicode (UAX 50) is U, Tu or Tr.
    ///
    /// What should be transformed (Tu, Tr), such as brackets, is a glyph of its own in fonts with the feature `vert`.
    private static func isUpright(_ scalar: UInt32) -> Bool {
        var (low, high) = (uprightRanges.startIndex, uprightRanges.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if uprightRanges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
        }
        return low < uprightRanges.endIndex && uprightRanges[low].contains(scalar)
    }

    /// The ranges of upright scalars in ascending order, with small gaps of symbols filled (VerticalOrientation.txt).
    private static let uprightRanges: [ClosedRange<UInt32>] = [
        0xA7...0xA7, 0xA9...0xA9, 0xAE...0xAE, 0xB1...0xB1, 0xBC...0xBE, 0xD7...0xD7, 0xF7...0xF7, 0x2EA...0x2EB,
        0x1100...0x11FF, 0x1401...0x167F, 0x18B0...0x18FF, 0x2016...0x2016, 0x2020...0x2021, 0x2030...0x2031,
        0x203B...0x203C, 0x2042...0x2042, 0x2047...0x2049, 0x2051...0x2051, 0x20DD...0x20E4, 0x2100...0x2109,
        0x210F...0x210F, 0x2113...0x2117, 0x211E...0x2129, 0x212E...0x212E, 0x2135...0x213F, 0x2145...0x218F,
        0x221E...0x221E, 0x2234...0x2235, 0x2300...0x2307, 0x230C...0x2328, 0x232B...0x232B, 0x237D...0x239A,
        0x23BE...0x23FF, 0x2400...0x24FF, 0x25A0...0x2767, 0x2776...0x2793, 0x2B12...0x2B2F, 0x2B50...0x2B59,
        0x2BB8...0x2BFF, 0x2E50...0x2E51, 0x2E80...0x301F, 0x3020...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF,
        0xE000...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE48, 0xFE50...0xFE57, 0xFE5F...0xFE62, 0xFE67...0xFE6F,
        0xFF01...0xFF0C, 0xFF0E...0xFF1B, 0xFF1F...0xFF60, 0xFFE0...0xFFE7, 0xFFF0...0xFFFB, 0x13000...0x1345F,
        0x14400...0x1467F, 0x16FE0...0x18D7F, 0x1AFF0...0x1B2FF, 0x1CF00...0x1CFCF, 0x1D000...0x1D1FF,
        0x1D2E0...0x1D37F, 0x1D800...0x1DAAF, 0x1F000...0x1F7FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD,
        0xF0000...0x10FFFD,
    ]
}

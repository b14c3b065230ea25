import CFontconfig
package import FontModel

/// The characters that languages need, as fontconfig's orthographies list them.
package enum Orthography {
    /// Returns the characters of a language; nil if fontconfig has no orthography of it.
    ///
    /// - Parameter language: The name that fontconfig gives the language, such as `de` or `zh-tw`.
    package static func characters(of language: String) -> CharacterCoverage? {
        // FcLangGetCharSet returns a set that stays in memory, "or NULL".
        FcLangGetCharSet(language).map(CharacterCoverage.init)
    }
}

extension CharacterCoverage {
    /// Creates the set of the characters of fontconfig's set.
    init(_ set: OpaquePointer /* <FcCharSet>, borrowed */) {
        // FcCharSetFirstPage and FcCharSetNextPage fill a map of 256 bits each and return "the base code point for the
        // page, or FC_CHARSET_DONE".
        var ranges: [ClosedRange<UInt32>] = []
        withUnsafeTemporaryAllocation(of: FcChar32.self, capacity: Int(cfc_page_words())) { map in
            guard let words = map.baseAddress else { return }
            var next: FcChar32 = 0
            var page = FcCharSetFirstPage(set, words, &next)
            // A damaged `cmap` can map numbers that are not Unicode scalars. Pages are in ascending order.
            while page != cfc_charset_done(), page <= 0x10_FFFF {
                for (position, bits) in map.enumerated() where bits != 0 {
                    let start = page &+ UInt32(position) * 32
                    var rest = bits
                    while rest != 0 {
                        let low = UInt32(rest.trailingZeroBitCount)
                        let length = UInt32((~(rest >> low)).trailingZeroBitCount)
                        ranges.append(start + low...start + low + length - 1)
                        let used = low + length
                        rest = used >= 32 ? 0 : rest & (UInt32.max << used)
                    }
                }
                page = FcCharSetNextPage(set, words, &next)
            }
        }
        self.init(ranges)
    }
}

import CFontconfig

/// fontconfig's numbers in OpenType's units.
enum FontconfigScale {
    /// 1…1000; 0 where fontconfig's number is none of its own.
    static func weight(_ weight: Double) -> Double { max(0, FcWeightToOpenTypeDouble(weight)) }

    /// What is left of an OpenType weight on fontconfig's scale, which begins at 100.
    static func nearest(_ weight: Double) -> Double { self.weight(FcWeightFromOpenTypeDouble(weight)) }

    /// Percent; fontconfig rounds the halves of width classes 2, 4 and 6.
    static func width(_ width: Double) -> Double { [63: 62.5, 87: 87.5, 113: 112.5][width] ?? width }
}

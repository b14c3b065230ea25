import CFontconfig

/// Conversion of fontconfig's values to OpenType's units.
enum FontconfigScale {
    /// Returns an OpenType weight, 1…1000, or 0 if the value is not valid in fontconfig.
    static func weight(_ weight: Double) -> Double { max(0, FcWeightToOpenTypeDouble(weight)) }

    /// Returns an OpenType weight as it survives conversion to fontconfig's scale, which begins at 100.
    static func nearest(_ weight: Double) -> Double { self.weight(FcWeightFromOpenTypeDouble(weight)) }

    /// Returns a width in percent; fontconfig rounds the half percents of width classes 2, 4 and 6.
    static func width(_ width: Double) -> Double { [63: 62.5, 87: 87.5, 113: 112.5][width] ?? width }
}
